import { gzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import type { Board } from '../../../src/formats/board/board'
import { FormatError } from '../../../src/formats/format-error'
import { growthOf } from '../../support/cpu-growth'
import { compress } from '../archive/compress'
import { components, readJob } from './odb-job'

const cadnet = 'steps/pcb/netlists/cadnet/netlist'
const refnet = 'steps/pcb/netlists/refnet/netlist'
const parts = 'steps/pcb/layers/comp_+_top/components'
const design = 'steps/pcb/eda/data'
const top = 'steps/pcb/layers/top/features'
const bottom = 'steps/pcb/layers/bot/features'

/** VCC at the first pins of both parts, GND at the second ones and at a via. SPARE is at a place without anything. */
const points = (scale = 1) => {
  const at = (x: number, y: number) => `${x * scale} ${y * scale}`
  return [
    'H optimize n staggered n',
    '$0 $NONE$',
    '$1 VCC',
    '$2 GND',
    '$3 SPARE',
    '#',
    '#Netlist points',
    '#',
    `1 0 ${at(1, 1)} T 0.5 0.5 e c`,
    `2 0 ${at(2, 1)} T 0.5 0.5 e c`,
    `1 0 ${at(5, 1)} T 0.5 0.5 e c`,
    `2 0 ${at(6, 1)} T 0.5 0.5 e c`,
    `2 ${0.3 * scale} ${at(8, 8)} B e e staggered 0 0 0 v`,
    `3 0 ${at(9, 9)} T 0.5 0.5 e c`,
    `0 0 ${at(4, 4)} T 0.5 0.5 e c`,
  ].join('\n')
}
const inMillimeters = `UNITS=MM\n${points()}`

/** Pads at the four pins. */
const pads = 'UNITS=MM\n$0 r500\nP 1 1 0 P 0 0\nP 2 1 0 P 0 0\nP 5 1 0 P 0 0\nP 6 1 0 P 0 0\n'
const drill = { 'steps/pcb/layers/drill/features': 'UNITS=MM\n$0 r300\nP 8 8 0 P 0 0\n' }

const netsOf = ({ nets }: Board) => nets.map(({ name, pins, parts: own }) => [name, pins, own])
const padNets = ({ pads: all, nets }: Board) => all.map(({ net }) => nets[net]?.name ?? null)
const found = [
  ['VCC', 2, ['U1', 'R1']],
  ['GND', 2, ['U1', 'R1']],
  ['SPARE', 0, []],
]

describe('without design data', () => {
  const files = { [parts]: components([0, 1, 0, 1]), [top]: pads, ...drill }

  test('pins, pads and vias have the net of the point at their place, and it is said', () => {
    const board = readJob({ ...files, [cadnet]: inMillimeters })
    expect(netsOf(board)).toEqual(found)
    expect(padNets(board)).toEqual(['VCC', 'GND', 'VCC', 'GND'])
    expect([...board.vias.net]).toEqual([1])
    expect(board.remarks).toEqual([
      'The nets at 5 places are taken from the netlist, because the design data specify none there.',
    ])
  })

  test('without components and copper, the nets are those of the netlist', () => {
    expect(netsOf(readJob({ [cadnet]: inMillimeters })).map(([name]) => name)).toEqual(['VCC', 'GND', 'SPARE'])
  })

  test('without any netlist, there are no nets', () => {
    const board = readJob(files)
    expect(board.nets).toEqual([])
    expect(padNets(board)).toEqual([null, null, null, null])
    expect(board.remarks).toEqual([])
  })

  test('refnet is used if there is no cadnet, or an empty one', () => {
    expect(netsOf(readJob({ ...files, [refnet]: inMillimeters }))).toEqual(found)
    expect(netsOf(readJob({ ...files, [refnet]: inMillimeters, [cadnet]: 'H optimize n staggered n\n' }))).toEqual(
      found,
    )
  })

  test('cadnet is used if there are both', () => {
    const other = inMillimeters.replaceAll('GND', 'OTHER')
    expect(netsOf(readJob({ ...files, [cadnet]: inMillimeters, [refnet]: other }))).toEqual(found)
  })
})

describe('units', () => {
  const files = { [parts]: components([0, 1, 0, 1]) }

  test.each([
    ['inches in a job in mm', `UNITS=INCH\n${points(1 / 25.4)}`, 'UNITS=MM\n'],
    ['mm in a job in inches', inMillimeters, 'UNITS=INCH\n'],
    ['mm, as the whole job', points(), 'JOB_NAME=x\nUNITS=MM\n'],
    ['inches, if nothing states a unit', points(1 / 25.4), ''],
  ])('%s', (_, netlist, info) => {
    expect(netsOf(readJob({ ...files, [cadnet]: netlist, 'misc/info': info }))).toEqual(found)
  })

  test('a point a hundredth of a millimeter away is at another place; rounding is not', () => {
    const shifted = (by: number) =>
      netsOf(readJob({ ...files, [cadnet]: `UNITS=MM\n$1 VCC\n1 0 ${1 + by} 1 T 0.5 0.5 e c\n` }))
    expect(shifted(0.003)).toEqual([['VCC', 1, ['U1']]])
    expect(shifted(-0.003)).toEqual([['VCC', 1, ['U1']]])
    expect(shifted(0.01)).toEqual([['VCC', 0, []]])
  })
})

describe('sides', () => {
  const files = { [top]: 'UNITS=MM\n$0 r500\nP 1 1 0 P 0 0\n', [bottom]: 'UNITS=MM\n$0 r500\nP 1 1 0 P 0 0\n' }
  const netlist = (...lines: string[]) => ({ [cadnet]: ['UNITS=MM', '$1 A', '$2 B', ...lines].join('\n') })

  test('pads on both sides of one place have nets of their own', () => {
    const board = readJob({ ...files, ...netlist('1 0 1 1 T 1 1 e c', '2 0 1 1 D 1 1 e c') })
    expect(padNets(board)).toEqual(['A', 'B'])
  })

  test('a point on both sides is the net of both pads', () => {
    expect(padNets(readJob({ ...files, ...netlist('2 0.3 1 1 B e e') }))).toEqual(['B', 'B'])
  })

  test('two nets at one place and side are the net of neither', () => {
    const board = readJob({ ...files, ...netlist('1 0 1 1 T 1 1 e c', '2 0 1 1 T 1 1 e c') })
    expect(padNets(board)).toEqual([null, null])
  })

  test('a component on the bottom has the net of the bottom', () => {
    const below = { 'steps/pcb/layers/comp_+_bot/components': components([-1, -1, -1, -1]) }
    const board = readJob({ ...below, ...netlist('1 0 1 1 T 1 1 e c', '2 0 1 1 D 1 1 e c') })
    expect(netsOf(board)).toEqual([
      ['B', 1, ['U1']],
      ['A', 0, []],
    ])
  })
})

describe('with design data', () => {
  const data = (...lines: string[]) => ['UNITS=MM', 'LYR top bot drill', ...lines].join('\n')

  test('the netlist adds the nets of pins and pads that the design data do not name', () => {
    const board = readJob({
      [parts]: components([0, 7, 0, 7]),
      [top]: pads,
      [design]: data('NET VCC', 'SNT TOP T 0 0', 'FID C 0 0', 'FID C 0 2'),
      [cadnet]: inMillimeters,
    })
    expect(netsOf(board)).toEqual(found)
    expect(padNets(board)).toEqual(['VCC', 'GND', 'VCC', 'GND'])
    expect(board.remarks).toEqual([
      'The nets at 2 places are taken from the netlist, because the design data specify none there.',
    ])
  })

  test('if they disagree, the design data count, and it is said', () => {
    const board = readJob({
      [parts]: components([0, 1, 0, 1]),
      [top]: pads,
      [design]: data('NET VCC', 'FID C 0 0', 'FID C 0 2', 'NET RETURN', 'FID C 0 1', 'FID C 0 3'),
      [cadnet]: inMillimeters,
    })
    // All points of GND are pins of RETURN, except for the via that the board does not have.
    expect(netsOf(board)).toEqual([
      ['VCC', 2, ['U1', 'R1']],
      ['RETURN', 2, ['U1', 'R1']],
      ['GND', 0, []],
      ['SPARE', 0, []],
    ])
    expect(board.remarks).toEqual([
      'At 2 places, the netlist specifies a different net than the design data, such as GND instead of RETURN. The design data are used.',
    ])
  })

  test('a net whose every point is a pin of another net is that net under another name', () => {
    const board = readJob({
      [parts]: components([0, 1, 0, 1]),
      [design]: data('NET VCC', 'NET RETURN'),
      [cadnet]: 'UNITS=MM\n$1 VCC\n$2 GND\n1 0 1 1 T 1 1 e c\n2 0 2 1 T 1 1 e c\n2 0 6 1 T 1 1 e c\n',
    })
    expect(netsOf(board).map(([name]) => name)).toEqual(['VCC', 'RETURN'])
  })

  test('a pin without a net in the design data has none', () => {
    const board = readJob({
      [parts]: components([0, 1, 0, 1]),
      [design]: data('NET VCC', 'NET $NONE$'),
      [cadnet]: 'UNITS=MM\n$1 VCC\n$2 GND\n2 0 2 1 T 1 1 e c\n',
    })
    expect(netsOf(board)).toEqual([['VCC', 2, ['U1', 'R1']]])
    expect(board.remarks).toEqual([
      'At 1 place, the netlist specifies a different net than the design data, such as GND instead of no net. The design data are used.',
    ])
  })

  test('names that differ only in their case are the same net', () => {
    const board = readJob({
      [parts]: components([0, 1, 0, 1]),
      [design]: data('NET VCC', 'NET GND'),
      [cadnet]: inMillimeters.replaceAll('VCC', 'vcc').replaceAll('GND', 'gnd'),
    })
    expect(netsOf(board)).toEqual(found)
    expect(board.remarks).toEqual([])
  })

  test('names in capitals in the netlist only are those of the design data', () => {
    const board = readJob({
      [parts]: components([0, 1, 0, 1]),
      [design]: data('NET vcc', 'NET Gnd'),
      [cadnet]: inMillimeters,
    })
    expect(netsOf(board)).toEqual([
      ['vcc', 2, ['U1', 'R1']],
      ['Gnd', 2, ['U1', 'R1']],
      ['SPARE', 0, []],
    ])
    expect(board.remarks).toEqual([])
  })

  test('features of every type count in the number by which a net refers to its pad', () => {
    const drawn = [
      'T 1 9 standard P 0 N 1 1 0.5 text 1',
      'B 2 9 UPC39 standard P 0 N 0.2 2 Y N Y T 12345',
      'S P 0\nOB 3 9 I\nOS 4 9\nOS 4 8\nOE\nSE',
      'A 5 9 6 9 5.5 9 0 P 0 N',
      'L 7 9 8 9 0 P 0',
    ]
    for (const at of [0, 2, 5]) {
      const lines = [...drawn.slice(0, at), 'P 1 1 0 P 0 0', ...drawn.slice(at)]
      const board = readJob({
        [top]: ['UNITS=MM', '$0 r500', ...lines].join('\n'),
        [design]: data('NET VCC', 'SNT TRC', `FID C 0 ${at}`),
      })
      expect(padNets(board)).toEqual(['VCC'])
    }
  })
})

describe('faults', () => {
  const files = { [parts]: components([0, 1, 0, 1]) }

  test('a truncated netlist gives the nets of its complete lines, and the others are counted', () => {
    const board = readJob({ ...files, [cadnet]: inMillimeters.slice(0, inMillimeters.indexOf('1 0 5 1') + 5) })
    expect(netsOf(board)).toEqual([
      ['VCC', 1, ['U1']],
      ['GND', 1, ['U1']],
      ['SPARE', 0, []],
    ])
    expect(board.remarks).toContain('1 line of the netlist cannot be read.')
  })

  test.each([
    ['an unknown net', '9 0 1 1 T 1 1 e c'],
    ['no number', '1 0 x 1 T 1 1 e c'],
    ['an infinite number', '1 0 1e999 1 T 1 1 e c'],
    ['an unknown side', '1 0 1 1 Q 1 1 e c'],
  ])('a point with %s is counted', (_, line) => {
    const board = readJob({ ...files, [cadnet]: `UNITS=MM\n$1 VCC\n${line}\n${line}\n` })
    expect(netsOf(board)).toEqual([['VCC', 0, []]])
    expect(board.remarks).toEqual(['2 lines of the netlist cannot be read.'])
  })

  test.each(['1e20', '-1e20', '1e300'])(
    'a pad far outside of any board, at %s, has the net of the point there',
    (x) => {
      const board = readJob({
        [top]: `UNITS=MM\n$0 r500\nP ${x} 1 0 P 0 0\n`,
        [cadnet]: `UNITS=MM\n$1 VCC\n1 0 ${x} 1 T 1 1 e c\n`,
      })
      expect(padNets(board)).toEqual(['VCC'])
    },
  )

  test.each<[string, (content: Uint8Array) => Uint8Array, number]>([
    ['.gz', gzipSync, 40],
    ['.Z', compress, 2],
  ])(
    'a file that is compressed individually is read, and refused with the reason if it is damaged: %s',
    (ending, pack, cutAt) => {
      const packed = pack(new TextEncoder().encode(inMillimeters))
      expect(netsOf(readJob({ ...files, [cadnet + ending]: packed }))).toEqual(found)
      expect(() => readJob({ ...files, [cadnet + ending]: packed.subarray(0, cutAt) })).toThrow(FormatError)
    },
  )

  test('the time for many points at one place grows with their number', () => {
    const job = (count: number) =>
      readJob({
        [cadnet]: `UNITS=MM\n$1 VCC\n${'1 0 1 1 T 1 1 e c\n'.repeat(count)}`,
        [top]: `UNITS=MM\n$0 r500\n${'P 1 1 0 P 0 0\n'.repeat(count)}`,
      })
    expect(growthOf(job, 500, 4000)).toBeLessThan(24)
  })
})

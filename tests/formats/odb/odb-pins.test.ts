import { describe, expect, test } from 'vitest'

import type { Board } from '../../../src/formats/board/board'
import { BoardBuilder } from '../../../src/formats/board/board-builder'
import { OdbHoles } from '../../../src/formats/odb/odb-holes'
import { OdbPins } from '../../../src/formats/odb/odb-pins'
import { components, layer, readJob } from './odb-job'

const parts = (side: 'top' | 'bot') => `steps/pcb/layers/comp_+_${side}/components`
const features = (name: string) => `steps/pcb/layers/${name}/features`
const pads = (...at: string[]) => ['UNITS=MM', '$0 r500', ...at.map((place) => `P ${place} 0 P 0 0`), ''].join('\n')

/** The reference and the number of the pin to which each pad belongs, and the pad's layers. */
const ownersOf = ({ pads: all, footprints }: Board) =>
  all.map(({ footprint, number, layers }) => [footprints[footprint]?.reference ?? null, number, layers])

describe('pads belong to the pins of components', () => {
  test('on the side of the component, with coordinates that are rounded differently', () => {
    const board = readJob({
      [parts('top')]: components([0, 1, 0, 1]),
      [features('top')]: pads('1 1', '2.004 1', '5 1.004', '3 1'),
      [features('bot')]: pads('1 1'),
    })
    expect(ownersOf(board)).toEqual([
      ['U1', '1', [0]],
      ['U1', '2', [0]],
      ['R1', '1', [0]],
      [null, '', [0]],
      [null, '', [1]],
    ])
  })

  test('without a component, if a file lists a pin before the first one', () => {
    const board = readJob({
      [parts('top')]: 'UNITS=MM\nTOP 0 1 1 0 N 0 0 1\nCMP 0 5 1 0 N R1 10K ;\nTOP 0 5 1 0 N 0 0 1',
      [features('top')]: pads('1 1', '5 1'),
    })
    expect(board.pads.map(({ x, footprint, number }) => [x, footprint, number])).toEqual([
      [1, -1, '1'],
      [5, 0, '1'],
    ])
  })

  test('on the bottom side, even if another component is exactly above', () => {
    const below = ['UNITS=MM', 'CMP 0 1 1 0 N C9 1U ;', 'TOP 0 1 1 0 N 0 0 1', 'TOP 1 3 1 0 N 1 0 2'].join('\n')
    const board = readJob({
      [parts('top')]: components([0, 1, 0, 1]),
      [parts('bot')]: below,
      [features('top')]: pads('1 1'),
      [features('bot')]: pads('1 1', '3 1'),
    })
    expect(ownersOf(board)).toEqual([
      ['U1', '1', [0]],
      ['C9', '1', [1]],
      ['C9', '2', [1]],
    ])
  })

  test('on all layers if the pin has a hole, which is then the drill of the pads and no via', () => {
    const board = readJob({
      [parts('top')]: components([0, 1, 0, 1]),
      [features('top')]: pads('1 1', '2 1'),
      [features('bot')]: pads('1 1', '8 8'),
      // The coordinates of the hole are rounded differently.
      [features('drill')]: 'UNITS=MM\n$0 r800\nP 1.003 0.997 0 P 0 0\nP 8 8 0 P 0 0\n',
    })
    expect(ownersOf(board)).toEqual([
      ['U1', '1', [0]],
      ['U1', '2', [0]],
      ['U1', '1', [1]],
    ])
    expect(board.pads.map(({ drill }) => drill?.width ?? null)).toEqual([0.8, null, 0.8])
    // The hole at a place without a pin is a via, which includes the pad around it.
    expect([...board.vias.at]).toEqual([8, -8])
  })
})

test('without the attribute .drill, a small hole in a pad is a via', () => {
  const board = readJob({
    [parts('top')]: components([0, 1, 0, 1]),
    [features('top')]: pads('1 1'),
    [features('bot')]: pads('1 1'),
    [features('drill')]: 'UNITS=MM\n$0 r200\nP 1 1 0 P 0 0\n',
  })
  expect([...board.vias.at]).toEqual([1, -1])
  expect([...board.vias.drill]).toEqual([0.2])
  // The pad on the other side belongs to the via.
  expect(ownersOf(board)).toEqual([['U1', '1', [0]]])
})

describe('the attribute .drill tells', () => {
  const sysattr = 'OPTION {\n NAME=.drill\n OPTIONS=PLATED;NON_PLATED;VIA\n}\n'
  const drilled = (...lines: string[]) => ['UNITS=MM', '$0 r300', ...lines, ''].join('\n')
  const job = (drill: string, more: Record<string, string> = { 'misc/sysattr': sysattr }) =>
    readJob({
      [parts('top')]: components([0, 1, 0, 1]),
      [features('top')]: pads('1 1'),
      [features('drill')]: drill,
      ...more,
    })

  test.each([
    ['with its definition', '@0 .drill', { 'misc/sysattr': sysattr }],
    ['without a definition', '#@0 .drill', {}],
  ])('a via in a pad from the hole of a pin, %s', (_, table, more) => {
    const via = job(drilled(table, 'P 1 1 0 P 0 0;0=2'), more)
    expect([...via.vias.at]).toEqual([1, -1])
    expect(via.pads.map(({ drill }) => drill)).toEqual([null])
    const pin = job(drilled(table, 'P 1 1 0 P 0 0;0=0'), more)
    expect(pin.vias.drill).toHaveLength(0)
    expect(pin.pads.map(({ drill }) => drill?.width)).toEqual([0.3])
  })

  test('a hole without plating, such as for a screw, from a via', () => {
    const board = job(drilled('@0 .drill', 'P 8 8 0 P 0 0;0=1', 'P 9 9 0 P 0 0;0=2', 'P 7 7 0 P 0 0'))
    expect([...board.vias.at]).toEqual([9, -9, 7, -7])
    expect(board.pads.filter(({ drill }) => drill).map(({ x, y, type }) => [x, y, type])).toEqual([
      [8, -8, 'np_thru_hole'],
    ])
  })
})

describe('a via that is drilled again from the back is one via', () => {
  const matrix = (more: string) =>
    [
      'STEP {\nCOL=1\nNAME=PCB\n}\n',
      ...['L1', 'L2', 'L3'].map((name, index) => layer(index + 1, name, 'SIGNAL')),
      layer(4, 'D', 'DRILL', 'START_NAME=L1', 'END_NAME=L3'),
      layer(5, 'BACK', 'DRILL', 'START_NAME=L3', 'END_NAME=L2', more),
    ].join('')
  test.each([
    ['by its layer', 'ADD_TYPE=BACKDRILL', ''],
    ['by its plating', '', ';0=1'],
  ])('%s', (_, more, attribute) => {
    const board = readJob({
      'matrix/matrix': matrix(more),
      [features('d')]: 'UNITS=MM\n$0 r200\nP 1 1 0 P 0 0\n',
      [features('back')]: `UNITS=MM\n@0 .drill\n$0 r400\nP 1 1 0 P 0 0${attribute}\n`,
    })
    expect([...board.vias.layers]).toEqual([0, 2])
    expect(board.pads).toEqual([])
  })
})

test('vias that are stacked at one place keep their own layers', () => {
  const matrix = [
    'STEP {\nCOL=1\nNAME=PCB\n}\n',
    ...['L1', 'L2', 'L3', 'L4'].map((name, index) => layer(index + 1, name, 'SIGNAL')),
    layer(5, 'D1', 'DRILL', 'START_NAME=L1', 'END_NAME=L2'),
    layer(6, 'D2', 'DRILL', 'START_NAME=L2', 'END_NAME=L3'),
    layer(7, 'D3', 'DRILL', 'START_NAME=L2', 'END_NAME=L1'),
  ].join('')
  const hole = 'UNITS=MM\n$0 r100\nP 1 1 0 P 0 0\n'
  const board = readJob({
    'matrix/matrix': matrix,
    ...Object.fromEntries(['d1', 'd2', 'd3'].map((name) => [features(name), hole])),
  })
  // The third one repeats the first, from the other end.
  expect([...board.vias.layers]).toEqual([0, 1, 1, 2])
  expect([...board.vias.at]).toEqual([1, -1, 1, -1])
})

describe('two drill layers that disagree about a hole', () => {
  const matrix = [
    'STEP {\nCOL=1\nNAME=PCB\n}\n',
    ...['TOP', 'BOT'].map((name, index) => layer(index + 1, name, 'SIGNAL')),
    layer(3, 'D1', 'DRILL', 'START_NAME=TOP', 'END_NAME=BOT'),
    layer(4, 'D2', 'DRILL', 'START_NAME=BOT', 'END_NAME=TOP'),
  ].join('')
  const sysattr = 'OPTION {\n NAME=.drill\n OPTIONS=PLATED;NON_PLATED;VIA\n}\n'
  const hole = (diameter: number, attribute: string) =>
    `UNITS=MM\n@0 .drill\n$0 r${diameter}\nP 1 1 0 P 0 0${attribute}\n`
  const job = (first: string, second: string) =>
    readJob({
      'matrix/matrix': matrix,
      'misc/sysattr': sysattr,
      [parts('top')]: components([0, 1, 0, 1]),
      [features('top')]: pads('1 1'),
      [features('bot')]: pads('1 1'),
      [features('d1')]: first,
      [features('d2')]: second,
    })
  const result = (board: Board) => ({
    vias: [...board.vias.drill],
    drills: board.pads.map(({ drill, number, type }) => [number, drill?.width ?? null, type]),
  })
  const ofPin = (diameter: number) => ({
    vias: [],
    drills: [
      ['1', diameter, 'smd'],
      ['1', diameter, 'smd'],
    ],
  })
  /** The pad on the other side of a via belongs to the via. */
  const ofVia = (diameter: number) => ({ vias: [diameter], drills: [['1', null, 'smd']] })
  const [plated, unplated, via, unstated] = [';0=0', ';0=1', ';0=2', '']

  test.each([
    ['a hole of a component before a via', hole(300, via), hole(300, plated), ofPin(0.3)],
    [
      'a hole of a component before a larger one without a statement',
      hole(800, unstated),
      hole(300, plated),
      ofPin(0.3),
    ],
    ['a via before a hole without a statement', hole(800, unstated), hole(300, via), ofVia(0.3)],
    ['a hole without a statement before an unplated one', hole(800, unplated), hole(600, unstated), ofPin(0.6)],
    ['a via before an unplated hole', hole(800, unplated), hole(300, via), ofVia(0.3)],
    ['the larger of two holes of a component', hole(300, plated), hole(400, plated), ofPin(0.4)],
    ['the larger of two vias', hole(200, via), hole(300, via), ofVia(0.3)],
  ])('is %s, whichever layer comes first', (_, one, other, expected) => {
    expect(result(job(one, other))).toEqual(expected)
    expect(result(job(other, one))).toEqual(expected)
  })

  test('has the net that only one of the layers names', () => {
    const place = { x: 1, y: -1, layers: [0, 1] as [number, number], stated: null, isThrough: true }
    const nets = (...holes: { diameter: number; net: number }[]) => {
      const board = new BoardBuilder()
      board.copper.push('TOP', 'BOT')
      const collected = new OdbHoles(new OdbPins())
      for (const hole of holes) collected.add({ ...place, ...hole })
      collected.finish(board)
      return [...board.result().vias.net]
    }
    const [larger, smaller] = [0.3, 0.2]
    expect(nets({ diameter: smaller, net: 5 }, { diameter: larger, net: -1 })).toEqual([5])
    expect(nets({ diameter: larger, net: -1 }, { diameter: smaller, net: 5 })).toEqual([5])
    expect(nets({ diameter: smaller, net: 5 }, { diameter: larger, net: 6 })).toEqual([6])
  })

  test('is one hole even if the layers round its place differently', () => {
    const rounded = hole(300, via).replace('P 1 1', 'P 1.003 0.997')
    expect(result(job(rounded, hole(300, plated)))).toEqual(ofPin(0.3))
  })
})

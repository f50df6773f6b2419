import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'

import { boxOf } from '../../../src/formats/board/board-box'
import type { Board } from '../../../src/formats/board/board'
import { readBoard } from '../../../src/formats/boards'
import { standardSymbol } from '../../../src/formats/odb/odb-symbols'

const matrix = `STEP {
  COL=1
  NAME=PANEL
}
STEP {
  COL=2
  NAME=PCB
}
LAYER {
  ROW=1
  CONTEXT=BOARD
  TYPE=SIGNAL
  NAME=TOP
}
LAYER {
  ROW=2
  CONTEXT=BOARD
  TYPE=DRILL
  NAME=DRILL
  START_NAME=TOP
  END_NAME=TOP
}
`

/** A job with one layer and its own symbols. Expected values are calculated by hand from the format description. */
function job(features: string, symbols: Record<string, string> = {}, drill = ''): Board {
  return readJob(features, symbols, drill).board
}

function readJob(features: string, symbols: Record<string, string>, drill: string, layers = matrix) {
  const files = {
    'matrix/matrix': layers,
    'steps/pcb/layers/drill/features': `UNITS=MM\n${drill}`,
    'steps/panel/stephdr': 'UNITS=MM\nSTEP-REPEAT {\n  NAME=PCB\n}\n',
    'steps/panel/layers/top/features': 'UNITS=MM\n$0 r1000\nP 1 1 0 P 0 0\n',
    'steps/pcb/stephdr': 'UNITS=MM\n',
    'steps/pcb/layers/top/features': `UNITS=MM\n${features}`,
    ...Object.fromEntries(Object.entries(symbols).map(([name, text]) => [`symbols/${name}/features`, text])),
  }
  const zip = zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [`job/${path}`, strToU8(text)])))
  const read = readBoard('job.zip', zip)
  if (!read) throw new Error('The job is not recognized.')
  return read
}

/** The bounding box of each area, with y pointing up as in the file, rounded to the tolerance for curves. */
const boxes = ({ fills: { points, starts } }: Board) =>
  [...starts.subarray(0, -1)].map((from, index) => {
    const { left, right, top, bottom } = boxOf(points.subarray(2 * from, 2 * (starts[index + 1] ?? 0)))
    return [left, right, -bottom, -top].map((value) => Math.round(value * 50) / 50 || 0)
  })

/** 2 by 1 mm, with the origin at the lower left corner. */
const brick = 'UNITS=MM\nS P 0\nOB 0 0 I\nOS 2 0\nOS 2 1\nOS 0 1\nOS 0 0\nOE\nSE\n'

describe('orientation: clockwise, then mirrored left to right', () => {
  test.each([
    ['0', [10, 12, 10, 11]],
    ['1', [10, 11, 8, 10]],
    ['2', [8, 10, 9, 10]],
    ['3', [9, 10, 10, 12]],
    ['4', [8, 10, 10, 11]],
    ['5', [9, 10, 8, 10]],
    ['6', [10, 12, 9, 10]],
    ['7', [10, 11, 10, 12]],
    ['8 90', [10, 11, 8, 10]],
    ['9 90', [9, 10, 8, 10]],
    ['9 270', [10, 11, 10, 12]],
  ])('%s', (orientation, expected) => {
    expect(boxes(job(`$0 brick\nP 10 10 0 P 0 ${orientation}\n`, { brick }))).toEqual([expected])
  })

  test('of a standard symbol: the pad of a mirrored one turns the other way', () => {
    const { pads } = job('$0 rect1000x500\nP 1 1 0 P 0 8 30\nP 1 1 0 P 0 9 30\nP 1 1 0 P 0 0\n')
    // The product measures angles counterclockwise.
    expect(pads.map(({ rotation }) => rotation)).toEqual([-30, 30, 0])
  })
})

describe('symbols of the job', () => {
  test('areas, lines and pads; the units of the symbol and of the board differ', () => {
    const mixed = 'UNITS=INCH\n$0 r10\nL 0 0 0.1 0 0 P 0\nP 0.1 0 0 P 0 0\n'
    const board = job('$0 mixed\nP 10 0 0 P 0 1\n', { mixed })
    expect(board.pads.map(({ x, y, width }) => [x, y, width].map((value) => Number(value.toFixed(6))))).toEqual([
      [10, 2.54, 0.254],
    ])
    expect([...board.tracks.ends].map((value) => Number(value.toFixed(6)))).toEqual([10, 0, 10, 2.54])
    expect(board.tracks.width[0]).toBeCloseTo(0.254, 9)
  })

  test('the unit that the line of a symbol states takes precedence over that of the layer', () => {
    const { pads } = job('$0 r10 I\nP 1 1 0 P 0 0\n$1 r10 M\nUNITS=INCH\nP 1 1 1 P 0 0\n')
    expect(pads.map(({ width }) => Number(width.toFixed(6)))).toEqual([0.254, 0.01])
  })

  test('a symbol in a symbol is placed within it', () => {
    const wall = '$0 brick\nUNITS=MM\nP 3 0 0 P 0 4\n'
    // The inner brick extends from x = 1 to x = 3. The outer orientation mirrors this to -3 to -1.
    expect(boxes(job('$0 wall\nP 10 10 0 P 0 4\n', { brick, wall }))).toEqual([[7, 9, 10, 11]])
  })

  test('a symbol that contains itself is cut off and reported', () => {
    const endless = 'UNITS=MM\n$0 endless\nP 1 1 0 P 0 0\n'
    expect(job('$0 endless\nP 0 0 0 P 0 0\n', { endless }).remarks).toEqual([
      'Symbols that are not drawn: endless (1 time).',
    ])
  })

  test('symbols that multiply their points are not all drawn', () => {
    // A contour of 279 circles with a radius of 1 km, each of which has 360 points.
    const contour = `OB 0 0 I\n${'OC 0 0 1000000 0 Y\n'.repeat(279)}OE`
    const blot = `UNITS=MM\nS P 0\n${contour}\nSE\n`
    const { fills, remarks } = job(`$0 blot\n${'P 0 0 0 P 0 0\n'.repeat(300)}`, { blot })
    expect(fills.points.length / 2).toBeGreaterThan(9_900_000)
    expect(fills.points.length / 2).toBeLessThan(10_100_000)
    expect(remarks).toEqual([
      'Some shapes or slots are not drawn, because together they have too many points or parts.',
    ])
  })

  test('slots along curves are not all drawn if they have too many parts', () => {
    // Each of the 150 circles has 360 parts.
    const { pads, remarks } = job('', {}, `$0 r1000\n${'A 0 0 0 0 1000000 0 0 P 0 Y\n'.repeat(150)}`)
    expect(pads.length).toBeGreaterThan(49_000)
    expect(pads.length).toBeLessThanOrEqual(50_000)
    expect(remarks).toEqual([
      'Some shapes or slots are not drawn, because together they have too many points or parts.',
    ])
  })

  test('missing symbols are reported, as are texts and negative polarity', () => {
    const board = job(
      '$0 nowhere\n$1 r100\n$2 thr100x50x45x4x10\nP 0 0 0 P 0 0\nP 0 0 0 P 0 0\nP 0 0 2 P 0 0\nP 0 0 1 N 0 0\n' +
        "S N 0\nOB 0 0 I\nOS 1 0\nOS 1 1\nOE\nSE\nT 0 0 standard P 0 1 1 1 'note' 1\n",
    )
    expect(board.remarks).toEqual([
      '2 features of negative polarity are not drawn. The copper that they remove is shown.',
      'Symbols that are not drawn: nowhere (2 times), thr100x50x45x4x10 (1 time).',
      '1 text on copper layers is not drawn.',
    ])
    expect([board.pads.length, board.fills.net.length]).toEqual([0, 0])
  })
})

describe('records', () => {
  test('the step that a panel repeats is the board', () => {
    expect(job('$0 r1000\nP 5 5 0 P 0 0\n').pads.map(({ x }) => x)).toEqual([5])
  })

  test('a resized pad', () => {
    expect(job('$0 r1000\nP 5 5 -1 0 1.5 P 0 0\n').pads.map(({ width }) => width)).toEqual([1.5])
  })

  test('arcs are clockwise as seen with y pointing up if their records say so', () => {
    // From the right to the top of a circle of radius 5 around (5, 5): one quarter of it counterclockwise, three
    // quarters clockwise.
    const { arcs } = job('$0 r100\nA 10 5 5 10 5 5 0 P 0 N\nA 10 5 5 10 5 5 0 P 0 Y\n')
    const lengths = [0, 1].map((path) => {
      let length = 0
      for (let at = arcs.starts[path] ?? 0; at + 1 < (arcs.starts[path + 1] ?? 0); at++) {
        const [x = 0, y = 0, u = 0, v = 0] = arcs.points.subarray(2 * at, 2 * at + 4)
        length += Math.hypot(u - x, v - y)
      }
      return length
    })
    expect(lengths[0]).toBeCloseTo((Math.PI * 5) / 2, 1)
    expect(lengths[1]).toBeCloseTo((Math.PI * 5 * 3) / 2, 1)
  })

  test('contours: arcs as in arc records; a hole belongs to the island before it', () => {
    const half = 'OB 0 0 I\nOS 4 0\nOC 0 0 2 0 N\nOE\n'
    const board = job(`S P 0\n${half}OB 1 0.5 H\nOS 1.5 0.5\nOS 1.5 1\nOE\nOB 9 0 I\nOS 10 0\nOS 10 1\nOE\nSE\n`)
    expect(boxes(board)).toEqual([
      [0, 4, 0, 2],
      [9, 10, 0, 1],
    ])
  })
})

describe('drill layers', () => {
  test('a line is a slot with round ends; areas and texts are reported', () => {
    // From (1, 1) to (4, 5), 5 mm apart, with a drill of 1 mm: 6 mm long, at an angle whose tangent is 4/3.
    const { pads, remarks } = job('', {}, '$0 r1000\nL 1 1 4 5 0 P 0\nS P 0\nOB 0 0 I\nOS 1 0\nOS 1 1\nOE\nSE\n')
    expect(pads).toMatchObject([
      {
        ...{ x: 2.5, y: -3, layers: [], shape: 'oval', rotation: expect.closeTo(53.1301, 4) as number },
        drill: { width: 6, height: 1 },
      },
    ])
    expect(remarks).toEqual(['1 area or text on drill layers is not drawn.'])
  })

  test('an arc is a slot of several parts along its curve', () => {
    const { pads } = job('', {}, '$0 r1000\nA 10 5 5 10 5 5 0 P 0 N\n')
    const length = pads.reduce((sum, { drill }) => sum + (drill?.width ?? 0) - 1, 0)
    expect(length).toBeCloseTo((Math.PI * 5) / 2, 1)
  })
})

describe('standard symbols', () => {
  const areaOf = (name: string) => {
    const drawing = standardSymbol(name, 0.001)
    if (!drawing || !('areas' in drawing)) return drawing
    // The area of the contour minus the areas of its holes.
    const sizes = (drawing.areas[0] ?? []).map((points) => {
      let sum = 0
      for (let at = 0; at < points.length; at += 2) {
        const next = (at + 2) % points.length
        sum += (points[at] ?? 0) * (points[next + 1] ?? 0) - (points[next] ?? 0) * (points[at + 1] ?? 0)
      }
      return Math.abs(sum / 2)
    })
    return sizes.slice(1).reduce((rest, hole) => rest - hole, sizes[0] ?? 0)
  }

  test.each([
    ['di2000x1000', 1],
    ['oct4000x4000x1000', 16 - 2],
    ['hex_l4000x2000x1000', 8 - 2],
    ['hex_s2000x4000x1000', 8 - 2],
    ['tri2000x3000', 3],
    ['donut_r2000x1000', Math.PI * (1 - 0.25)],
    ['donut_s2000x1000', 3],
    ['donut_sr2000x1000', 4 - Math.PI / 4],
    ['donut_rc4000x2000x500', 8 - 3],
    ['donut_o4000x2000x500', 4 + Math.PI - (2 + Math.PI / 4)],
    ['el4000x2000', Math.PI * 2],
    ['rect4000x2000xc500', 8 - 4 * 0.125],
    ['rect4000x2000xc500x13', 8 - 2 * 0.125],
    ['rect4000x2000xr1000x1', 8 - (1 - Math.PI / 4)],
  ])('the area of %s', (name, expected) => {
    const area = areaOf(name)
    expect(Math.abs((area as number) - expected) / expected).toBeLessThan(0.01)
  })

  test.each([
    ['di4000x2000', ['2,0', '0,1', '-2,0', '0,-1']],
    ['hex_l4000x2000x500', ['2,0', '1.5,1', '-1.5,1', '-2,0', '-1.5,-1', '1.5,-1']],
    ['hex_s2000x4000x500', ['0,2', '1,1.5', '1,-1.5', '0,-2', '-1,-1.5', '-1,1.5']],
    ['oct4000x2000x500', ['1.5,1', '2,0.5', '2,-0.5', '1.5,-1', '-1.5,-1', '-2,-0.5', '-2,0.5', '-1.5,1']],
    ['tri4000x2000', ['0,1', '2,-1', '-2,-1']],
  ])('the corners of %s', (name, corners) => {
    const { points } = job(`$0 ${name}\nP 0 0 0 P 0 0\n`).fills
    const found = new Set<string>()
    for (let at = 0; at < points.length; at += 2) {
      found.add([points[at] ?? 0, -(points[at + 1] ?? 0)].map((value) => Math.round(value * 1e6) / 1e6 + 0).join())
    }
    expect([...found].toSorted()).toEqual(corners.toSorted())
  })

  test('those that are drawn as pads', () => {
    expect(standardSymbol('r500', 0.001)).toEqual({
      shape: { shape: 'circle', width: 0.5, height: 0.5, roundness: 0 },
    })
    expect(standardSymbol('rect20x40', 0.0254)).toEqual({
      shape: { shape: 'rect', width: expect.closeTo(0.508), height: expect.closeTo(1.016), roundness: 0 },
    })
    expect(standardSymbol('rect1000x500xr125', 0.001)).toMatchObject({ shape: { shape: 'roundrect', roundness: 0.25 } })
    expect(standardSymbol('oval1000x500', 0.001)).toMatchObject({ shape: { shape: 'oval' } })
  })

  test.each(['ths100x50x45x4x10', 'donut_s100x50x10', 'rx', 'constructor10', 'null10', 'brick', 'moire1x2x3x4x5x6'])(
    '%s is not drawn',
    (name) => expect(standardSymbol(name, 0.001)).toBeNull(),
  )
})

test('layers are listed by their rows, in whatever order the matrix has them', () => {
  const layer = (row: number, name: string) =>
    `LAYER {\n  ROW=${row}\n  CONTEXT=BOARD\n  TYPE=SIGNAL\n  NAME=${name}\n}\n`
  const layers = `${matrix}${layer(5, 'BOTTOM')}${layer(3, 'INNER1')}${layer(4, 'INNER2')}`
  const { copper } = readJob('$0 r1000\nP 1 1 0 P 0 0\n', {}, '', layers).board
  expect(copper).toEqual(['top', 'inner1', 'inner2', 'bottom'])
})

test('ten symbols that are not drawn are named, and the others counted', () => {
  const names = Array.from({ length: 12 }, (_, index) => `unknown${index + 1}`)
  const features = [
    ...names.map((name, index) => `$${index} ${name}`),
    ...names.map((_, index) => `P 1 1 ${index} P 0 0`),
    'P 2 2 0 P 0 0',
  ]
  const listed = [...names.slice(0, 10)].map((name) => `${name} (${name === 'unknown1' ? '2 times' : '1 time'})`)
  expect(job(`${features.join('\n')}\n`).remarks).toContain(
    `Symbols that are not drawn: ${listed.join(', ')} and 2 more.`,
  )
})

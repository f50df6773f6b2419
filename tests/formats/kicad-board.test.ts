import { describe, expect, test } from 'vitest'

import { factsOfBoard } from '../../src/formats/worker/board-facts'
import { FormatError } from '../../src/formats/format-error'
import { readKicadBoard } from '../../src/formats/kicad/kicad-board'
import { readKicadBoardNets } from '../../src/formats/kicad/kicad-nets'
import { sizeOf } from '../../src/formats/board/outline'
import { hasRealFiles, realFile, sample } from './sample-files'
import { growthOf } from '../support/cpu-growth'

const text = (board: string) => new TextEncoder().encode(board)
const points = (array: Float64Array) => Array.from(array, (value) => Number(value.toFixed(6)))

describe('a board of KiCad 5', () => {
  const board = readKicadBoard(sample('kicad5.kicad_pcb'))

  test('has its nets in order, and counts pads of the same number once', () => {
    expect(board.nets).toEqual([
      { name: 'GND', pins: 2 },
      { name: 'Net-(R1-Pad2)', pins: 1 },
      { name: '/RF_OUT', pins: 1 },
    ])
  })

  test('has a closed outline of lines and arcs, even in random order', () => {
    expect(board.outline).toHaveLength(1)
    const [outline] = board.outline
    expect(outline!.closed).toBe(true)
    const size = sizeOf(board.outline)!
    expect(size.width).toBeCloseTo(50, 9)
    expect(size.height).toBeCloseTo(40, 9)
    // Every point of the corner at the origin is 5 mm from its center, and chords stay within 5 µm of the arc.
    const corner: [number, number][] = []
    for (let at = 0; at < outline!.points.length; at += 2) {
      const [x, y] = [outline!.points[at]!, outline!.points[at + 1]!]
      if (x < 5 && y < 5) corner.push([x, y])
    }
    expect(corner.length).toBeGreaterThan(15)
    for (const [x, y] of corner) expect(Math.hypot(x - 5, y - 5)).toBeCloseTo(5, 9)
    for (const [index, [x, y]] of corner.slice(1).entries()) {
      const [u, v] = corner[index]!
      expect(5 - Math.hypot((x + u) / 2 - 5, (y + v) / 2 - 5)).toBeLessThanOrEqual(0.005)
    }
  })

  test('has footprints and pads at their positions on the board', () => {
    expect(board.footprints[0]).toEqual({
      reference: 'R1',
      value: '50 (1%)',
      library: 'Resistor:R_0402',
      side: 'top',
      x: 10,
      y: 20,
      rotation: 90,
    })
    expect(board.footprints[1]?.side).toBe('bottom')
    const [first, second, through, slot] = board.pads
    // Rotated 90° counterclockwise, with y pointing down, so the pad on the left of the center is now below it.
    expect([first!.x, first!.y].map((value) => Number(value.toFixed(9)))).toEqual([10, 20.5])
    expect(second!.y).toBeCloseTo(19.5, 9)
    expect(first).toMatchObject({ layers: [0], net: 0, shape: 'rect', drill: null })
    expect(through).toMatchObject({ layers: [0, 1], drill: { width: 1, height: 1 } })
    expect(slot!.drill).toEqual({ width: 1, height: 1.5 })
    expect(board.pads.at(-1)).toMatchObject({ number: '', net: -1 })
  })

  test('has tracks, vias and the fill of its zone on their layers', () => {
    expect(points(board.tracks.ends)).toEqual([10, 20.5, 30, 20])
    expect([...board.tracks.layer, ...board.tracks.net]).toEqual([0, 1])
    expect([...board.vias.at, ...board.vias.layers, ...board.vias.net]).toEqual([12, 20, 0, 1, 0])
    expect(points(board.fills.points)).toEqual([1, 1, 49, 1, 49, 39, 1, 39])
    expect([...board.fills.starts, ...board.fills.layer, ...board.fills.net]).toEqual([0, 4, 1, 0])
  })
})

describe('a board of KiCad 9', () => {
  const board = readKicadBoard(sample('kicad9.kicad_pcb'))

  test('lists copper from top to bottom, regardless of the layer numbers', () => {
    expect(board.copper).toEqual(['F.Cu', 'In1.Cu', 'In2.Cu', 'B.Cu'])
    expect(board.layers[0]).toEqual({ name: 'F.Cu', type: 'signal', userName: 'Top' })
    expect(board.thickness).toBe(0.8)
  })

  test('has names with resolved escapes', () => {
    expect(board.nets.map(({ name }) => name)).toEqual(['GND', 'USB_D+', 'USB_D-', 'Net-(U1-PA0/WKUP)', 'say "hi"'])
  })

  test('has a stackup with every sheet of a dielectric', () => {
    expect(board.stackup?.layers).toHaveLength(9)
    expect(board.stackup?.layers.slice(1, 4)).toEqual([
      { name: 'F.Cu', type: 'copper', thickness: 0.035, material: null, dk: null, df: null, copperWeight: null },
      ...[
        {
          name: 'dielectric 1 (1)',
          type: 'prepreg',
          thickness: 0.1,
          material: '2116',
          dk: 4.16,
          df: 0.02,
          copperWeight: null,
        },
        {
          name: 'dielectric 1 (2)',
          type: 'prepreg',
          thickness: 0.05,
          material: '1080',
          dk: 3.9,
          df: 0.018,
          copperWeight: null,
        },
      ],
    ])
  })

  test('has an outline with a hole, an arc of a track, a blind via and a custom pad shape', () => {
    expect(board.outline.map(({ closed }) => closed)).toEqual([true, true])
    const { points: arc, net, layer } = board.arcs
    expect([...net, ...layer]).toEqual([1, 2])
    for (let at = 0; at < arc.length; at += 2) expect(Math.hypot(arc[at]! - 12, arc[at + 1]! - 7)).toBeCloseTo(2, 5)
    expect([...arc.slice(0, 2), ...arc.slice(-2)]).toEqual([12, 5, 14, 7])
    expect([...board.vias.layers]).toEqual([0, 2])
    // The triangle of pad 3, whose tip points down in the file, is at (3, 5) and rotated by 180°.
    expect(points(board.fills.points).slice(0, 8)).toEqual([3.5, 5.5, 2.5, 5.5, 3, 4.5, 3.5, 5.5])
    expect(board.pads[3]!.layers).toEqual([0, 3])
  })
})

test.each([
  ['(0 "F.Cu" signal) (2 "B.Cu" signal) (4 "In1.Cu" signal) (6 "In2.Cu" signal)', ['F.Cu', 'In1.Cu', 'In2.Cu', 'B.Cu']],
  ['(0 Top signal) (1 In1.Cu power) (31 Bottom signal)', ['Top', 'In1.Cu', 'Bottom']],
])('copper %s', (layers, copper) => {
  expect(readKicadBoard(text(`(kicad_pcb (layers ${layers}))`)).copper).toEqual(copper)
})

test('a board of KiCad 10 names nets only at its items, and a quoted number is a name', () => {
  const board = readKicadBoard(sample('kicad10.kicad_pcb'))
  expect(board.nets).toEqual([
    { name: '5', pins: 1 },
    { name: '/clk/in', pins: 1 },
    { name: 'ANT', pins: 0 },
    { name: 'GND', pins: 0 },
  ])
  expect([...board.tracks.net, ...board.vias.net]).toEqual([1, 2])
  expect(factsOfBoard(board, 'KiCad board')).toMatchObject({ hasOutline: false, hasCopper: true, copperLayers: 2 })
})

test('a Bézier curve of the outline runs between its first and last points, as its control points say', () => {
  const curve = '(gr_curve (pts (xy 0 0) (xy 0 8) (xy 8 8) (xy 8 0)) (layer "Edge.Cuts") (width 0.1))'
  const { outline } = readKicadBoard(text(`(kicad_pcb (version 20171130) (layers (0 F.Cu signal)) ${curve})`))
  const found = points(outline[0]!.points)
  expect([...found.slice(0, 2), ...found.slice(-2)].map(Math.abs).toSorted()).toEqual([0, 0, 0, 8])
  // Bernstein polynomials at t = 1/2: x = (0 + 0 + 3 * 8 + 8) / 8, y = (0 + 3 * 8 + 3 * 8 + 0) / 8.
  const middle = found.findIndex((x, at) => at % 2 === 0 && Math.abs(x - 4) < 0.01)
  expect(found[middle + 1]).toBeCloseTo(6, 2)
})

test('an arc of a zone runs through its three points, in as few chords as its tolerance needs', () => {
  const zone = (pts: string) => {
    const filled = `(zone (layer F.Cu) (filled_polygon (layer F.Cu) (pts ${pts})))`
    return points(
      readKicadBoard(text(`(kicad_pcb (version 20221018) (layers (0 F.Cu signal)) ${filled})`)).fills.points,
    )
  }
  const found = zone('(xy 0 0) (arc (start 4 0) (mid 6 2) (end 4 4)) (xy 0 4)')
  // A chord stays within 5 µm of a circle of 2 mm for a step of 2 acos(1 - 0.005 / 2) = 8.1°, so 23 steps of 7.8°.
  expect(found).toHaveLength(2 * (24 + 2))
  expect([...found.slice(0, 4), ...found.slice(-4)]).toEqual([0, 0, 4, 0, 4, 4, 0, 4])
  for (let step = 0; step <= 23; step++) {
    const angle = (step * Math.PI) / 23 - Math.PI / 2
    expect(found[2 * step + 2]).toBeCloseTo(4 + 2 * Math.cos(angle), 5)
    expect(found[2 * step + 3]).toBeCloseTo(2 + 2 * Math.sin(angle), 5)
  }
  // Points on a line have no circle.
  expect(zone('(arc (start 0 0) (mid 1 1) (end 3 3)) (xy 0 3)')).toEqual([0, 0, 1, 1, 3, 3, 0, 3])
  // A curve has at most 360 steps, however large it is.
  expect(zone('(arc (start 0 -1000000) (mid 1000000 0) (end 0 1000000))')).toHaveLength(2 * 361)
})

test('an area has the points of its lines and arcs in order', () => {
  // A half circle with the radius 2 around (2, 0), from (0, 0) over (2, -2) to (4, 0), and two corners.
  const area = '(pts (arc (start 0 0) (mid 2 -2) (end 4 0)) (xy 4 3) (xy 0 3))'
  const { fills } = readKicadBoard(
    text(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)) (net 0 "") (net 1 "A")
      (zone (net 1) (layer "F.Cu") (filled_polygon (layer "F.Cu") ${area})))`),
  )
  const found = points(fills.points)
  expect([...found.slice(0, 2), ...found.slice(-6)].map((value) => value + 0)).toEqual([0, 0, 4, 0, 4, 3, 0, 3])
  const arc = found.slice(0, -4)
  expect(arc.length).toBeGreaterThan(20)
  for (let at = 0; at < arc.length; at += 2) {
    expect(Math.hypot(arc[at]! - 2, arc[at + 1]!)).toBeCloseTo(2, 5)
    if (at > 0) expect(arc[at]).toBeGreaterThan(arc[at - 2]!)
  }
})

describe('a broken board', () => {
  const broken: [content: string, message: string][] = [
    ['', 'KiCad board, line 1: expected "(kicad_pcb" at the beginning, found the end of the file.'],
    ['(kicad_sch)', 'KiCad board, line 1: expected "(kicad_pcb" at the beginning, found "(kicad_sch)".'],
    ['(kicad_pcb\n(net 1 "GND")\n', 'KiCad board, line 3: expected ")", found the end of the file.'],
    [
      '(kicad_pcb\n(net 1 "GND)\n)',
      'KiCad board, line 2: expected a closing quotation mark for the text that begins here, found ""GND)·)".',
    ],
    [
      '(kicad_pcb\n\n(segment (start 1 x) (end 1 1)))',
      'KiCad board, line 3: expected a number, found "x) (end 1 1)))".',
    ],
    ['(kicad_pcb (segment (width 1)))', 'KiCad board, line 1: expected a track with start and end, found ")".'],
    ['(kicad_pcb (gr_arc (start 0 0) (end 1 1) (layer "Edge.Cuts")))', 'expected gr_arc with "mid"'],
    ['(kicad_pcb (via (size 1)))', 'expected a via with a position'],
    ['(kicad_pcb (net))', 'expected the number or the name of a net'],
  ]
  test.each(broken)('%j is reported with its line and cause', (content, message) => {
    expect(() => readKicadBoard(text(content))).toThrow(FormatError)
    expect(() => readKicadBoard(text(content))).toThrow(message)
  })

  test('lists nested a million deep do not overflow the stack', () => {
    const deep = `(kicad_pcb ${'(a '.repeat(1_000_000)}${')'.repeat(1_000_000)})`
    expect(readKicadBoard(text(deep)).nets).toEqual([])
    expect(() => readKicadBoard(text(deep.slice(0, 2_000_000)))).toThrow('expected ")"')
  })
})

test('an outline of thousands of segments that meet in one point takes linear time', () => {
  const star = (pieces: number) => {
    const lines = Array.from(
      { length: pieces },
      (_, at) => `(gr_line (start 0 0) (end ${at + 1} 9) (layer "Edge.Cuts"))`,
    )
    return text(`(kicad_pcb ${lines.join('\n')})`)
  }
  // Linear growth would be a factor of 8, quadratic growth a factor of 64.
  expect(growthOf(readKicadBoard, star(2500), star(20_000))).toBeLessThan(24)
})

test.each(['kicad5.kicad_pcb', 'kicad9.kicad_pcb', 'kicad10.kicad_pcb'])(
  '%s: both readers find the same nets',
  (file) => {
    expect(readKicadBoardNets(sample(file))).toEqual(readKicadBoard(sample(file)).nets)
  },
)

describe.skipIf(!hasRealFiles)('the camera board (needs SAMPLES_DIR)', () => {
  test('has a pad, a via or another track of the same net at every track end', () => {
    const { tracks, arcs, vias, pads, fills } = readKicadBoard(realFile('layout/ov5640-dual-camera-board.kicad_pcb'))
    const places = new Map<number, { x: number; y: number; reach: number }[]>()
    const put = (net: number, x: number, y: number, reach: number) =>
      places.set(net, [...(places.get(net) ?? []), { x, y, reach }])
    for (const { net, x, y, width, height } of pads) put(net, x, y, Math.max(width, height) / 2)
    vias.net.forEach((net, at) => put(net, vias.at[at * 2]!, vias.at[at * 2 + 1]!, vias.diameter[at]! / 2))
    const ends = [...tracks.net].flatMap((net, at) =>
      [0, 2].map((end) => ({ net, at, x: tracks.ends[at * 4 + end]!, y: tracks.ends[at * 4 + end + 1]! })),
    )
    arcs.net.forEach((net, at) => {
      for (const point of [arcs.starts[at]!, arcs.starts[at + 1]! - 1]) {
        put(net, arcs.points[point * 2]!, arcs.points[point * 2 + 1]!, 0.01)
      }
    })
    const loose = ends.filter(({ net, at, x, y }) => {
      const meets = (other: { x: number; y: number }, reach: number) => Math.hypot(other.x - x, other.y - y) <= reach
      const atTrack = ends.some((end) => end.net === net && end.at !== at && meets(end, 0.01))
      return !atTrack && !(places.get(net) ?? []).some((place) => meets(place, place.reach))
    })
    // A few tracks end in the middle of another track or in a zone.
    expect(loose.length).toBeLessThan(ends.length / 50)
    expect(fills.starts.at(-1)).toBe(fills.points.length / 2)
  })

  test('has the size and the thickness that KiCad shows', () => {
    const board = readKicadBoard(realFile('layout/ov5640-dual-camera-board.kicad_pcb'))
    const { width, height } = sizeOf(board.outline)!
    expect([width, height].map((value) => Number(value.toFixed(6)))).toEqual([100, 25])
    const total = board.stackup!.layers.reduce((sum, layer) => sum + (layer.thickness ?? 0), 0)
    expect(total).toBeCloseTo(board.thickness!, 9)
  })
})

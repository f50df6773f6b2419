import { expect, test } from 'vitest'

import { boardPrint } from '../../src/formats/board/board-print'
import { PdfPath } from '../../src/formats/board/pdf-canvas'
import { readKicadBoard } from '../../src/formats/kicad/kicad-board'

const board = readKicadBoard(
  new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))
  (net 0 "") (net 1 "GND") (net 2 "CLK") (gr_rect (start 0 0) (end 40 20) (layer "Edge.Cuts") (width 0.1))
  (footprint "R" (layer "F.Cu") (at 10 10)
    (pad "1" smd roundrect (at 0 0) (size 2 1) (roundrect_rratio 0.25) (layers "F.Cu") (net 2 "CLK"))
    (pad "2" smd circle (at 12 0) (size 1 1) (layers "B.Cu") (net 1 "GND")))
  (segment (start 10 10) (end 20 10.1234567) (width 0.2) (layer "F.Cu") (net 2))
  (zone (net 1) (layer "B.Cu") (filled_polygon (layer "B.Cu") (pts (xy 0 0) (xy 40 0) (xy 40 20)))))`),
)
const colors = {
  ground: '#ffffff',
  outline: '#000000',
  via: '#888800',
  hole: '#eeeeee',
  halo: '#ff00ff',
  layers: ['#aa0000', '#0000aa'],
}

const printed = boardPrint(board, {
  size: { width: 500, height: 300 },
  colors,
  groups: [
    { nets: ['CLK'], color: '#00aa00' },
    { nets: ['+3V3'], color: '#0000ff' },
  ],
})
test.each([
  // 20 × 40 mm of copper, with a margin of a millimeter.
  ['as large as its copper', '(segment (start 10 20) (end 30 60) (width 0.2) (layer "F.Cu") (net 1))', 42 / 22],
  ['square without copper', '', 1],
])('without an outline, a board is %s', (_, content, ratio) => {
  const head = '(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)) (net 0 "") (net 1 "A")'
  const drawn = readKicadBoard(new TextEncoder().encode(`${head} ${content})`))
  const { height } = boardPrint(drawn, { size: { width: 500, height: 2000 }, colors, groups: [] })
  expect(height).toBeCloseTo(500 * ratio, 9)
})

const operators = (content = '') => content.split('\n')

test('a board is as wide as the picture, with a margin, and stands upright', () => {
  expect(printed.width).toBe(500)
  // The board measures 40 × 20 mm and fills 96% of the picture in each direction: 12 points per mm.
  expect(printed.height).toBeCloseTo(250, 9)
  const [, placed] = printed.copper.content.match(/^q 1 J 1 j ([\d. -]+) cm$/gm) ?? []
  // The y axis of the board points down, and that of a PDF up: (20, 10) mm is in the middle of 500 × 250 points.
  expect(placed).toBe('q 1 J 1 j 12 0 0 -12 10 245 cm')
})

test('the copper is dimmed, and stored once for all groups', () => {
  const lines = operators(printed.copper.content)
  // An opacity of 20%, and 28% of that for zones.
  expect(printed.copper.opacities).toEqual({ A1000: 1, A56: 0.056, A200: 0.2 })
  expect(lines).toContain('/A56 gs 0 0 0.667 rg')
  expect(lines.slice(lines.indexOf('/A56 gs 0 0 0.667 rg') + 1)).toEqual(
    expect.arrayContaining(['0 0 m', '40 0 l', '40 20 l', 'h', 'f']),
  )
  expect(printed.copper.content).not.toContain('0 0.667 0 RG')
})

test('the nets of a group have its color, and a group without nets on the board has no picture', () => {
  const [clock, missing] = printed.groups
  expect(missing).toBeNull()
  const lines = operators(clock?.content)
  expect(clock?.opacities).toEqual({ A1000: 1 })
  expect(lines).toContain('10 10 m')
  expect(lines).toContain('20 10.123 l')
  expect(lines.filter((line) => line.startsWith('/A1000 gs 0 0.667 0 RG'))).toHaveLength(2)
  // The outline is drawn over the nets.
  expect(lines.at(-1)).toBe('Q')
  expect(lines.filter((line) => line.startsWith('/A1000 gs 0 0 0 RG'))).toHaveLength(1)
})

test('circles and rounded corners are curves within a thousandth of their radius', () => {
  const curves = (content = '') =>
    [
      ...content.matchAll(
        /^(-?[\d.]+) (-?[\d.]+) l\n(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+) c$/gm,
      ),
    ].map((found) => found.slice(1).map(Number))
  /** The midpoint of a cubic curve. */
  const middle = ([x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0]: number[]) => [
    (x0 + 3 * x1 + 3 * x2 + x3) / 8,
    (y0 + 3 * y1 + 3 * y2 + y3) / 8,
  ]
  // The pad at (22, 10) mm has a radius of 0.5 mm. Its first quarter ends below its center.
  const [circle] = curves(printed.copper.content).filter(([x, y]) => x === 22.5 && y === 10)
  const [x = 0, y = 0] = middle(circle ?? [])
  expect(Math.hypot(x - 22, y - 10)).toBeCloseTo(0.5, 3)
  // The corner of the pad at (10, 10) mm has its center at (10.75, 9.75) mm and a radius of 0.25 mm.
  const [corner] = curves(printed.groups[0]?.content).filter(([atX, atY]) => atX === 10.75 && atY === 9.5)
  const [cornerX = 0, cornerY = 0] = middle(corner ?? [])
  expect(Math.hypot(cornerX - 10.75, cornerY - 9.75)).toBeCloseTo(0.25, 3)
})

test('a corner with a radius of 0 is a point of the path, and any other one is a curve', () => {
  const path = new PdfPath()
  path.moveTo(1, 2)
  path.arcTo(5, 2, 5, 9, 0)
  path.arcTo(5, 9, 1, 9, 2)
  path.closePath()
  // The control points are 4/3 (√2 - 1) = 0.5523 of the way from the ends of the curve to its corner.
  expect(path.toString()).toBe('1 2 m\n5 2 l\n5 7 l\n5 8.105 4.105 9 3 9 c\nh')
})

test('a circle is four curves, each of which begins where the last one ends', () => {
  const path = new PdfPath()
  path.arc(10, 20, 4)
  // The usual distance of the control points is 0.5523 of the radius: 2.209.
  expect(path.toString().split('\n')).toEqual([
    '14 20 l',
    '14 22.209 12.209 24 10 24 c',
    '7.791 24 6 22.209 6 20 c',
    '6 17.791 7.791 16 10 16 c',
    '12.209 16 14 17.791 14 20 c',
  ])
})

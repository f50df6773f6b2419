import { expect, test } from 'vitest'

import { boardSvg } from '../../src/formats/board/board-svg'
import type { Frame } from '../../src/formats/board/board-picture'
import { readKicadBoard } from '../../src/formats/kicad/kicad-board'

const board = readKicadBoard(
  new TextEncoder().encode(`(kicad_pcb (version 20221018)
  (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))
  (net 0 "") (net 1 "GND") (net 2 "<CLK & \\"1\\">")
  (gr_rect (start 0 0) (end 40 20) (layer "Edge.Cuts") (width 0.1))
  (footprint "R" (layer "F.Cu") (at 10 10) (property "Reference" "R1")
    (pad "1" smd rect (at 0 0) (size 2 1) (layers "F.Cu") (net 2 "<CLK & \\"1\\">"))
    (pad "2" smd roundrect (at 4 0) (size 2 1) (roundrect_rratio 0.25) (layers "F.Cu") (net 1 "GND"))
    (pad "3" smd oval (at 8 0) (size 3 1) (layers "F.Cu") (net 1 "GND"))
    (pad "4" smd circle (at 12 0) (size 1 1) (layers "B.Cu") (net 1 "GND")))
  (segment (start 10 10) (end 20 10.1234567) (width 0.2) (layer "F.Cu") (net 2))
  (via (at 20 9) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net 2))
  (zone (net 1) (layer "B.Cu") (filled_polygon (layer "B.Cu") (pts (xy 0 0) (xy 40 0) (xy 40 20)))))`),
)
const frame: Frame = {
  ...{ width: 800, height: 400, ratio: 2, x: 20, y: 10, scale: 10, isFlipped: false, layers: [0, 1] },
  ...{ highlighted: [], component: null },
  colors: { ground: '#fff', outline: '#000', via: '#880', hole: '#eee', halo: '#f0f', layers: ['#a00', '#00a'] },
}
const elements = (svg: string, start: string) => svg.split('\n').filter((line) => line.startsWith(start))

test('a view is a picture in SVG, in its place and with the colors of its layers', () => {
  const svg = boardSvg(board, frame)
  expect(svg).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="800" height="400" viewBox="0 0 800 400">/)
  // (20, 10) mm is in the middle of 800 × 400 pixels.
  expect(svg).toContain('<g transform="matrix(10 0 0 10 200 100)">')
  const paths = elements(svg, '<path')
  expect(paths).toEqual([
    '<path d="M0 0L40 0L40 20Z" fill="#00a" opacity="0.28"/>',
    // A circular pad.
    '<path d="M22.5 10L22.5 10A0.5 0.5 0 1 1 21.5 10A0.5 0.5 0 1 1 22.5 10" fill="#00a"/>',
    '<path d="M10 10L20 10.123457" fill="none" stroke="#a00" stroke-width="0.2" stroke-linecap="round" stroke-linejoin="round"/>',
    [
      '<path d="M10 9.5L11 9.5L11 10.5L9 10.5L9 9.5Z',
      // The corners have a radius of a quarter of the shorter side.
      'M14 9.5L14.75 9.5A0.25 0.25 0 0 1 15 9.75L15 10.25A0.25 0.25 0 0 1 14.75 10.5',
      'L13.25 10.5A0.25 0.25 0 0 1 13 10.25L13 9.75A0.25 0.25 0 0 1 13.25 9.5Z',
      'M18 9.5L19 9.5A0.5 0.5 0 0 1 19.5 10L19.5 10A0.5 0.5 0 0 1 19 10.5',
      'L17 10.5A0.5 0.5 0 0 1 16.5 10L16.5 10A0.5 0.5 0 0 1 17 9.5Z" fill="#a00"/>',
    ].join(''),
    '<path d="M20.3 9L20.3 9A0.3 0.3 0 1 1 19.7 9A0.3 0.3 0 1 1 20.3 9" fill="#880"/>',
    '<path d="M20.15 9L20.15 9A0.15 0.15 0 1 1 19.85 9A0.15 0.15 0 1 1 20.15 9" fill="#eee"/>',
    expect.stringMatching(/^<path d="M0 0L40 0L40 20L0 20(?:L0 0)?Z" fill="none" stroke="#000" stroke-width="0.15"/),
  ])
})

test('a view from below is mirrored, hidden layers are omitted, and other nets are dimmed', () => {
  const svg = boardSvg(board, {
    ...frame,
    ...{ isFlipped: true, layers: [0], highlighted: [{ nets: ['<CLK & "1">'], color: '#0a0' }] },
  })
  expect(svg).toContain('<g transform="matrix(-10 0 0 10 600 100)">')
  expect(svg).not.toContain('#00a"')
  expect(svg).not.toContain('CLK')
  expect(elements(svg, '<path').filter((line) => line.includes('stroke="#0a0"'))).toHaveLength(2)
  expect(elements(svg, '<path').filter((line) => line.includes('opacity="0.2"'))).not.toHaveLength(0)
})

test('the corners of a pad have a radius of its share of the shorter side, at most half of it', () => {
  const pad = (ratio: number) => {
    const drawn = readKicadBoard(
      new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal))
        (footprint "R" (layer "F.Cu") (at 10 10)
          (pad "1" smd roundrect (at 0 0) (size 8 4) (roundrect_rratio ${ratio}) (layers "F.Cu"))))`),
    )
    const [path = ''] = elements(boardSvg(drawn, frame), '<path')
    return path.split('"')[1]
  }
  // A quarter of 4 mm.
  expect(pad(0.25)).toBe('M10 8L13 8A1 1 0 0 1 14 9L14 11A1 1 0 0 1 13 12L7 12A1 1 0 0 1 6 11L6 9A1 1 0 0 1 7 8Z')
  expect(pad(0.75)).toBe(pad(0.5))
  expect(pad(0)).toBe('M10 8L14 8L14 12L6 12L6 8Z')
})

test('a curved track is drawn with its width, and in the color of its net', () => {
  const curved = readKicadBoard(
    new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal) (31 "B.Cu" signal))
      (net 0 "") (net 1 "GND") (net 2 "CLK")
      (arc (start 5 5) (mid 7 3) (end 9 5) (width 0.3) (layer "F.Cu") (net 2))
      (arc (start 15 5) (mid 17 3) (end 19 5) (width 0.4) (layer "B.Cu") (net 1)))`),
  )
  const strokes = (shown: Partial<Frame>) =>
    elements(boardSvg(curved, { ...frame, ...shown }), '<path').map((path) => {
      const [, d = '', color = '', width = ''] =
        /^<path d="(M[^"]+)" fill="none" stroke="([^"]+)" stroke-width="([^"]+)"/.exec(path) ?? []
      const points = d.split(/[ML]/).slice(1)
      return { color, width, points: points.map((point) => point.split(' ').map(Number)) }
    })
  const all = strokes({})
  expect(all.map(({ color, width }) => [color, width])).toEqual([
    ['#00a', '0.4'],
    ['#a00', '0.3'],
  ])
  const lit = strokes({ highlighted: [{ nets: ['CLK'], color: '#0a0' }] }).filter(({ color }) => color === '#0a0')
  // Highlighted copper has a halo, which is drawn before it.
  expect(lit.map(({ width }) => width)).toEqual([expect.stringMatching(/^0\.\d+$/), '0.3'])
  expect(lit.map(({ points: own }) => own)).toEqual([all[1]?.points, all[1]?.points])
  // A half circle with a radius of 2 mm around (7, 5).
  const points = lit[1]?.points ?? []
  expect(points.length).toBeGreaterThan(10)
  expect([points[0], points.at(-1)]).toEqual([
    [5, 5],
    [9, 5],
  ])
  for (const [x = 0, y = 0] of points) {
    expect(Math.hypot(x - 7, y - 5)).toBeCloseTo(2, 5)
    expect(y).toBeLessThanOrEqual(5)
  }
})

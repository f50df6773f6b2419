import { describe, expect, test } from 'vitest'

import type { Board } from '../../src/formats/board/board'
import { copperAt } from '../../src/formats/board/board-lookup'
import type { Frame } from '../../src/formats/board/board-picture'
import { boardSvg } from '../../src/formats/board/board-svg'
import { readIpc2581 } from '../../src/formats/ipc2581/ipc2581'
import { readKicadBoard } from '../../src/formats/kicad/kicad-board'
import { readJob } from './odb/odb-job'
import { pixelsOf } from './svg-pixels'

/**
 * The same board of 20 by 10 mm in three formats, with y pointing up from 0 to 10. The net SIG has a square pad at
 * (2, 3), a track on the top layer to a via at (18, 3), and a track on the bottom layer from there to (18, 8). GND has a
 * round pad at (5, 7) on the top layer and an area from (4, 1) to (8, 5) on the bottom layer. These pads belong to R1.
 * R2 has a square pad of SIG at (12, 8) and, at (16, 8), one of GND whose shape is a square that stands on its corner.
 */
const kicad = () =>
  readKicadBoard(
    new TextEncoder().encode(`(kicad_pcb (version 20221018)
      (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))
      (net 0 "") (net 1 "SIG") (net 2 "GND")
      (gr_rect (start 0 -10) (end 20 0) (layer "Edge.Cuts") (width 0.1))
      (footprint "R" (layer "F.Cu") (at 2 -3) (property "Reference" "R1")
        (pad "1" smd rect (at 0 0) (size 2 2) (layers "F.Cu") (net 1 "SIG"))
        (pad "2" smd circle (at 3 -4) (size 2 2) (layers "F.Cu") (net 2 "GND")))
      (footprint "R" (layer "F.Cu") (at 12 -8) (property "Reference" "R2")
        (pad "1" smd rect (at 0 0) (size 2 2) (layers "F.Cu") (net 1 "SIG"))
        (pad "2" smd custom (at 4 0) (size 1 1) (layers "F.Cu") (net 2 "GND")
          (primitives (gr_poly (pts (xy -1 0) (xy 0 1) (xy 1 0) (xy 0 -1)) (width 0) (fill yes)))))
      (segment (start 2 -3) (end 18 -3) (width 0.4) (layer "F.Cu") (net 1))
      (segment (start 18 -3) (end 18 -8) (width 0.4) (layer "B.Cu") (net 1))
      (via (at 18 -3) (size 1) (drill 0.4) (layers "F.Cu" "B.Cu") (net 1))
      (zone (net 2) (layer "B.Cu") (filled_polygon (layer "B.Cu") (pts (xy 4 -1) (xy 8 -1) (xy 8 -5) (xy 4 -5)))))`),
  )

const rectangle = (left: number, bottom: number, right: number, top: number) =>
  `<Polygon><PolyBegin x="${left}" y="${bottom}"/><PolyStepSegment x="${right}" y="${bottom}"/>
   <PolyStepSegment x="${right}" y="${top}"/><PolyStepSegment x="${left}" y="${top}"/></Polygon>`
const ipcLine = (points: string) =>
  `<Features><Line ${points}><LineDesc lineWidth="0.4" lineEnd="ROUND"/></Line></Features>`
const ipcPad = (x: number, y: number, shape: string, pinRef = '') =>
  `<Pad><Location x="${x}" y="${y}"/>${shape}${pinRef}</Pad>`
const pinOf = (component: string, pin: number) => `<PinRef componentRef="${component}" pin="${pin}"/>`
const ipc2581 = () =>
  readIpc2581(
    new TextEncoder().encode(`<IPC-2581 revision="C"><Ecad><CadHeader units="MILLIMETER"/><CadData>
      <Layer name="TOP" layerFunction="SIGNAL" side="TOP"/><Layer name="BOT" layerFunction="SIGNAL" side="BOTTOM"/>
      <Layer name="DRILL" layerFunction="DRILL"><Span fromLayer="TOP" toLayer="BOT"/></Layer>
      <Step name="pcb"><Profile>${rectangle(0, 0, 20, 10)}</Profile>
      <Component refDes="R1" packageRef="R" layerRef="TOP"><Location x="2" y="3"/></Component>
      <Component refDes="R2" packageRef="R" layerRef="TOP"><Location x="12" y="8"/></Component>
      <LayerFeature layerRef="TOP">
        <Set net="SIG">${ipcPad(2, 3, '<RectCenter width="2" height="2"/>', pinOf('R1', 1))}
          ${ipcPad(12, 8, '<RectCenter width="2" height="2"/>', pinOf('R2', 1))}
          ${ipcLine('startX="2" startY="3" endX="18" endY="3"')}${ipcPad(18, 3, '<Circle diameter="1"/>')}</Set>
        <Set net="GND">${ipcPad(5, 7, '<Circle diameter="2"/>', pinOf('R1', 2))}
          ${ipcPad(16, 8, '<Diamond width="2" height="2"/>', pinOf('R2', 2))}</Set>
      </LayerFeature>
      <LayerFeature layerRef="BOT">
        <Set net="SIG">${ipcLine('startX="18" startY="3" endX="18" endY="8"')}${ipcPad(18, 3, '<Circle diameter="1"/>')}</Set>
        <Set net="GND"><Features><Contour>${rectangle(4, 1, 8, 5)}</Contour></Features></Set>
      </LayerFeature>
      <LayerFeature layerRef="DRILL">
        <Set net="SIG"><Hole name="H" diameter="0.4" platingStatus="VIA" x="18" y="3"/></Set>
      </LayerFeature></Step></CadData></Ecad></IPC-2581>`),
  )

const file = (...lines: string[]) => ['UNITS=MM', ...lines, ''].join('\n')
const surface = (left: number, bottom: number, right: number, top: number) => [
  'S P 0',
  `OB ${left} ${bottom} I`,
  ...[`OS ${left} ${top}`, `OS ${right} ${top}`, `OS ${right} ${bottom}`, `OS ${left} ${bottom}`],
  ...['OE', 'SE'],
]
const odb = () =>
  readJob({
    'steps/pcb/profile': file(...surface(0, 0, 20, 10)),
    'steps/pcb/layers/comp_+_top/components': file(
      'CMP 0 2 3 0 N R1 R ;',
      'TOP 0 2 3 0 N 0 0 1',
      'TOP 1 5 7 0 N 1 0 2',
      'CMP 0 12 8 0 N R2 R ;',
      'TOP 0 12 8 0 N 0 0 1',
      'TOP 1 16 8 0 N 1 0 2',
    ),
    'steps/pcb/layers/top/features': file(
      ...['$0 r400', '$1 s2000', '$2 r1000', '$3 r2000', '$4 di2000x2000'],
      ...['L 2 3 18 3 0 P 0', 'P 2 3 1 P 0 0', 'P 18 3 2 P 0 0', 'P 5 7 3 P 0 0', 'P 12 8 1 P 0 0', 'P 16 8 4 P 0 0'],
    ),
    'steps/pcb/layers/bot/features': file(
      ...['$0 r400', '$1 r1000', 'L 18 3 18 8 0 P 0', 'P 18 3 1 P 0 0'],
      ...surface(4, 1, 8, 5),
    ),
    'steps/pcb/layers/drill/features': file('$0 r400', 'P 18 3 0 P 0 0'),
    'steps/pcb/eda/data': [
      'LYR top bot drill',
      ...['NET SIG', 'SNT TRC', 'FID C 0 0', 'FID C 1 0', 'SNT VIA', 'FID C 0 2', 'FID C 1 1', 'FID H 2 0'],
      ...['SNT TOP T 0 0', 'FID C 0 1', 'SNT TOP T 1 0', 'FID C 0 4'],
      ...['NET GND', 'SNT TOP T 0 1', 'FID C 0 3', 'SNT PLN S', 'FID C 1 2', 'SNT TOP T 1 1', 'FID C 0 5'],
    ].join('\n'),
  })

const lit = '#00ff00'
/** The color at a position of the board, seen with all layers. */
function pixelsWith(board: Board, shown: Pick<Frame, 'highlighted' | 'component'>) {
  const svg = boardSvg(board, {
    ...{ width: 400, height: 200, ratio: 1, x: 10, y: -5, scale: 20, isFlipped: false, layers: [0, 1], ...shown },
    colors: {
      ground: '#ffffff',
      outline: '#000000',
      via: '#888800',
      hole: '#ffffff',
      halo: lit,
      layers: ['#aa0000', '#0000aa'],
    },
  })
  return pixelsOf({ svg, size: { width: 20 } })
}

/** Whether a highlighted net covers each place, seen with all layers. */
async function litAt(board: Board, nets: string[], places: [number, number][]) {
  const pixel = await pixelsWith(board, { highlighted: [{ nets, color: lit }], component: null })
  return places.map(([x, y]) => {
    const { red, green, blue } = pixel(x, 10 - y)
    return green > red + 30 && green > blue + 30
  })
}

/** The net of the copper at a place, as for a click on it. */
function netAt(board: Board, [x, y]: [number, number], layer: number): string | null {
  const found = copperAt(board, { at: { x, y: -y }, reach: 0.05, layers: [layer] })
  return found && (board.nets[found.net]?.name ?? '')
}

const ofSignal: [number, number][] = [
  ...([
    [1.2, 2.2],
    [2.8, 3.8],
  ] as [number, number][]), // the pad
  ...([
    [10, 3],
    [10, 3.15],
  ] as [number, number][]), // the track on the top layer
  ...([
    [18, 5],
    [18.15, 7.5],
  ] as [number, number][]), // the track on the bottom layer
  [18.4, 3], // the via
]
const ofGround: [number, number][] = [
  [5, 7],
  [5.7, 7.5],
  [6, 2],
  [7.8, 4.8],
]
/** Places on the pads of R1 and R2. The last one is on the corner of the pad that is not a standard shape. */
const ofFirst: [number, number][] = [
  [1.2, 2.2],
  [5.7, 7.5],
]
const ofSecond: [number, number][] = [
  [12.8, 8.8],
  [16, 8],
  [16.7, 8.15],
]
const ofNothing: [number, number][] = [
  [12, 6],
  [10, 3.5],
  [18, 3],
  [19, 9],
  [6.2, 7.1],
]

describe.each([
  ['KiCad', kicad],
  ['IPC-2581', ipc2581],
  ['ODB++', odb],
])('on a board in %s', (_, read) => {
  const board = read()

  test.each([
    ['SIG', ofSignal, ofGround],
    ['GND', ofGround, ofSignal],
  ])('the copper of the net %s is lit, and no other', async (net, own, others) => {
    expect(await litAt(board, [net], own)).toEqual(own.map(() => true))
    const dark = [...others, ...ofNothing]
    expect(await litAt(board, [net], dark)).toEqual(dark.map(() => false))
  })

  test('no copper is lit without a highlighted net, and all of it with both', async () => {
    const copper = [...ofSignal, ...ofGround]
    expect(await litAt(board, [], copper)).toEqual(copper.map(() => false))
    expect(await litAt(board, ['SIG', 'GND'], copper)).toEqual(copper.map(() => true))
  })

  test('the pads of the selected component are lit in the color of the selection, and other copper is dimmed', async () => {
    const colorsAt = async (reference: string, places: [number, number][]) => {
      const component = board.footprints.findIndex((footprint) => footprint.reference === reference)
      const pixel = await pixelsWith(board, { highlighted: [], component })
      return places.map(([x, y]) => pixel(x, 10 - y))
    }
    const selected = { red: 0, green: 255, blue: 0, alpha: 255 }
    // A fifth of #aa0000 on white.
    const dimmed = { red: 238, green: 204, blue: 204, alpha: 255 }
    expect(await colorsAt('R1', ofFirst)).toEqual(ofFirst.map(() => selected))
    expect(
      await colorsAt('R1', [
        [12.8, 8.8],
        [10, 3],
      ]),
    ).toEqual([dimmed, dimmed])
    expect(await colorsAt('R2', ofSecond)).toEqual(ofSecond.map(() => selected))
    expect(await colorsAt('R2', [...ofFirst, [10, 3]])).toEqual([dimmed, dimmed, dimmed])
  })

  test('a component without pads leaves the drawing as it is', async () => {
    const pixel = await pixelsWith(board, { highlighted: [], component: 9 })
    expect(pixel(1.2, 7.8)).toEqual({ red: 170, green: 0, blue: 0, alpha: 255 })
  })

  test('the net of the copper at a place is found by layer', () => {
    expect(
      [
        [2, 3],
        [10, 3],
        [18.4, 3],
      ].map(([x = 0, y = 0]) => netAt(board, [x, y], 0)),
    ).toEqual(['SIG', 'SIG', 'SIG'])
    expect(netAt(board, [18, 6], 1)).toBe('SIG')
    expect(netAt(board, [18, 6], 0)).toBeNull()
    expect(netAt(board, [5.9, 7], 0)).toBe('GND')
    expect(netAt(board, [6, 3], 1)).toBe('GND')
    expect(netAt(board, [12, 7], 1)).toBeNull()
  })
})

test('a through-hole pad keeps its hole when its net or its component is lit', async () => {
  const board = readKicadBoard(
    new TextEncoder().encode(`(kicad_pcb (version 20221018)
      (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user)) (net 0 "") (net 1 "SIG")
      (gr_rect (start 0 -10) (end 20 0) (layer "Edge.Cuts") (width 0.1))
      (footprint "J" (layer "F.Cu") (at 4 -4) (property "Reference" "J1")
        (pad "1" thru_hole circle (at 0 0) (size 3 3) (drill 1) (layers "*.Cu") (net 1 "SIG"))))`),
  )
  for (const shown of [
    { highlighted: [{ nets: ['SIG'], color: lit }], component: null },
    { highlighted: [], component: 0 },
  ]) {
    const pixel = await pixelsWith(board, shown)
    expect(pixel(4, 6)).toEqual({ red: 255, green: 255, blue: 255, alpha: 255 })
    expect(pixel(5, 6)).toEqual({ red: 0, green: 255, blue: 0, alpha: 255 })
  }
})

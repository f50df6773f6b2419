import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { sizeOf } from '../../../src/formats/board/outline'
import { readBoard } from '../../../src/formats/boards'
import { IpcDictionaries } from '../../../src/formats/ipc2581/ipc2581-dictionaries'
import { standardShape } from '../../../src/formats/ipc2581/ipc2581-shapes'
import { readIpc2581 } from '../../../src/formats/ipc2581/ipc2581'
import { boardFacts } from '../../../src/formats/worker/board-facts'
import { hasRealFiles, hasZstd, realFile } from '../sample-files'

const bytesOf = (name: string) => new Uint8Array(readFileSync(path.join(import.meta.dirname, 'ipc2581', name)))
const boardOf = (name: string) => {
  const read = readBoard(name, bytesOf(name))
  if (!read) throw new Error(`${name} is not recognized.`)
  return read.board
}
const typesOf = (name: string) => boardOf(name).stackup?.layers.map(({ type }) => type)

/** All expected values are taken from the comments and numbers in these files. */
describe('IPC-2581', () => {
  test('A, in the style of Cadence: nets at the pads, mils, and pins without a net', () => {
    const board = boardOf('cadence-a.xml')
    expect(board.nets).toEqual([
      { name: 'GND', pins: 1, parts: ['U1'] },
      { name: 'DDR_CLK_P', pins: 1, parts: ['U1'] },
    ])
    expect(board.copper).toEqual(['TOP', 'GND_PLANE', 'BOTTOM'])
    expect(sizeOf(board.outline)).toEqual({
      width: expect.closeTo(50.8, 9) as number,
      height: expect.closeTo(25.4, 9) as number,
    })
    expect(board.vias.diameter[0]).toBeCloseTo(24 * 0.0254, 9)
    expect(board.vias.drill[0]).toBeCloseTo(12 * 0.0254, 9)
    expect([...board.vias.layers]).toEqual([0, 2])
    expect(board.pads.map(({ number, shape, net }) => [number, shape, net])).toEqual([
      ['1', 'rect', 0],
      ['2', 'oval', 1],
      ['3', 'rect', -1],
    ])
    // In this revision, the components follow the pads.
    expect(board.pads.map(({ footprint }) => board.footprints[footprint]?.reference)).toEqual(['U1', 'U1', 'U1'])
    expect(board.pads[0]).toMatchObject({ x: expect.closeTo(25.4, 9) as number, rotation: 90, layers: [0] })
    expect(typesOf('cadence-a.xml')).toEqual(['soldermask', 'copper', 'dielectric', 'copper', 'copper'])
    expect(board.stackup?.layers[2]?.thickness).toBeCloseTo(0.7112, 9)
  })

  test('the layers of the stackup are in the order of their sequence numbers, not in that of the file', () => {
    const layer = (name: string, sequence: number) =>
      `<StackupLayer layerOrGroupRef="${name}" thickness="1" sequence="${sequence}"/>`
    const text = `<IPC-2581 revision="C"><Ecad><CadHeader units="MILLIMETER"/><CadData>
      <Layer name="BOTTOM" layerFunction="CONDUCTOR" side="BOTTOM"/><Layer name="TOP" layerFunction="CONDUCTOR" side="TOP"/>
      <Stackup name="s"><StackupGroup name="g">${layer('BOTTOM', 2)}${layer('TOP', 1)}</StackupGroup></Stackup>
      <Step name="board"/></CadData></Ecad></IPC-2581>`
    const { copper, stackup } = readIpc2581(new TextEncoder().encode(text))
    expect(copper).toEqual(['TOP', 'BOTTOM'])
    expect(stackup?.layers.map(({ name }) => name)).toEqual(['TOP', 'BOTTOM'])
  })

  test('B, in the style of Altium: inches, pad stacks, holes in pads and vias', () => {
    const board = boardOf('altium-b.cvg')
    expect(board.nets).toEqual([
      { name: 'VCC', pins: 2, parts: ['J1', 'R1'] },
      { name: 'NetJ1_2', pins: 1, parts: ['J1'] },
    ])
    expect(sizeOf(board.outline)).toEqual({
      width: expect.closeTo(25.4, 9) as number,
      height: expect.closeTo(12.7, 9) as number,
    })
    expect(board.pads.map(({ shape, drill }) => [shape, drill?.width])).toEqual([
      ['circle', expect.closeTo(0.762, 9)],
      ['roundrect', undefined],
    ])
    expect(board.pads[1]?.roundness).toBeCloseTo(0.25, 9)
    expect([...board.vias.drill]).toEqual([expect.closeTo(0.3048, 9)])
    expect([...board.tracks.width]).toEqual([expect.closeTo(0.254, 9)])
    expect(board.footprints.map(({ reference, side }) => [reference, side])).toEqual([
      ['J1', 'top'],
      ['R1', 'bottom'],
    ])
    expect(typesOf('altium-b.cvg')).toEqual(['silkscreen', 'soldermask', 'copper', 'prepreg', 'copper'])
  })

  test('B, in the style of Mentor: a round board with a cutout, and an arc', () => {
    const board = boardOf('mentor-b.txt')
    expect(board.nets).toEqual([{ name: 'PCIE_TX0_N', pins: 1, parts: ['C1'] }])
    expect(board.outline).toHaveLength(2)
    expect(sizeOf(board.outline)?.width).toBeCloseTo(20, 2)
    expect([...board.arcs.layer]).toEqual([1])
    // A quarter circle from (5, 0) to (0, 5). In the file, y points up; on the board, it points down, so y is negative.
    const middle = board.arcs.points.length / 2
    expect(Math.hypot(board.arcs.points[0] ?? 0, board.arcs.points[1] ?? 0)).toBeCloseTo(5, 9)
    expect(board.arcs.points.at(-1)).toBeCloseTo(-5, 9)
    expect(board.arcs.points[middle - (middle % 2)]).toBeGreaterThan(0)
    expect(typesOf('mentor-b.txt')).toEqual(['soldermask', 'copper', 'prepreg', 'copper', 'core', 'copper'])
  })

  test('a dictionary has units of its own', () => {
    const area = '<PolyBegin x="0" y="0"/><PolyStepSegment x="1000" y="0"/><PolyStepSegment x="1000" y="2000"/>'
    const entry = `<EntryUser id="area"><UserSpecial><Contour><Polygon>${area}</Polygon></Contour></UserSpecial></EntryUser>`
    const placed = '<Features><Location x="10" y="20"/><UserPrimitiveRef id="area"/></Features>'
    const xml =
      `<IPC-2581 revision="B"><Content><DictionaryUser units="MICRON">${entry}</DictionaryUser></Content>` +
      '<Ecad><CadHeader units="MILLIMETER"/><CadData><Layer name="TOP" layerFunction="SIGNAL" side="TOP"/><Step name="s">' +
      `<LayerFeature layerRef="TOP"><Set net="A">${placed}</Set></LayerFeature></Step></CadData></Ecad></IPC-2581>`
    const points = [...readIpc2581(new TextEncoder().encode(xml)).fills.points].map((value) => Number(value.toFixed(6)))
    // 1 mm to the right of (10, 20), and 2 mm up.
    expect(points.slice(0, 6)).toEqual([10, -20, 11, -20, 11, -22])
  })

  test('is recognized by content, whatever its extension', () => {
    for (const name of ['cadence-a.xml', 'altium-b.cvg', 'mentor-b.txt', 'board']) {
      expect(boardFacts(name, bytesOf(name === 'board' ? 'cadence-a.xml' : name))).toMatchObject({ format: 'IPC-2581' })
    }
  })

  test.skipIf(!hasRealFiles || !hasZstd)('C, a real board exported by KiCad (needs SAMPLES_DIR)', () => {
    const read = readBoard('board.xml', new Uint8Array(realFile('layout/DM0002-ipc2581c.xml.zst')))
    const { copper, nets, footprints, vias, outline, pads } = read?.board ?? boardOf('')
    // Counted with Python's xml.etree: Component elements, Hole elements with platingStatus VIA, distinct Set nets.
    expect(footprints).toHaveLength(59)
    expect(vias.net).toHaveLength(60)
    expect(copper).toEqual(['F.Cu', 'In1.Cu', 'In2.Cu', 'B.Cu'])
    expect(nets).toHaveLength(64)
    expect(sizeOf(outline)?.width).toBeCloseTo(15, 6)
    expect(pads.every(({ width, height }) => width > 0 && height > 0)).toBe(true)
  })
})

test('a standard primitive without round corners has none, and its size is in millimeters', () => {
  const size = { width: '2', height: '1' }
  expect(standardShape('RectCenter', size, 25.4)).toEqual({
    shape: { shape: 'rect', width: 50.8, height: 25.4, roundness: 0 },
  })
  expect(standardShape('Oval', size, 1)).toEqual({ shape: { shape: 'oval', width: 2, height: 1, roundness: 0 } })
  // A radius of a quarter of the shorter side.
  expect(standardShape('RectRound', { ...size, radius: '0.25' }, 1)).toMatchObject({
    shape: { roundness: 0.25 },
  })
})

test('a line whose width is not defined has no width', () => {
  const dictionaries = new IpcDictionaries()
  dictionaries.opened['EntryLineDesc']?.({ id: 'thin' })
  dictionaries.defineLineWidth(0.1)
  expect(dictionaries.lineWidth('thin')).toBe(0.1)
  expect(dictionaries.lineWidth('other')).toBe(0)
})

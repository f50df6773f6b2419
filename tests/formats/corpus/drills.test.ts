import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { fabricationFiles } from '../../../src/formats/gerber/fabrication'
import { type FabricationPicture, renderFabrication } from '../../../src/formats/gerber/gerber-renderer'
import { hasRealFile, realFile, sample, samples } from '../sample-files'
import measured from './gerbonara-drills.json'

type Measured = { holes: Record<string, number>; slots: Record<string, number>; edges: number[] }
const files = Object.entries(measured.files as unknown as Record<string, Measured>)

/** Where a real file is: in a zip with its set, or in a folder of its own. */
const real = (name: string) =>
  name.startsWith('si-test') ? `gerber/diffpair/${name}` : `gerber/${name.split('/')[0]!}`
const isReal = (name: string) => name.includes('/') || name.startsWith('si-test')

function bytesOf(name: string): Uint8Array {
  if (isReal(name)) return new Uint8Array(realFile(real(name)))
  return samples.includes(name) ? sample(name) : readFileSync(path.join(import.meta.dirname, 'drills', name))
}

/** In mm, without the noise of floating-point numbers. */
const rounded = (value: number) => String(Number(value.toFixed(4)))

/** The number of holes of each diameter, and of the pieces of slots of each width, in mm. */
function shapesOf({ svg, size }: FabricationPicture): Pick<Measured, 'holes' | 'slots'> {
  const unit = size.width / Number(/viewBox="\S+ \S+ (\S+)/.exec(svg)?.[1])
  const circles = svg.matchAll(/<circle cx="0" cy="0" r="([^"]+)" id="([^"]+)"/g)
  const diameters = new Map([...circles].map(([, radius, id]) => [id, rounded(2 * Number(radius) * unit)]))
  const holes: Record<string, number> = {}
  for (const [, id] of svg.matchAll(/<use xlink:href="#([^"]+)"/g)) {
    const diameter = diameters.get(id) ?? 'not a circle'
    holes[diameter] = (holes[diameter] ?? 0) + 1
  }
  const slots: Record<string, number> = {}
  for (const [, path = '', width] of svg.matchAll(/<path d="([^"]+)" fill="none" stroke-width="([^"]+)"/g)) {
    const diameter = rounded(Number(width) * unit)
    const points = (path.match(/[\d.]+ [\d.]+/g) ?? []).length
    const pieces = points - (path.match(/M/g) ?? []).length
    slots[diameter] = (slots[diameter] ?? 0) + pieces
  }
  return { holes, slots }
}

describe('a drill file is drawn with the holes and slots that gerbonara measures (real files need SAMPLES_DIR)', () => {
  for (const [name, { edges, ...shapes }] of files) {
    test.skipIf(isReal(name) && !hasRealFile(real(name)))(name, async () => {
      const [outer = '', inner = outer] = name.split('/')
      const drill = fabricationFiles(outer, bytesOf(name)).filter((file) => file.name === inner)
      const { boards, failures } = await renderFabrication(drill, { strays: () => () => {} })
      expect(failures).toEqual([])
      const [layer] = boards.flatMap(({ layers }) => layers)
      if (!layer) throw new Error('There is no layer.')
      expect(shapesOf(layer)).toEqual(shapes)
      const { left, bottom, right, top } = layer.box
      // On the picture, y points down.
      const found = [left, -bottom, right, -top]
      expect(found).toEqual(edges.map((edge) => expect.closeTo(edge, 4) as number))
    })
  }
})

/** Drill files that gerbonara does not read: with G85, or without a statement about zeros. The dimensions are by hand. */
describe('a drill file', () => {
  const drawn = async (...lines: string[]) => {
    const text = ['M48', ...lines, 'M30'].join('\n')
    const files = fabricationFiles('board.drl', new TextEncoder().encode(text))
    const { boards, failures } = await renderFabrication(files, { strays: () => () => {} })
    expect(failures).toEqual([])
    const layer = boards[0]!.layers[0]!
    const { left, bottom, right, top } = layer.box
    return { ...shapesOf(layer), edges: [left, -bottom, right, -top].map(rounded).join(' '), notes: boards[0]!.notes }
  }

  // Slots from (2, 3) to (5, 3) and from (5, 6) to (5, 8) mm, 1 mm wide, and a hole of 0.6 mm at (1, 1) mm.
  test.each([
    [
      'decimal',
      ['METRIC,TZ', 'T1C1.0', 'T2C0.6', '%', 'T1', 'X2.0Y3.0G85X5.0Y3.0', 'X5.0Y6.0G85X5.0Y8.0', 'T2', 'X1.0Y1.0'],
    ],
    [
      'trailing-zero',
      ['METRIC,TZ', 'T1C1.0', 'T2C0.6', '%', 'T1', 'X2000Y3000G85X5000', 'X5000Y6000G85Y8000', 'T2', 'X1000Y1000'],
    ],
    [
      'leading-zero',
      ['METRIC,LZ', 'T1C1.0', 'T2C0.6', '%', 'T1', 'X002Y003G85X005', 'X005Y006G85Y008', 'T2', 'X001Y001'],
    ],
  ])('has G85 slots with %s coordinates', async (_, lines) => {
    expect(await drawn(...lines)).toEqual({ holes: { '0.6': 1 }, slots: { 1: 2 }, edges: '0.7 0.7 5.5 8.5', notes: [] })
  })

  // Holes of 0.8 mm or 0.04 inch at (1, 2), (1.25, 2) and (1.25, 0.75) times ten mm or one inch.
  const metric = { holes: { '0.8': 3 }, slots: {}, edges: '9.6 7.1 12.9 20.4', notes: [] }
  const inch = { holes: { '1.016': 3 }, slots: {}, edges: '24.892 18.542 32.258 51.308', notes: [] }
  test.each([
    ['all digits in mm', ['METRIC', 'T1C0.8', '%', 'T1', 'X010000Y020000', 'X012500Y020000', 'Y007500'], metric],
    ['trailing zeros in mm', ['METRIC', 'T1C0.8', '%', 'T1', 'X10000Y20000', 'X12500Y20000', 'Y7500'], metric],
    ['leading zeros in mm', ['M71', 'T1C0.8', '%', 'T1', 'X01Y02', 'X0125Y02', 'Y0075'], metric],
    ['all digits in inches', ['M72', 'T1C0.04', '%', 'T1', 'X010000Y020000', 'X012500Y020000', 'Y007500'], inch],
    ['trailing zeros in inches', ['INCH', 'T1C0.04', '%', 'T1', 'X10000Y20000', 'X12500Y20000', 'Y7500'], inch],
    ['leading zeros in inches', ['INCH', 'T1C0.04', '%', 'T1', 'X01Y02', 'X0125Y02', 'Y0075'], inch],
  ])('has %s, without a statement about zeros', async (_, lines, expected) => {
    expect(await drawn(...lines)).toEqual(expected)
  })

  test('without a unit is in inches, with a note', async () => {
    const notes = ['board.drl states no unit: its dimensions are read as inches.']
    const kept = ['T1C0.04', '%', 'T1', 'X01Y02', 'X0125Y02', 'Y0075']
    const suppressed = ['T1C0.04', '%', 'T1', 'X10000Y20000', 'X12500Y20000', 'Y7500']
    expect(await drawn(...kept)).toEqual({ ...inch, notes })
    expect(await drawn(...suppressed)).toEqual({ ...inch, notes })
    const decimal = ['T1C0.04', '%', 'T1', 'X1.0Y2.0', 'X1.25Y2.0', 'Y0.75']
    expect(await drawn(...decimal)).toEqual({ ...inch, notes })
    expect(await drawn(';FORMAT={-:-/ absolute / inch / decimal}', ...decimal)).toEqual(inch)
  })
})

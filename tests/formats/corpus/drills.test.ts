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
    const pieces = (path.match(/[\d.]+ [\d.]+/g) ?? []).length - 1
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

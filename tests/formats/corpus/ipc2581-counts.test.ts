import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import type { Board } from '../../../src/formats/board/board'
import { sizeOf } from '../../../src/formats/board/outline'
import { readBoard } from '../../../src/formats/boards'
import { writeBoard } from '../boards/write-board'
import { writtenBoards } from '../boards/written-boards'
import { boardFile, hasRealFile, hasZstd, realFile, sample, samples } from '../sample-files'

// Parsed here, because the name of one net is __proto__, which an imported module cannot hold.
const { boards } = JSON.parse(readFileSync(path.join(import.meta.dirname, 'ipc2581-counts.json'), 'utf8')) as {
  boards: Record<string, ReturnType<typeof countsOf>>
}

const packed = (name: string) => `layout/${name}.zst`
const real = ['DM0002-ipc2581c.xml']
const isPresent = (name: string) => !real.includes(name) || (hasZstd && hasRealFile(packed(name)))

const own = ['altium-b.cvg', 'cadence-a.xml', 'mentor-b.txt']

function bytesOf(name: string): Uint8Array {
  if (real.includes(name)) return realFile(packed(name))
  if (own.includes(name)) return new Uint8Array(readFileSync(path.join(import.meta.dirname, 'ipc2581', name)))
  if (samples.includes(name)) return sample(name)
  const written = writtenBoards.find(({ file }) => file === name)
  return written ? writeBoard(written) : boardFile(name)
}

/** How often each name occurs; undefined is left out. */
function countOf(names: (string | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) if (name !== undefined) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

function lengthsOf({ tracks, copper }: Board): Record<string, number> {
  const lengths = copper.map(() => 0)
  tracks.layer.forEach((layer, at) => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = tracks.ends.subarray(4 * at, 4 * at + 4)
    lengths[layer]! += Math.hypot(x2 - x1, y2 - y1)
  })
  return Object.fromEntries(
    copper.flatMap((name, layer) => (lengths[layer] ? [[name, rounded(lengths[layer], 3)]] : [])),
  )
}

function countsOf(board: Board) {
  const { copper, footprints, nets, vias, tracks, arcs, fills, pads, stackup, outline } = board
  const size = sizeOf(outline)
  return {
    copper,
    components: countOf(footprints.map(({ side }) => side)),
    nets: Object.fromEntries(nets.map(({ name, pins }) => [name, pins])),
    vias: countOf([...vias.drill].map((drill) => String(rounded(drill, 4)))),
    stackup: stackup?.layers.map(({ name, thickness }) => [name, thickness && rounded(thickness, 6)]) ?? [],
    size: size ? [rounded(size.width, 4), rounded(size.height, 4)] : null,
    tracks: countOf([...tracks.layer].map((layer) => copper[layer])),
    lengths: lengthsOf(board),
    arcs: countOf([...arcs.layer].map((layer) => copper[layer])),
    fills: countOf([...fills.layer].map((layer) => copper[layer])),
    pads: countOf(pads.flatMap(({ layers }) => layers.map((layer) => copper[layer]))),
  }
}

describe('an IPC-2581 board has what count-ipc2581.py counts in its file (a real board needs SAMPLES_DIR)', () => {
  for (const [name, expected] of Object.entries(boards)) {
    test.skipIf(!isPresent(name))(name, () => {
      const read = readBoard(name, bytesOf(name))
      expect(read && countsOf(read.board)).toEqual(expected)
    })
  }
})

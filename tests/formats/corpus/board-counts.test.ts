import { describe, expect, test } from 'vitest'

import type { Board } from '../../../src/formats/board/board'
import { readBoard } from '../../../src/formats/boards'
import { boardFile, hasRealFile, realFile, sample, samples } from '../sample-files'
import { writeBoard } from '../boards/write-board'
import { writtenBoards } from '../boards/written-boards'
import counted from './board-counts.json'
import { odbBoard } from './odb-board'

const boards = Object.entries(counted.boards)

function bytesOf(name: string): Uint8Array {
  const written = writtenBoards.find(({ file }) => file === name)
  if (written) return writeBoard(written)
  if (name === 'odb-board.zip') return odbBoard()
  if (samples.includes(name)) return sample(name)
  return hasRealFile(`layout/${name}`) ? realFile(`layout/${name}`) : boardFile(name)
}

/** How often each name occurs; null is left out. */
function countOf(names: (string | null | undefined)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const name of names) if (name) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

const countsOf = ({ copper, footprints, nets, vias, tracks, arcs, fills, pads }: Board) => ({
  copper,
  components: countOf(footprints.map(({ side }) => side)),
  nets: Object.fromEntries(nets.map(({ name, pins }) => [name, pins])),
  vias: vias.net.length,
  tracks: countOf([...tracks.layer].map((layer) => copper[layer])),
  arcs: countOf([...arcs.layer].map((layer) => copper[layer])),
  fills: countOf([...fills.layer].map((layer) => copper[layer])),
  pads: countOf(pads.flatMap(({ layers }) => layers.map((layer) => copper[layer]))),
})

const thirdParty = ['ov5640-dual-camera-board.kicad_pcb', 'interposer.kicad_pcb']
const isPresent = (name: string) => !thirdParty.includes(name) || hasRealFile(`layout/${name}`)

describe('a board has what count-boards.py counts in its file (real boards need SAMPLES_DIR)', () => {
  test.each(boards.filter(([name]) => isPresent(name)))('%s', (name, expected) => {
    const read = readBoard(name, bytesOf(name))
    expect(read && countsOf(read.board)).toEqual(expected)
  })
})

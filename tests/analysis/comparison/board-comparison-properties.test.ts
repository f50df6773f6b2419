import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type BoardComparison, compareBoards } from '../../../src/analysis/comparison/board-comparison'
import type { Tally } from '../../../src/analysis/comparison/net-changes'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'

const names = ['', 'GND', 'CLK', 'DATA', 'RESET']
const layers = ['F.Cu', 'B.Cu']
const point = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 4 }))
const net = fc.integer({ min: 0, max: names.length - 1 })
const layer = fc.constantFrom(...layers)

/**
 * Boards with few possible positions, so that two of them have much in common and the same items can occur several
 * times.
 */
const board = fc
  .record({
    renamed: fc.subarray(names.slice(1)),
    tracks: fc.array(fc.record({ from: point, to: point, layer, net })),
    vias: fc.array(fc.record({ at: point, net })),
    parts: fc.array(
      fc.record({
        at: point,
        reference: fc.constantFrom('R1', 'R2', 'H'),
        value: fc.constantFrom('1k', '2k'),
        nets: fc.tuple(net, net),
      }),
    ),
    edge: fc.option(point, { nil: null }),
    stackup: fc.array(
      fc.record({ name: fc.constantFrom('F.Cu', 'core', 'prepreg', 'B.Cu'), thickness: fc.constantFrom(0.1, 0.2) }),
    ),
  })
  .map(({ renamed, tracks, vias, parts, edge, stackup }) => {
    const nameOf = (index: number) => (renamed.includes(names[index] ?? '') ? `${names[index]}_2` : names[index])
    const at = (of: [number, number]) => of.join(' ')
    const text = [
      '(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))',
      `(setup (stackup ${stackup.map(({ name, thickness }) => `(layer "${name}" (type "core") (thickness ${thickness}))`).join('')}))`,
      ...names.map((_, index) => `(net ${index} "${nameOf(index)}")`),
      ...parts.map(
        (part) =>
          `(footprint "R" (layer "F.Cu") (at ${at(part.at)}) (property "Reference" "${part.reference}") (property "Value" "${part.value}")
          ${part.nets.map((of, pin) => `(pad "${pin}" smd rect (at ${pin} 0) (size 1 1) (layers "F.Cu") (net ${of} "${nameOf(of)}"))`).join(' ')})`,
      ),
      ...tracks.map(
        (track) =>
          `(segment (start ${at(track.from)}) (end ${at(track.to)}) (width 0.2) (layer "${track.layer}") (net ${track.net}))`,
      ),
      ...vias.map((via) => `(via (at ${at(via.at)}) (size 0.6) (drill 0.3) (layers "F.Cu" "B.Cu") (net ${via.net}))`),
      edge ? `(gr_rect (start 0 0) (end ${edge[0] + 1} ${edge[1] + 1}) (layer "Edge.Cuts") (width 0.1))` : '',
      ')',
    ].join('\n')
    return readKicadBoard(new TextEncoder().encode(text))
  })

const swapped: Record<string, string> = { added: 'removed', removed: 'added' }

/** The comparison in the opposite direction. */
const reversed = ({ nets, footprints, stackup, thickness, copper, outline }: BoardComparison) => {
  const counts = ({ before, after, added, removed }: Tally) => ({
    before: after,
    after: before,
    added: removed,
    removed: added,
  })
  return {
    nets: nets.map(({ kind, before, after, tracks, vias, areas, length, pins, box }) => ({
      kind: swapped[kind] ?? kind,
      ...{ before: after, after: before, box },
      ...{ tracks: counts(tracks), vias: counts(vias), areas: counts(areas) },
      length: { before: length.after, after: length.before },
      pins: { before: pins.after, after: pins.before, added: pins.removed, removed: pins.added },
    })),
    footprints: footprints.map(({ kind, before, after, ...rest }) => ({
      kind: swapped[kind] ?? kind,
      ...{ before: after, after: before, ...rest },
    })),
    stackup: stackup.map(({ before, after, changed }) => ({ before: after, after: before, changed })),
    thickness: thickness && { before: thickness.after, after: thickness.before },
    copper: { added: copper.removed, removed: copper.added },
    outline: outline && {
      ...outline,
      before: outline.after,
      after: outline.before,
      added: outline.removed,
      removed: outline.added,
    },
  }
}

/** Sorts the lists, because their order follows the later board. */
const sorted = (comparison: ReturnType<typeof reversed>) =>
  [comparison.nets, comparison.footprints, comparison.stackup].map((list) =>
    list.map((one) => JSON.stringify(one)).toSorted(),
  )

test('a board never differs from itself', () => {
  fc.assert(
    fc.property(board, (one) => {
      const { nets, footprints, stackup, outline } = compareBoards(one, one)
      expect({ nets, footprints, stackup, outline }).toEqual({ nets: [], footprints: [], stackup: [], outline: null })
    }),
  )
})

test('in the other direction, what was added is removed, and everything else is the same', () => {
  fc.assert(
    fc.property(board, board, (one, other) => {
      const there = reversed(compareBoards(one, other))
      const back = reversed(compareBoards(other, one))
      const again = reversed(back as unknown as BoardComparison)
      expect(sorted(there)).toEqual(sorted(again))
      const { nets: _nets, footprints: _footprints, stackup: _stackup, ...rest } = there
      const { nets: _, footprints: __, stackup: ___, ...others } = again
      expect(rest).toEqual(others)
    }),
  )
})

test('the balance of added and removed items is that of the counts', () => {
  fc.assert(
    fc.property(board, board, (one, other) => {
      for (const { tracks, vias, areas, pins } of compareBoards(one, other).nets) {
        for (const { before, after, added, removed } of [tracks, vias, areas])
          expect(after - before).toBe(added - removed)
        expect(pins.after - pins.before).toBe(pins.added.length - pins.removed.length)
      }
    }),
  )
})

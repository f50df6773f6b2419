import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { groupNets } from '../../src/formats/nets/net-groups'
import { boardFacts } from '../../src/formats/worker/board-facts'
import { type BoardNets, ownBoards, realBoards } from './boards/board-nets'
import { boardFile, hasRealFile, hasZstd, realFile } from './sample-files'

type Found = { found: number; right: number; wanted: number }

const compare = (found: string[], wanted: string[]): Found => ({
  found: found.length,
  right: found.filter((name) => wanted.includes(name)).length,
  wanted: wanted.length,
})

/** Compares the nets that the reader and the rules find on a board with those determined by hand. */
function measure({ supplies, grounds, pairs }: BoardNets, name: string, bytes: Uint8Array) {
  const facts = boardFacts(name, bytes)
  if ('unsupported' in facts) throw new Error(facts.unsupported)
  const groups = groupNets(facts.nets)
  return {
    supplies: compare(groups.power, supplies),
    grounds: compare(groups.ground, grounds),
    pairs: compare(
      groups.pairs.map(({ positive, negative }) => `${positive} ${negative}`),
      pairs.map((pair) => pair.join(' ')),
    ),
  }
}

const sum = (parts: Found[], field: keyof Found) => parts.reduce((total, part) => total + part[field], 0)
const precision = (parts: Found[]) => sum(parts, 'right') / sum(parts, 'found')
const recall = (parts: Found[]) => sum(parts, 'right') / sum(parts, 'wanted')
const percent = (share: number) => `${Math.round(1000 * share) / 10} %`

const realOnes = realBoards
  .filter(({ file }) => hasRealFile(file) && (hasZstd || !file.endsWith('.zst')))
  .map((board) => ({ board, name: board.file.replace(/\.zst$/, ''), bytes: realFile(board.file) }))
const boards = [
  ...ownBoards.map((board) => ({ board, name: board.file, bytes: boardFile(board.file) })),
  ...realOnes,
].map(({ board, name, bytes }) => ({ board, measured: measure(board, name, bytes) }))

/** A row of the table in recognition.md: what was found of each kind, of how many, and how many of the found are wrong. */
const rowOf = ({ board, measured }: (typeof boards)[number]) =>
  `| ${[
    ...[path.basename(board.file), board.tool],
    ...[measured.supplies, measured.grounds, measured.pairs].map(
      ({ found, right, wanted }) => `${right} of ${wanted}${found > right ? `, ${found - right} wrong` : ''}`,
    ),
  ].join(' | ')} |`

test('the table in the repository contains these results', () => {
  const table = readFileSync(path.join(import.meta.dirname, 'boards/recognition.md'), 'utf8').split('\n')
  expect(boards.map(rowOf).filter((row) => !table.includes(row))).toEqual([])
})

test.each([
  ['altium-mainboard.net', 'RST_3V3#', ['U6', 'U1']],
  ['kicad-gateway.net', '/LED_5V', ['D1', 'R2']],
  ['kicad-controller.kicad_pcb', '/USB/D+', ['U1', 'J1']],
])('%s: the components at %s', (file, name, parts) => {
  const facts = boardFacts(file, boardFile(file))
  expect('nets' in facts && facts.nets.find((net) => net.name === name)?.parts).toEqual(parts)
})

describe('the purpose of nets is found', () => {
  test.each([
    ['supplies', 0.9],
    ['pairs', 0.95],
    ['grounds', 0.98],
  ] as const)('%s, with a precision and a recall of at least %d on all boards together', (kind, least) => {
    const rows = boards.map(({ board, measured }) => ({ board: board.file, ...measured[kind] }))
    const all = [precision(rows), recall(rows)] as const
    const table = rows.map(
      (row) => `${row.board}: precision ${percent(precision([row]))}, recall ${percent(recall([row]))}`,
    )
    console.log([`${kind}: precision ${percent(all[0])}, recall ${percent(all[1])}`, ...table].join('\n  '))
    expect(all[0]).toBeGreaterThanOrEqual(least)
    expect(all[1]).toBeGreaterThanOrEqual(least)
  })

  test.each(boards.map(({ board, measured }) => [board.tool, board.file, measured] as const))(
    '%s, %s: none is missed',
    (_, __, { supplies, grounds, pairs }) => {
      expect([supplies, grounds, pairs].map(({ right }) => right)).toEqual([
        supplies.wanted,
        grounds.wanted,
        pairs.wanted,
      ])
    },
  )
})

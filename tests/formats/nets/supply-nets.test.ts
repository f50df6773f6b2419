import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { netsWithParts } from '../../../src/formats/board/board-nets'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'
import type { Net } from '../../../src/formats/net'
import { groupNets } from '../../../src/formats/nets/net-groups'
import { boardFacts } from '../../../src/formats/worker/board-facts'
import { type BoardNets, ownBoards, realBoards } from '../boards/board-nets'
import { boardFile, hasRealFile, hasZstd, realFile } from '../sample-files'

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

/**
 * A row of the table in recognition.md: for each kind, how many of the expected nets were found, and how many of the
 * nets found are wrong.
 */
const rowOf = ({ board, measured }: (typeof boards)[number]) =>
  `| ${[
    ...[path.basename(board.file), board.tool],
    ...[measured.supplies, measured.grounds, measured.pairs].map(
      ({ found, right, wanted }) => `${right} of ${wanted}${found > right ? `, ${found - right} wrong` : ''}`,
    ),
  ].join(' | ')} |`

test('the table in the repository contains these results', () => {
  const table = readFileSync(path.join(import.meta.dirname, '../boards/recognition.md'), 'utf8').split('\n')
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

describe('what a file states in addition to names', () => {
  const purposes = (nets: Net[]) => {
    const { power, ground } = groupNets(nets)
    return { power, ground }
  }
  const parts = ['U1', 'C1', 'U2']

  test('net classes of IPC-2581 decide, except SIGNAL, which tools write for every net', () => {
    const nets = [
      ['CORE', 'POWER'],
      ['RETURN', 'GROUND'],
      ['VDD', 'SIGNAL'],
      ['+5V', 'GROUND'],
      ['CLK', 'CLK'],
    ].map(
      ([name, netClass]) =>
        `<LogicalNet name="${name}" netClass="${netClass}"><PinRef componentRef="U1" pin="${name}"/><PinRef componentRef="U2" pin="${name}"/></LogicalNet>`,
    )
    const xml = `<IPC-2581 revision="C"><Ecad><CadHeader units="MILLIMETER"/><CadData><Step name="s">${nets.join('')}</Step></CadData></Ecad></IPC-2581>`
    const facts = boardFacts('board.xml', new TextEncoder().encode(xml))
    if ('unsupported' in facts) throw new Error(facts.unsupported)
    expect(purposes(facts.nets)).toEqual({ power: ['CORE', 'VDD'], ground: ['RETURN', '+5V'] })
  })

  test('a plane with a capacitor to ground is a supply, unless its name says otherwise', () => {
    const ground: Net = { name: 'GND', pins: 9, parts: ['C1', 'U1'] }
    const core: Net = { name: 'CORE', pins: 3, parts }
    expect(purposes([ground, core]).power).toEqual([])
    expect(purposes([ground, { ...core, isPlane: true }]).power).toEqual(['CORE'])
    expect(purposes([ground, { ...core, isPlane: true, parts: ['U1', 'U2', 'U3'] }]).power).toEqual([])
    expect(purposes([ground, { ...core, name: 'CORE_EN', isPlane: true }]).power).toEqual([])
  })

  test('a net has a plane if its areas fill a tenth of a layer', () => {
    const filled = (side: number) =>
      netsWithParts(
        readKicadBoard(
          new TextEncoder().encode(`(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))
            (net 0 "") (net 1 "CORE") (gr_rect (start 0 0) (end 10 10) (layer "Edge.Cuts") (width 0.1))
            (zone (net 1) (layer "F.Cu") (filled_polygon (layer "F.Cu") (pts (xy 0 0) (xy ${side} 0) (xy ${side} ${side}) (xy 0 ${side})))))`),
        ),
      )[0]?.isPlane
    expect([filled(3), filled(3.2)]).toEqual([undefined, true])
  })
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

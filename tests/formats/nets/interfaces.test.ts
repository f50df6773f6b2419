import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { sampleBoard } from '../../../server/sample/board'
import { boardNetFacts } from '../../../src/analysis/board/board-net-facts'
import { readKicadBoard } from '../../../src/formats/kicad/kicad-board'
import { findInterfaces } from '../../../src/formats/interfaces/interfaces'
import { findRails } from '../../../src/formats/interfaces/rails'
import { groupNets } from '../../../src/formats/nets/net-groups'
import { signalNames } from '../../../src/formats/signal-names'
import { boardFacts } from '../../../src/formats/worker/board-facts'
import {
  type BoardInterfaces,
  type WrittenBoardInterfaces,
  ownInterfaces,
  realInterfaces,
} from '../boards/board-interfaces'
import { ownBoards, realBoards } from '../boards/board-nets'
import { writeBoard } from '../boards/write-board'
import { writtenBoards } from '../boards/written-boards'
import { boardFile, hasRealFile, hasZstd, realFile } from '../sample-files'

/** The number found, how many of those are correct, and the number expected. */
type Count = { found: number; right: number; wanted: number }

const compare = (found: string[], wanted: string[]): Count => ({
  found: found.length,
  right: found.filter((one) => wanted.includes(one)).length,
  wanted: wanted.length,
})

/** Formats an interface for comparison: it is correct only if its kind and all of its nets are. */
const textOf = (kind: string, nets: string[]) => `${kind}: ${nets.toSorted().join(' ')}`

function read(file: string) {
  const written = writtenBoards.find((board) => board.file === file)
  const listed = [...ownBoards, ...realBoards].find((board) => board.file === file)
  const bytes = written ? writeBoard(written) : ownBoards.includes(listed as never) ? boardFile(file) : realFile(file)
  return {
    ...factsOf(file.replace(/\.zst$/, ''), bytes),
    rails: written ? written.rails.map(([net]) => net) : (listed?.supplies ?? []),
    pairsOfTool: listed?.pairs ?? [],
  }
}

function factsOf(file: string, bytes: Uint8Array) {
  const facts = boardFacts(file, bytes)
  if ('unsupported' in facts) throw new Error(facts.unsupported)
  return facts
}

function measure({ file, interfaces, ...board }: BoardInterfaces | WrittenBoardInterfaces) {
  const { nets, connectors, rails, pairsOfTool } = read(file)
  const pairs = 'pairs' in board ? board.pairs : pairsOfTool
  const groups = groupNets(nets)
  const found = findInterfaces(nets, groups, connectors)
  const foundTexts = found.map(({ kind, signals, clock }) => textOf(kind, [...signals, ...clock]))
  const wantedTexts = interfaces.map((one) => textOf(one.kind, one.nets))
  const foundRails = findRails(nets, groups).map(({ net }) => net)
  return {
    interfaces: compare(foundTexts, wantedTexts),
    nets: compare(
      found.flatMap(({ kind, signals, clock }) => [...signals, ...clock].map((net) => `${kind} ${net}`)),
      interfaces.flatMap((one) => one.nets.map((net) => `${one.kind} ${net}`)),
    ),
    rails: compare(foundRails, rails),
    pairs: compare(
      groups.pairs.map(({ positive, negative }) => `${positive} ${negative}`),
      pairs.map((pair) => pair.join(' ')),
    ),
    differences: [
      ...foundTexts.filter((text) => !wantedTexts.includes(text)).map((text) => `+ ${text}`),
      ...wantedTexts.filter((text) => !foundTexts.includes(text)).map((text) => `- ${text}`),
      ...foundRails.filter((net) => !rails.includes(net)).map((net) => `+ rail ${net}`),
      ...rails.filter((net) => !foundRails.includes(net)).map((net) => `- rail ${net}`),
    ],
  }
}

const isReadable = ({ file }: BoardInterfaces) => hasRealFile(file) && (hasZstd || !file.endsWith('.zst'))
const boards = [...ownInterfaces, ...realInterfaces.filter(isReadable)].map((board) => ({
  file: board.file,
  ...measure(board),
}))

/** A row of the table in recognition.md. */
const rowOf = ({ file, interfaces, nets, rails, pairs }: (typeof boards)[number]) =>
  `| ${[
    path.basename(file),
    ...[interfaces, nets, rails, pairs].map(
      ({ found, right, wanted }) => `${right} of ${wanted}${found > right ? `, ${found - right} wrong` : ''}`,
    ),
  ].join(' | ')} |`

test('the table in the repository contains these results', () => {
  const table = readFileSync(path.join(import.meta.dirname, '../boards/recognition.md'), 'utf8').split('\n')
  expect(boards.map(rowOf).filter((row) => !table.includes(row))).toEqual([])
})

const share = (counts: Count[], of: 'found' | 'wanted') =>
  counts.reduce((sum, { right }) => sum + right, 0) / counts.reduce((sum, count) => sum + count[of], 0)
const percent = (part: number) => `${Math.round(1000 * part) / 10} %`

describe('the interfaces, rails and pairs of boards', () => {
  test.each(['interfaces', 'nets', 'rails', 'pairs'] as const)(
    '%s: precision at least 95 %, recall at least 85 %',
    (kind) => {
      const counts = boards.map((board) => board[kind])
      const [precision, recall] = [share(counts, 'found'), share(counts, 'wanted')]
      console.log(`${kind} of ${boards.length} boards: precision ${percent(precision)}, recall ${percent(recall)}`)
      expect(precision).toBeGreaterThanOrEqual(0.95)
      expect(recall).toBeGreaterThanOrEqual(0.85)
    },
  )

  test.each(boards.map((board) => [board.file, board] as const))('%s: as decided by hand', (_, { differences }) => {
    expect(differences).toEqual([])
  })

  test.skipIf(realInterfaces.every(isReadable))('third-party boards: skipped, because SAMPLES_DIR is not set', () => {})
})

describe('the board of the sample project', () => {
  const bytes = new TextEncoder().encode(sampleBoard())
  const { nets, connectors } = factsOf('camera-link.kicad_pcb', bytes)
  const groups = groupNets(nets)

  test('has interfaces that can be ordered, and a supply with a load, capacitors and a ground', () => {
    const found = findInterfaces(nets, groups, connectors)
    expect(found.map(({ kind, lanes, confidence }) => [kind, lanes, confidence])).toEqual([
      ['MIPI D-PHY', 2, 'high'],
      ['PCIe', 2, 'high'],
    ])
    expect(found.map(({ clock }) => clock.length)).toEqual([2, 2])
    expect(findRails(nets, groups)).toMatchObject([{ net: '+3V3', ground: 'GND', loads: ['U1'], capacitors: 4 }])
  })

  test('is within the usual budgets of its interfaces', () => {
    const { rows } = boardNetFacts(readKicadBoard(bytes))
    expect(rows.filter(({ kind }) => kind === 'pair')).toHaveLength(6)
    expect(rows.flatMap(({ outliers }) => outliers)).toEqual([])
  })
})

describe('nets with automatic names', () => {
  type Pin = [part: string, pad: string, pin: string]
  /** A board whose nets have only these pins, and names like those that KiCad generates for unnamed nets. */
  function board(nets: Record<string, Pin[]>) {
    const names = Object.keys(nets)
    const parts = [...new Set(Object.values(nets).flatMap((pins) => pins.map(([part]) => part)))]
    const padsOf = (part: string) =>
      names.flatMap((name, n) =>
        (nets[name] ?? []).flatMap(([of, pad, pin]) =>
          of === part
            ? `(pad "${pad}" smd rect (at ${n} 0) (size 0.5 0.5) (layers "F.Cu") (net ${n + 1} "${name}")${pin && ` (pinfunction "${pin}") (pintype "bidirectional")`})`
            : [],
        ),
      )
    return `(kicad_pcb (version 20240108) (generator "pcbnew")
      (layers (0 "F.Cu" signal) (31 "B.Cu" signal)) (net 0 "")
      ${names.map((name, n) => `(net ${n + 1} "${name}")`).join('\n')}
      ${parts.map((part) => `(footprint "x" (layer "F.Cu") (at 0 0) (property "Reference" "${part}") ${padsOf(part).join('\n')})`).join('\n')})`
  }
  const netlist = (nets: Record<string, Pin[]>) =>
    `(export (version "E") (nets ${Object.entries(nets)
      .map(
        ([name, pins]) =>
          `(net (code "1") (name "${name}") ${pins.map(([ref, pin, name]) => `(node (ref "${ref}") (pin "${pin}") (pinfunction "${name}"))`).join(' ')})`,
      )
      .join(' ')}))`
  const found = (file: string, text: string) => {
    const { nets, connectors } = factsOf(file, new TextEncoder().encode(text))
    return findInterfaces(nets, groupNets(nets), connectors)
  }
  // Behind a series resistor, a net is named after the resistor's pad.
  const hub: Record<string, Pin[]> = {
    'Net-(R3-Pad1)': [
      ['R3', '1', ''],
      ['U2', '3', 'USB_D+'],
    ],
    '/Sheet/Net-(R4-Pad1)': [
      ['R4', '1', ''],
      ['U2', '4', 'USB_D-'],
    ],
  }

  test.each([
    ['hub.kicad_pcb', board(hub)],
    ['hub.net', netlist(hub)],
  ])('are recognized by the functions of their pins: %s', (file, text) => {
    expect(found(file, text)).toMatchObject([
      {
        kind: 'USB 2',
        signals: ['Net-(R3-Pad1)', '/Sheet/Net-(R4-Pad1)'],
        reason: expect.stringContaining('recognized by pins such as U2-USB_D+') as string,
      },
    ])
  })

  /** A board with a resistor at each of two pins. */
  const withPins = (first: string, second: string) =>
    board({ 'Net-(R1-Pad2)': [['U1', '7', first]], 'Net-(R2-Pad2)': [['U1', '6', second]] })

  test.each([
    ['PA12/USB_DP', 'PA11/USB_DM'],
    ['GPIO20/USB_D+', 'GPIO19/USB_D-'],
    ['P0.12/USB_DP', 'P0.11/USB_DM'],
    ['USB_DP/IO20', 'USB_DM/IO19'],
  ])('are recognized by the only function of a port: %s and %s', (positive, negative) => {
    expect(found('mcu.kicad_pcb', withPins(positive, negative))).toMatchObject([
      { kind: 'USB 2', signals: ['Net-(R1-Pad2)', 'Net-(R2-Pad2)'] },
    ])
  })

  test('keep the names of their ports if several pins have the same function', () => {
    const text = withPins('PA9/USART1_TX', 'PB6/USART1_TX')
    const { nets } = factsOf('mcu.kicad_pcb', new TextEncoder().encode(text))
    expect([...signalNames(nets).values()].toSorted()).toEqual(['U1-PA9/USART1_TX', 'U1-PB6/USART1_TX'])
  })

  test.each([
    ['PA12/USB_DP/CAN_TX', 'PA11/USB_DM/CAN_RX'],
    ['PA12', 'PA11'],
    ['PA12/', 'PA11/'],
    ['ULPI_D0/USB_DP', 'ULPI_D1/USB_DM'],
  ])('are not recognized by a pin with several functions or none: %s and %s', (positive, negative) => {
    expect(found('mcu.kicad_pcb', withPins(positive, negative))).toEqual([])
  })

  test('are not recognized by contacts, by functions that several nets have, or against their own name', () => {
    const contacts = board({
      'Net-(J1-PadA6)': [['J1', 'A6', 'A6']],
      'Net-(J1-PadA7)': [['J1', 'A7', 'A7']],
    })
    expect(found('contacts.kicad_pcb', contacts)).toEqual([])
    const repeated = board({
      'Net-(U1-Pad1)': [['U1', '1', 'USB_D+']],
      'Net-(U1-Pad2)': [['U1', '2', 'USB_D-']],
      'Net-(U1-Pad3)': [['U1', '3', 'USB_D+']],
      'Net-(U1-Pad4)': [['U1', '4', 'USB_D-']],
    })
    expect(found('repeated.kicad_pcb', repeated)).toEqual([])
    const named = board({ SCL: [['U1', '1', 'USB_D+']], SDA: [['U1', '2', 'USB_D-']] })
    expect(found('named.kicad_pcb', named)).toEqual([])
  })
})

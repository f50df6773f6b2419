import { readBoard } from '../../src/formats/boards'
import { boardFacts } from '../../src/formats/worker/board-facts'
import { fabricationFiles } from '../../src/formats/gerber/fabrication'
import { kindOf } from '../../src/formats/file-kind'
import { FormatError } from '../../src/formats/format-error'
import { ibisHeadings, spiceHeadings } from '../../src/formats/models/model-headings'
import { readIpc2581 } from '../../src/formats/ipc2581/ipc2581'
import { readKicadBoard } from '../../src/formats/kicad/kicad-board'
import { readAmi } from '../../src/formats/models/ami'
import { readIbisModels } from '../../src/formats/models/ibis'
import { readSpiceSummary } from '../../src/formats/models/spice'
import { likelyPairs } from '../../src/formats/touchstone/mixed-mode'
import { groupNets } from '../../src/formats/nets/net-groups'
import { readNets } from '../../src/formats/nets/nets'
import { toText } from '../../src/formats/source-text'
import { readOdb } from '../../src/formats/odb/odb'
import { readStackup } from '../../src/formats/stackup/stackups'
import { readNetworkFile } from '../../src/formats/network-file'
import { readWorkbook } from '../../src/formats/workbook/workbook'
import { sample, samples } from './sample-files'

/** The results for the mutated files. Every reader reads each file, and has to succeed or throw a FormatError. */
export interface FuzzCounts {
  files: number
  read: number
  refused: number
  /** Errors other than FormatErrors, with the steps to reproduce them. */
  crashes: string[]
  /** Calls that took longer than a second. */
  slow: string[]
}

/** A seeded generator of random numbers from 0 (inclusive) to 1 (exclusive), using mulberry32. */
export function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const encode = (text: string) => new TextEncoder().encode(text)

/** Fragments that are known to cause problems for parsers. */
export const hostileFragments = [
  ...[
    '(',
    ')',
    '"',
    '\\',
    '\n',
    '\r',
    '\0',
    ';',
    ',',
    '[',
    ']',
    '<',
    '>',
    '&',
    "'",
    '$',
    '*',
    '#',
    '!',
    '|',
    '.',
    '-',
    '%',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '1e999',
    '-1',
    '99999999999999999999',
    'NaN',
    '0x10',
    '1e-320',
    'é',
    '\uFEFF',
    '\u2028',
  ],
  ...[
    '(net',
    '(pts (xy 0 0',
    '<Set net="',
    '<![CDATA[',
    '&#x0;',
    '&x;',
    '[Number of Ports] 128',
    '[Reference]',
    '*SIGNAL*',
    '$NETS',
    '$0 r1e999\nL 0 0 1e999 0 0 P 0\n',
    'LAYER {\n  NAME=../matrix\n}\n',
    '<Contour><Polygon>',
  ],
].map(encode)

/**
 * Applies one to eight mutations: sets a byte, inserts a fragment, removes, duplicates, moves or replaces a section, or
 * truncates the file.
 */
export function mutated(source: Uint8Array, random: () => number, fragments = hostileFragments): Uint8Array {
  const below = (limit: number) => Math.floor(random() * limit)
  let bytes = source
  for (let changes = 1 + below(8); changes > 0; changes--) {
    const at = below(bytes.length + 1)
    const end = Math.min(bytes.length, at + below(40))
    const [before, section, after] = [bytes.subarray(0, at), bytes.subarray(at, end), bytes.subarray(end)]
    const fragment = fragments[below(fragments.length)]!
    const parts = [
      () => [before, Uint8Array.of(below(256)), bytes.subarray(at + 1)],
      () => [before, fragment, bytes.subarray(at)],
      () => [before, after],
      () => [before, section, section, bytes.subarray(at)],
      () => [before, after, section],
      () => [before, fragment, fragment, fragment, after],
      () => [before],
    ][below(random() < 0.9 ? 6 : 7)]!()
    bytes = new Uint8Array(Buffer.concat(parts))
  }
  return bytes
}

/** Reads a network to the end, and suggests its pairs. */
export function readNetwork(name: string, bytes: Uint8Array): void {
  const reading = readNetworkFile(name, bytes)
  let step = reading.next()
  while (!step.done) step = reading.next()
  likelyPairs(step.value)
}

/** Every operation that can be requested for a file. */
export const operations: [operation: string, read: (name: string, bytes: Uint8Array) => unknown][] = [
  ['kind', kindOf],
  [
    'nets',
    (name, bytes) => {
      const found = readNets(name, bytes)
      if ('nets' in found) groupNets(found.nets)
    },
  ],
  ['facts', boardFacts],
  ['stackup', readStackup],
  ['network', readNetwork],
  ['workbook', (_, bytes) => readWorkbook(bytes)],
  ['IBIS', (_, bytes) => [ibisHeadings(toText(bytes)), readIbisModels(toText(bytes))]],
  ['AMI', (_, bytes) => readAmi(toText(bytes))],
  ['fabrication', fabricationFiles],
  ['board', readBoard],
  ['KiCad board', (name, bytes) => name.endsWith('.kicad_pcb') && readKicadBoard(bytes)],
  ['IPC-2581', (name, bytes) => name.endsWith('.xml') && readIpc2581(bytes)],
  ['ODB++', (name, bytes) => name.endsWith('.tar') && readOdb(bytes)],
  ['SPICE', (_, bytes) => [spiceHeadings(toText(bytes)), readSpiceSummary(toText(bytes))]],
]

/** Reads `count` mutated sample files with every reader. The same seed produces the same files. */
export function fuzz(count: number, seed: number): FuzzCounts {
  const random = randomOf(seed)
  const sources = samples.map((name) => ({ name, bytes: sample(name) }))
  const counts: FuzzCounts = { files: 0, read: 0, refused: 0, crashes: [], slow: [] }
  for (; counts.files < count; counts.files++) {
    const { name: ownName, bytes: source } = sources[counts.files % sources.length]!
    const name = random() < 0.1 ? 'upload' : ownName
    const bytes = mutated(source, random)
    for (const [operation, read] of operations) {
      const what = `${operation} of ${name} (file ${counts.files} of seed ${seed})`
      const before = process.cpuUsage()
      try {
        read(name, bytes)
        counts.read++
      } catch (error) {
        if (error instanceof FormatError) counts.refused++
        else counts.crashes.push(`${what}: ${String(error)}`)
      }
      // Measure CPU time, because the process may have to wait on a busy computer.
      const { user, system } = process.cpuUsage(before)
      if (user + system > 1_000_000) counts.slow.push(`${what}: ${Math.round((user + system) / 1000)} ms`)
    }
  }
  return counts
}

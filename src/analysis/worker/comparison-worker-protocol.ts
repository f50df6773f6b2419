import { type NamedFile, unpackedFile } from '../../formats/archive/unpacked-file'
import type { Board } from '../../formats/board/board'
import { readBoard } from '../../formats/boards'
import { sizeOf } from '../../formats/board/outline'
import { readStackup } from '../../formats/stackup/stackups'
import { largestFileBytes } from '../../formats/worker/largest-file'
import type { Stackup } from '../../formats/stackup'
import { type BoardComparison, compareBoards } from '../comparison/board-comparison'
import { type Entry, entriesOf } from '../comparison/entries'
import { type LayerChange, stackupChanges } from '../comparison/stackup-changes'

/** The data about two boards that are available before the boards are drawn. The geometry stays in the worker. */
export interface ComparedFacts {
  format: string
  /** The copper layers of the later board, then those that only the earlier one has. */
  copper: { name: string; userName: string | null }[]
  /** The nets of the later board, then those that only the earlier one has. */
  nets: { name: string; pins: number }[]
  size: { width: number; height: number } | null
  isYUp: boolean
}

/** The differences between two files. `facts` is null if they are not boards. */
export interface FileComparison {
  facts: ComparedFacts | null
  entries: Entry[]
  layers: LayerChange[]
  thickness: BoardComparison['thickness']
}

/** The boards of a comparison, which are drawn on top of each other. */
export interface ComparedBoards {
  before: Board
  after: Board
  /** Maps the name of each renamed net on the later board to its name on the earlier one. */
  namesBefore: Map<string, string>
}

/**
 * The index of a component on one of two boards, from its index on the later one. Null if the board does not have it.
 * Two boards have only references in common, so a component whose reference is empty or not unique has no match on the
 * earlier board.
 */
export function componentOn(
  side: 'before' | 'after',
  { before, after }: ComparedBoards,
  index: number | null,
): number | null {
  if (index === null || side === 'after') return index
  const reference = after.footprints[index]?.reference ?? ''
  const found = before.footprints.findIndex((footprint) => footprint.reference === reference)
  const isUnique = [before, after].every(
    ({ footprints }) => footprints.filter((footprint) => footprint.reference === reference).length === 1,
  )
  return reference !== '' && isUnique ? found : null
}

/** Compares two files: boards, or stackups. Throws an error with a message for users if this is not possible. */
export async function compareFiles(
  before: NamedFile,
  after: NamedFile,
): Promise<{ comparison: FileComparison; boards: ComparedBoards | null }> {
  const [former, latter] = [await unpackedFile(before), await unpackedFile(after)]
  const [first, second] = [await bytesOf(former), await bytesOf(latter)]
  const [one, other] = [readBoard(former.name, first), readBoard(latter.name, second)]
  if (one && other) {
    const comparison = compareBoards(one.board, other.board)
    const renamed = comparison.nets.flatMap(({ kind, before: from, after: to }) =>
      kind === 'renamed' && from !== null && to !== null ? [[to, from] as const] : [],
    )
    return {
      comparison: {
        facts: factsOf(one.board, other.board, other.format),
        entries: entriesOf(comparison),
        layers: comparison.stackup,
        thickness: comparison.thickness,
      },
      boards: { before: one.board, after: other.board, namesBefore: new Map(renamed) },
    }
  }
  const layers = stackupChanges(stackupOf(former, first).layers, stackupOf(latter, second).layers)
  return { comparison: { facts: null, entries: [], layers, thickness: null }, boards: null }
}

async function bytesOf({ name, content }: NamedFile): Promise<Uint8Array> {
  if (content.size > largestFileBytes)
    throw new RangeError(`${name} is larger than 256 MB, the limit for reading in the browser.`)
  return new Uint8Array(await content.arrayBuffer())
}

function stackupOf({ name }: NamedFile, bytes: Uint8Array): Stackup {
  const read = readStackup(name, bytes)
  if ('unsupported' in read)
    throw new RangeError(`${name} is neither a board nor a stackup in a known format, so it cannot be compared.`)
  return read
}

function factsOf(before: Board, after: Board, format: string): ComparedFacts {
  const known = { nets: new Set(after.nets.map(({ name }) => name)), copper: new Set(after.copper) }
  const userNames = new Map([...before.layers, ...after.layers].map(({ name, userName }) => [name, userName]))
  const copper = [...after.copper, ...before.copper.filter((name) => !known.copper.has(name))]
  return {
    format,
    copper: copper.map((name) => ({ name, userName: userNames.get(name) ?? null })),
    nets: [...after.nets, ...before.nets.filter(({ name }) => !known.nets.has(name))].map(({ name, pins }) => ({
      name,
      pins,
    })),
    size: sizeOf(after.outline),
    isYUp: format !== 'KiCad board',
  }
}

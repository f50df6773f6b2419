import { FormatError } from '../../formats/format-error'
import { readStackup } from '../../formats/stackup/stackups'
import { readBoard } from '../../formats/boards'
import { largestFileBytes } from '../../formats/worker/largest-file'
import { type BoardNetFacts, boardNetFacts, type ChosenStackup } from '../board/board-net-facts'
import type { FactsRow } from '../board/facts-row'

type NamedContent = { name: string; content: Blob }
type FactsNotes = Omit<BoardNetFacts, 'rows'>

/**
 * The only request, and the final part of its response, which follows the rows. `stackup` is the file that was chosen
 * instead of the board's own stackup.
 */
export interface FactsQuestions {
  netFacts: { request: NamedContent & { stackup: NamedContent | null }; response: FactsNotes }
}

/** The caller assigns the ids, and terminates a worker that does not respond in time. */
export type FactsRequest = { id: number; about: 'netFacts' } & FactsQuestions['netFacts']['request']
export type FactsReply = { id: number } & (
  | { part: FactsRow[] }
  | { answer: FactsNotes }
  | { refused: { message: string } }
)

/** The number of rows in a message. The page handles each message in a separate task, so that it stays responsive. */
const rowsPerMessage = 250

/** The worker's side of the protocol: reads a board, and replies with the facts of its nets. */
export async function* repliesWithFacts({ id, name, content, stackup }: FactsRequest): AsyncGenerator<FactsReply> {
  try {
    if (content.size > largestFileBytes)
      throw new RangeError('The board is larger than 256 MB, the limit for reading in the browser.')
    const read = readBoard(name, new Uint8Array(await content.arrayBuffer()))
    if (!read) throw new RangeError('The file is not a board in a known format.')
    const { rows, ...notes } = boardNetFacts(read.board, stackup && (await chosenStackup(stackup)))
    for (let at = 0; at < rows.length; at += rowsPerMessage) yield { id, part: rows.slice(at, at + rowsPerMessage) }
    yield { id, answer: notes }
  } catch (error) {
    const isKnown = error instanceof FormatError || error instanceof RangeError
    yield { id, refused: { message: isKnown ? error.message : 'Lengths and skew could not be calculated.' } }
  }
}

/** A stackup that cannot be read is reported with the facts, because the lengths of tracks do not depend on it. */
async function chosenStackup({ name, content }: NamedContent): Promise<ChosenStackup> {
  try {
    const stackup = readStackup(name, new Uint8Array(await content.arrayBuffer()))
    return 'unsupported' in stackup ? { name, unreadable: stackup.unsupported } : { name, stackup }
  } catch (error) {
    if (error instanceof FormatError) return { name, unreadable: error.message }
    throw error
  }
}

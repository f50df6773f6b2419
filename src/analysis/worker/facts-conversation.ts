import { FormatError } from '../../formats/format-error'
import { readBoard } from '../../formats/boards'
import { largestFileBytes } from '../../formats/worker/largest-file'
import { type BoardNetFacts, boardNetFacts } from '../board/board-net-facts'

/** The one request and its response. */
export interface FactsQuestions {
  netFacts: { request: { name: string; content: Blob }; response: BoardNetFacts }
}

/** The caller assigns the ids, and terminates a worker that does not respond in time. */
export type FactsRequest = { id: number; about: 'netFacts' } & FactsQuestions['netFacts']['request']
export type FactsReply = { id: number; answer: BoardNetFacts } | { id: number; refused: { message: string } }

/** The worker's side of the protocol: reads a board and calculates the facts of its nets. */
export async function replyWithFacts({ id, name, content }: FactsRequest): Promise<FactsReply> {
  try {
    if (content.size > largestFileBytes) throw new RangeError('The board is larger than 256 MB.')
    const read = readBoard(name, new Uint8Array(await content.arrayBuffer()))
    if (!read) throw new RangeError('It is not a board in a known format.')
    return { id, answer: boardNetFacts(read.board) }
  } catch (error) {
    const isKnown = error instanceof FormatError || error instanceof RangeError
    return { id, refused: { message: isKnown ? error.message : 'The net facts could not be calculated.' } }
  }
}

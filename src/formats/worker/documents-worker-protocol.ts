import { type OpenedArchive, openArchive } from '../archive/archive'
import { FormatError } from '../format-error'
import { type MarkdownNode, readMarkdown } from '../markdown/markdown'
import { toText } from '../source-text'
import { readCsvTable } from '../table/csv'

/** The requests about Markdown, tables and archives, and their responses. */
export interface DocumentQuestions {
  markdown: { request: { content: Blob }; response: MarkdownNode[] }
  /** The rows are sent in parts before the response. If the delimiter is empty, it is detected. */
  table: { request: { content: Blob; delimiter: string }; response: { delimiter: string } }
  archive: { request: { name: string; content: Blob }; response: OpenedArchive }
}

/** The caller assigns the ids, and terminates a worker that does not respond in time. */
export type DocumentRequest = {
  [A in keyof DocumentQuestions]: { id: number; about: A } & DocumentQuestions[A]['request']
}[keyof DocumentQuestions]
export type DocumentReply = { id: number } & (
  | { part: string[][] }
  | { answer: DocumentQuestions[keyof DocumentQuestions]['response'] }
  | { refused: { message: string } }
)

/**
 * The approximate number of cells in a message. The page handles each message in a separate task, so it stays
 * responsive.
 */
const cellsPerMessage = 10_000

/** The worker's side of the protocol. Never rejects: an error becomes a reply with its reason. */
export async function* repliesWithDocument(request: DocumentRequest): AsyncGenerator<DocumentReply> {
  const { id } = request
  try {
    if (request.about === 'table') {
      const { rows, delimiter } = readCsvTable(await request.content.text(), request.delimiter)
      for (const part of partsOf(rows)) yield { id, part }
      yield { id, answer: { delimiter } }
    } else if (request.about === 'archive') {
      yield { id, answer: await openArchive(request.name, request.content) }
    } else yield { id, answer: readMarkdown(toText(new Uint8Array(await request.content.arrayBuffer()))) }
  } catch (error) {
    yield { id, refused: { message: error instanceof FormatError ? error.message : 'The file could not be read.' } }
  }
}

function* partsOf(rows: string[][]): Generator<string[][]> {
  let [from, cells] = [0, 0]
  for (const [index, row] of rows.entries()) {
    cells += row.length
    if (cells < cellsPerMessage && index < rows.length - 1) continue
    yield rows.slice(from, index + 1)
    ;[from, cells] = [index + 1, 0]
  }
}

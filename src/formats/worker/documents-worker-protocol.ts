import { type OpenedArchive, openArchive } from '../archive/archive'
import { FormatError } from '../format-error'
import { type MarkdownNode, readMarkdown } from '../markdown/markdown'
import { toText } from '../source-text'

/** The requests about Markdown and archives, and their responses. */
export interface DocumentQuestions {
  markdown: { request: { content: Blob }; response: MarkdownNode[] }
  archive: { request: { name: string; content: Blob }; response: OpenedArchive }
}

/** The caller assigns the ids, and terminates a worker that does not respond in time. */
export type DocumentRequest = {
  [A in keyof DocumentQuestions]: { id: number; about: A } & DocumentQuestions[A]['request']
}[keyof DocumentQuestions]
export type DocumentReply = { id: number } & (
  | { answer: DocumentQuestions[keyof DocumentQuestions]['response'] }
  | { refused: { message: string } }
)

/** The worker's side of the protocol. Never rejects: an error becomes a reply with its reason. */
export async function replyWithDocument(request: DocumentRequest): Promise<DocumentReply> {
  const { id } = request
  try {
    return { id, answer: await answerOf(request) }
  } catch (error) {
    return { id, refused: { message: error instanceof FormatError ? error.message : 'The file could not be read.' } }
  }
}

async function answerOf(request: DocumentRequest) {
  if (request.about === 'archive') return openArchive(request.name, request.content)
  return readMarkdown(toText(new Uint8Array(await request.content.arrayBuffer())))
}

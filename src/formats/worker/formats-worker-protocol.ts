import { type NamedFile, unpackedFile } from '../archive/unpacked-file'
import type { Board } from '../board/board'
import { type BoardFacts, boardFacts } from './board-facts'
import { type FileKind, headBytes, kindOf } from '../file-kind'
import { FormatError, type ErrorLocation } from '../format-error'
import { readKicadBoard } from '../kicad/kicad-board'
import { modelContents, type ModelContents } from '../models/model-contents'
import { largestFileBytes } from './largest-file'
import type { FoundInterface } from '../interfaces/found-interface'
import { findInterfaces } from '../interfaces/interfaces'
import { findRails, type FoundRail } from '../interfaces/rails'
import { groupNets } from '../nets/net-groups'
import { type PackedNets, packNets } from '../nets/packed-nets'
import { networksIn, type PackedNetwork } from '../network-set'
import { toText } from '../source-text'
import { readWorkbook, type Sheet } from '../workbook/workbook'
import { readStackup, type StackupOfFile } from '../stackup/stackups'

/** The facts about a layout, with the interfaces and supply rails that its nets suggest. */
export type LayoutSummary = Omit<BoardFacts, 'nets' | 'connectors'> & {
  nets: PackedNets
  interfaces: FoundInterface[]
  rails: FoundRail[]
}

interface Unsupported {
  unsupported: string
}

/** The requests about files, and their responses. */
export interface Questions {
  kind: { request: { file: NamedFile }; response: FileKind }
  facts: { request: { file: NamedFile }; response: LayoutSummary | Unsupported }
  board: { request: { file: NamedFile }; response: Board }
  stackup: { request: { file: NamedFile }; response: StackupOfFile }
  networks: { request: { file: NamedFile }; response: PackedNetwork[] }
  workbook: { request: { file: NamedFile }; response: Sheet[] }
  model: { request: { file: NamedFile }; response: ModelContents }
}

export type About = keyof Questions

/** The caller assigns the ids, and terminates a worker that does not respond in time. */
export type FormatsRequest = { [A in About]: { id: number; about: A } & Questions[A]['request'] }[About]

export type FormatsReply =
  | { [A in About]: { id: number; about: A; answer: Questions[A]['response'] } }[About]
  | { id: number; refused: { message: string; place: ErrorLocation | null } }

class Refused extends Error {}

/** The worker's side of the protocol. Never rejects: an error becomes a reply with its reason. */
export async function replyTo(request: FormatsRequest): Promise<FormatsReply> {
  try {
    return await answerOf(request)
  } catch (error) {
    return { id: request.id, refused: reasonOf(error) }
  }
}

async function answerOf(request: FormatsRequest): Promise<FormatsReply> {
  const { id } = request
  switch (request.about) {
    case 'kind':
      return { id, about: 'kind', answer: kindOf(request.file.name, await bytesOf(request.file, headBytes)) }
    case 'facts': {
      const file = await unpackedFile(request.file)
      const facts = boardFacts(file.name, await bytesOf(file))
      if ('unsupported' in facts) return { id, about: 'facts', answer: facts }
      const { nets, connectors, ...rest } = facts
      const groups = groupNets(nets)
      const found = { interfaces: findInterfaces(nets, groups, connectors), rails: findRails(nets, groups) }
      return { id, about: 'facts', answer: { ...rest, ...found, nets: packNets(nets, groups) } }
    }
    case 'board':
      return { id, about: 'board', answer: readKicadBoard(await bytesOf(request.file)) }
    case 'stackup':
      return { id, about: 'stackup', answer: readStackup(request.file.name, await bytesOf(request.file)) }
    case 'networks':
      checkSize(request.file)
      return { id, about: 'networks', answer: await networksIn(request.file.content) }
    case 'workbook':
      return { id, about: 'workbook', answer: readWorkbook(await bytesOf(request.file)) }
    case 'model': {
      const bytes = await bytesOf(request.file)
      const { kind } = kindOf(request.file.name, bytes)
      return { id, about: 'model', answer: modelContents(toText(bytes), kind) }
    }
  }
}

async function bytesOf(file: NamedFile, length = file.content.size): Promise<Uint8Array> {
  checkSize(file, length)
  return new Uint8Array(await file.content.slice(0, length).arrayBuffer())
}

function checkSize({ name, content }: NamedFile, length = content.size): void {
  if (length > largestFileBytes)
    throw new Refused(`${name} is larger than 256 MB, the limit for reading in the browser.`)
}

/** Known errors are reported with their own message, all others with a generic message. */
function reasonOf(error: unknown): { message: string; place: ErrorLocation | null } {
  if (error instanceof FormatError) return { message: error.message, place: error.place }
  if (error instanceof Refused || error instanceof RangeError) return { message: error.message, place: null }
  return { message: 'The file could not be read.', place: null }
}

/** The buffers of a response that can be transferred instead of copied. */
export function buffersOf(reply: FormatsReply): ArrayBuffer[] {
  if (!('about' in reply) || reply.about !== 'board') return []
  const { outline, tracks, arcs, vias, fills } = reply.answer
  const parts: object[] = [...outline, tracks, arcs, vias, fills]
  const values: unknown[] = parts.flatMap((part) => Object.values(part) as unknown[])
  return values.filter((value) => ArrayBuffer.isView(value)).map(({ buffer }) => buffer as ArrayBuffer)
}

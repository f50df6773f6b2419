import type { Board } from '../board/board'
import { type BoardFacts, boardFacts } from './board-facts'
import { curvesOf, type WantedCurve } from '../touchstone/network-curves'
import { type FileKind, kindOf } from '../file-kind'
import { FormatError, type ErrorLocation } from '../format-error'
import { readKicadBoard } from '../kicad/kicad-board'
import { modelContents, type ModelContents } from '../models/model-contents'
import { largestFileBytes } from './largest-file'
import { likelyPairs, type PortPair } from '../touchstone/mixed-mode'
import { type FoundInterface, findInterfaces } from '../interfaces/interfaces'
import { findRails, type FoundRail } from '../interfaces/rails'
import { groupNets } from '../nets/net-groups'
import { type PackedNets, packNets } from '../nets/packed-nets'
import { toText } from '../source-text'
import { readWorkbook, type Sheet } from '../workbook/workbook'
import { readStackup, type StackupOfFile } from '../stackup/stackups'
import { readTouchstone, type Touchstone } from '../touchstone/touchstone'

/** A file passed to the worker. The worker reads the Blob, and only as much of it as the request needs. */
export interface SourceFile {
  name: string
  content: Blob
}

/** A network without its values. These stay in the worker and are requested curve by curve. */
export type NetworkOutline = Omit<Touchstone, 'traces'> & { pairs: PortPair[] | null }

/** What a layout was read for: its facts, and what its nets are for. */
export type LayoutSummary = Omit<BoardFacts, 'nets'> & {
  nets: PackedNets
  interfaces: FoundInterface[]
  rails: FoundRail[]
}

interface Unsupported {
  unsupported: string
}

/** Requests and their responses. A request without a file refers to the last file that was read. */
export interface Questions {
  kind: { request: { file: SourceFile }; response: FileKind }
  facts: { request: { file: SourceFile }; response: LayoutSummary | Unsupported }
  board: { request: { file: SourceFile }; response: Board }
  stackup: { request: { file: SourceFile }; response: StackupOfFile }
  touchstone: { request: { file: SourceFile }; response: NetworkOutline }
  curves: { request: { curves: WantedCurve[]; pairs: PortPair[] }; response: Float64Array[] }
  workbook: { request: { file: SourceFile }; response: Sheet[] }
  model: { request: { file: SourceFile }; response: ModelContents }
}

export type About = keyof Questions

/**
 * The caller assigns the ids. `cancel` stops reading a Touchstone file at the next step and suppresses the response to
 * any other request. The caller terminates a worker that does not respond in time.
 */
export type FormatsRequest =
  | { [A in About]: { id: number; about: A } & Questions[A]['request'] }[About]
  | { id: number; cancel: true }

export type FormatsReply =
  | { [A in About]: { id: number; about: A; answer: Questions[A]['response'] } }[About]
  | { id: number; progress: number }
  | { id: number; cancelled: true }
  | { id: number; refused: { message: string; place: ErrorLocation | null } }

class Refused extends Error {}

/** The worker's side of the protocol. It stores the last network, for follow-up requests about it. */
export class Conversation {
  readonly #cancelled = new Set<number>()
  #network: Touchstone | null = null

  constructor(private readonly reply: (reply: FormatsReply) => void) {}

  async take(request: FormatsRequest): Promise<void> {
    const { id } = request
    if ('cancel' in request) {
      this.#cancelled.add(id)
      return
    }
    try {
      const answer = await this.#answer(request)
      this.reply(this.#cancelled.delete(id) ? { id, cancelled: true } : answer)
    } catch (error) {
      this.reply(this.#cancelled.delete(id) ? { id, cancelled: true } : { id, refused: reasonOf(error) })
    }
  }

  async #answer(request: Exclude<FormatsRequest, { cancel: true }>): Promise<FormatsReply> {
    const { id } = request
    switch (request.about) {
      case 'kind':
        return { id, about: 'kind', answer: kindOf(request.file.name, await bytesOf(request.file, 4096)) }
      case 'facts': {
        const facts = boardFacts(request.file.name, await bytesOf(request.file))
        if ('unsupported' in facts) return { id, about: 'facts', answer: facts }
        const { nets, ...rest } = facts
        const groups = groupNets(nets)
        const found = { interfaces: findInterfaces(nets, groups), rails: findRails(nets, groups) }
        return { id, about: 'facts', answer: { ...rest, ...found, nets: packNets(nets, groups) } }
      }
      case 'board':
        return { id, about: 'board', answer: readKicadBoard(await bytesOf(request.file)) }
      case 'stackup':
        return { id, about: 'stackup', answer: readStackup(request.file.name, await bytesOf(request.file)) }
      case 'touchstone': {
        const network = await this.#readNetwork(id, request.file)
        const { traces: _, ...outline } = network
        return { id, about: 'touchstone', answer: { ...outline, pairs: likelyPairs(network) } }
      }
      case 'curves':
        if (!this.#network) throw new Refused('No network has been read yet.')
        return { id, about: 'curves', answer: curvesOf(this.#network, request.curves, request.pairs) }
      case 'workbook':
        return { id, about: 'workbook', answer: readWorkbook(await bytesOf(request.file)) }
      case 'model': {
        const bytes = await bytesOf(request.file)
        const { kind } = kindOf(request.file.name, bytes)
        return { id, about: 'model', answer: modelContents(request.file.name, toText(bytes), kind) }
      }
    }
  }

  async #readNetwork(id: number, file: SourceFile): Promise<Touchstone> {
    const reading = readTouchstone(file.name, await bytesOf(file))
    for (let step = reading.next(); ; step = reading.next()) {
      if (step.done) {
        this.#network = step.value
        return step.value
      }
      this.reply({ id, progress: step.value })
      await yieldToMessages()
      if (this.#cancelled.has(id)) throw new Refused('Cancelled.')
    }
  }
}

/** Lets the worker process pending messages, in particular cancellations. */
const yieldToMessages = () => new Promise<void>((done) => setTimeout(done))

async function bytesOf({ name, content }: SourceFile, length = content.size): Promise<Uint8Array> {
  if (length > largestFileBytes)
    throw new Refused(`${name} is larger than 256 MB, which is too large to read in the browser.`)
  return new Uint8Array(await content.slice(0, length).arrayBuffer())
}

/** Known errors are reported with their own message, all others with a generic one. */
function reasonOf(error: unknown): { message: string; place: ErrorLocation | null } {
  if (error instanceof FormatError) return { message: error.message, place: error.place }
  if (error instanceof Refused || error instanceof RangeError) return { message: error.message, place: null }
  return { message: 'The file could not be read.', place: null }
}

/**
 * The buffers of a response that can be transferred instead of copied. The buffers of the network are copied, because
 * later requests need them.
 */
export function buffersOf(reply: FormatsReply): ArrayBuffer[] {
  if (!('about' in reply)) return []
  if (reply.about === 'curves') return reply.answer.map(({ buffer }) => buffer as ArrayBuffer)
  if (reply.about !== 'board') return []
  const { outline, tracks, arcs, vias, fills } = reply.answer
  const parts: object[] = [...outline, tracks, arcs, vias, fills]
  const values: unknown[] = parts.flatMap((part) => Object.values(part) as unknown[])
  return values.filter((value) => ArrayBuffer.isView(value)).map(({ buffer }) => buffer as ArrayBuffer)
}

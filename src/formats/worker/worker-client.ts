import type { Board } from '../board/board'
import { type BoardFacts, boardFacts } from './board-facts'
import { curvesOf, type WantedCurve } from '../touchstone/network-curves'
import { type FileKind, kindOf } from '../file-kind'
import { FormatError, type Place } from '../format-error'
import { type Heading, ibisHeadings, spiceHeadings } from '../headings'
import { readKicadBoard } from '../kicad/kicad-board'
import { likelyPairs, type PortPair } from '../touchstone/mixed-mode'
import { groupNets } from '../nets/net-groups'
import { type PackedNets, packNets } from '../nets/packed-nets'
import { toText } from '../source-text'
import { readStackup, type StackupOfFile } from '../stackup/stackups'
import { readTouchstone, type Touchstone } from '../touchstone/touchstone'

/** A file as it is handed over: a Blob is read in the worker, and only as far as the question needs. */
export interface SourceFile {
  name: string
  content: Blob
}

/** A network without its values, which stay with the reader: they are asked for curve by curve. */
export type NetworkOutline = Omit<Touchstone, 'traces'> & { pairs: PortPair[] | null }

interface Unsupported {
  unsupported: string
}

/** What can be asked, and what is answered. Questions without a file are about the file that was read last. */
export interface Questions {
  kind: { asked: { file: SourceFile }; answered: FileKind }
  facts: { asked: { file: SourceFile }; answered: (Omit<BoardFacts, 'nets'> & { nets: PackedNets }) | Unsupported }
  board: { asked: { file: SourceFile }; answered: Board }
  stackup: { asked: { file: SourceFile }; answered: StackupOfFile }
  touchstone: { asked: { file: SourceFile }; answered: NetworkOutline }
  curves: { asked: { curves: WantedCurve[]; pairs: PortPair[] }; answered: Float64Array[] }
  headings: { asked: { file: SourceFile }; answered: Heading[] }
}

export type About = keyof Questions

/**
 * The caller counts the ids. `cancel` ends the reading of a Touchstone file between two of its steps, and keeps the answer
 * of any other question back; a worker that does not answer in time is terminated by its caller.
 */
export type FormatsRequest =
  | { [A in About]: { id: number; about: A } & Questions[A]['asked'] }[About]
  | { id: number; cancel: true }

export type FormatsReply =
  | { [A in About]: { id: number; about: A; answer: Questions[A]['answered'] } }[About]
  | { id: number; progress: number }
  | { id: number; cancelled: true }
  | { id: number; refused: { message: string; place: Place | null } }

/** Larger files would take the memory of the page with them. */
const MOST_BYTES = 256 * 1024 * 1024

class Refused extends Error {}

/** One worker's side of the talk: it keeps the network that it read last, for questions about it. */
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
        return { id, about: 'facts', answer: { ...rest, nets: packNets(nets, groupNets(nets)) } }
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
        if (!this.#network) throw new Refused('No network was read before.')
        return { id, about: 'curves', answer: curvesOf(this.#network, request.curves, request.pairs) }
      case 'headings': {
        const bytes = await bytesOf(request.file)
        const read = kindOf(request.file.name, bytes).kind === 'ibis' ? ibisHeadings : spiceHeadings
        return { id, about: 'headings', answer: read(toText(bytes)) }
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
      await turn()
      if (this.#cancelled.has(id)) throw new Refused('Cancelled.')
    }
  }
}

/** Lets what came in meanwhile, a cancellation first of all, have its turn. */
const turn = () => new Promise<void>((done) => setTimeout(done))

async function bytesOf({ name, content }: SourceFile, most = content.size): Promise<Uint8Array> {
  if (most > MOST_BYTES) throw new Refused(`${name} is larger than 256 MB, which is too large to read in the browser.`)
  return new Uint8Array(await content.slice(0, most).arrayBuffer())
}

/** A reader's own words; of any other fault only that there was one. */
function reasonOf(error: unknown): { message: string; place: Place | null } {
  if (error instanceof FormatError) return { message: error.message, place: error.place }
  if (error instanceof Refused || error instanceof RangeError) return { message: error.message, place: null }
  return { message: 'The file could not be read.', place: null }
}

/** The buffers of an answer that can be handed over without a copy. The network stays here, for its curves. */
export function buffersOf(reply: FormatsReply): ArrayBuffer[] {
  if (!('about' in reply)) return []
  if (reply.about === 'curves') return reply.answer.map(({ buffer }) => buffer as ArrayBuffer)
  if (reply.about !== 'board') return []
  const { outline, tracks, arcs, vias, fills } = reply.answer
  const parts: object[] = [...outline, tracks, arcs, vias, fills]
  const values: unknown[] = parts.flatMap((part) => Object.values(part) as unknown[])
  return values.filter((value) => ArrayBuffer.isView(value)).map(({ buffer }) => buffer as ArrayBuffer)
}

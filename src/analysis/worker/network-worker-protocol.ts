import { FormatError } from '../../formats/format-error'
import { likelyPairs, type PortPair } from '../../formats/touchstone/mixed-mode'
import { comparedPairs } from '../network/compared-pairs'
import { type ExportForm, exportedNetwork } from '../network/exported-network'
import { touchstoneOf, type TouchstoneText } from '../../formats/touchstone/touchstone-writer'
import { curvesOf, tracesOf, type WantedCurve } from '../network/network-curves'
import { formedNetwork, type NetworkForm } from '../network/network-form'
import {
  type OverlaidNetwork,
  type Overlay,
  overlayOf,
  type OverlayDifference,
  type OverlayQuantity,
} from '../network/network-overlay'
import { inParameter } from '../network/network-parameters'
import { networkRead } from '../network/own-references'
import { type NetworkFile, readNetworkFile } from '../../formats/network-file'
import type { Network, NetworkParameter } from '../../formats/touchstone/network'
import { largestFileBytes } from '../../formats/worker/largest-file'
import { lineEye, type LineEye, type LineEyeSettings } from '../eye/line-eye'
import { type Line, linesOf, reflectionOf, type Reflection } from '../network/network-lines'
import { checksOf, type QualityMetric } from '../network/network-checks'
import { type LossView, lossView, type LossViewSettings } from '../loss-view'
import { type SupplyView, supplyView, type SupplyViewSettings } from '../supply/supply-view'
import { chainOf, type ChainOperation } from '../network/network-chain'
import { likelyOrder, type PortOrder } from '../network/ports-and-frequencies'
import {
  type ImpedanceProfile,
  impedanceProfile,
  type TimeQuantity,
  type TimeResponse,
  timeResponse,
  type TimeSettings,
} from '../time-domain'

/** A network without its values, which are kept in the worker and requested curve by curve. */
export type NetworkOutline = Omit<NetworkFile, 'traces' | 'impedances'> & {
  /** The impedances of the ports at the first frequency; null if the references apply instead. */
  impedances: { re: number; im: number }[] | null
  pairs: PortPair[] | null
  lines: Line[]
}

/** A network in a comparison, in a form that can differ from its file, and one of its parameters. */
export interface ComparedCurve {
  key: string
  form: Pick<NetworkForm, 'order' | 'reference'>
  parameter: NetworkParameter
  curve: Omit<WantedCurve, 'quantity'>
}

/** Requests and their responses. All except `network`, `hold` and `overlay` refer to the network that was read last. */
export interface NetworkQuestions {
  /**
   * Reads a network. If it cannot have the requested form, it remains as in its file, and `refused` states the reason.
   */
  network: {
    request: { name: string; content: Blob; form?: NetworkForm }
    response: NetworkOutline & { refused: string | null }
  }
  /** Changes the form of the network for all later requests. */
  form: { request: { form: NetworkForm }; response: NetworkOutline }
  /** Keeps a network for comparisons under a key. Of the others, only those whose keys are in `kept` stay in memory. */
  hold: { request: { key: string; kept: string[]; name: string; content: Blob }; response: NetworkOutline }
  /** One parameter of several networks. Networks that do not have it are listed with the reason. */
  overlay: {
    request: {
      networks: ComparedCurve[]
      reference: string
      quantity: OverlayQuantity
      difference: OverlayDifference
    }
    response: Overlay & {
      /** The port pairs of the networks in mixed mode. Ports are numbered as in the form of their network. */
      pairs: { key: string; pairs: PortPair[] }[]
      refused: { key: string; reason: string }[]
    }
  }
  /** Without `parameter`, the curves are of the parameters that the network has once its form has been applied. */
  curves: {
    request: { parameter?: NetworkParameter; curves: WantedCurve[]; pairs: PortPair[] }
    response: Float64Array[]
  }
  checks: { request: object; response: QualityMetric[] }
  impedance: { request: TimeSettings & { port: number }; response: ImpedanceProfile }
  response: {
    request: TimeSettings & { quantity: TimeQuantity; from: number; to: number | null }
    response: TimeResponse
  }
  eye: { request: LineEyeSettings; response: LineEye }
  reflection: { request: { end: number[] }; response: Reflection }
  supply: { request: SupplyViewSettings; response: SupplyView }
  loss: { request: LossViewSettings; response: LossView }
  /** The network connected to another one, or with another one removed. */
  chain: {
    request: {
      operation: ChainOperation
      order: PortOrder | 'likely'
      other: { name: string; content: Blob }
      otherOrder: PortOrder | 'likely'
    }
    response: TouchstoneText
  }
  /** `origin` describes the source network, for the first comment of the file; `form` is how the network is written. */
  touchstone: { request: { origin: string; form: ExportForm }; response: TouchstoneText }
}

type About = keyof NetworkQuestions

/** The caller assigns the ids, and terminates a worker that does not respond in time. */
export type NetworkRequest = { [A in About]: { id: number; about: A } & NetworkQuestions[A]['request'] }[About]
export type NetworkReply =
  | { id: number; answer: NetworkQuestions[About]['response'] }
  | { id: number; refused: { message: string } }

/** The worker's side of the protocol. It keeps the network for subsequent requests. */
export class NetworkConversation {
  /** The network as it was read, and in the form that is used. */
  #network: Promise<{ file: NetworkFile; formed: NetworkFile } | null> = Promise.resolve(null)
  #name = ''
  /** The networks of a comparison. A network is null while it is being read, and if it cannot be read. */
  #held = new Map<string, NetworkFile | null>()
  /** The network in the parameters that were plotted last, kept because each change of the plot needs it. */
  #converted: { from: NetworkFile; network: Network } | null = null

  async take(request: NetworkRequest): Promise<NetworkReply> {
    const { id } = request
    try {
      return { id, answer: await this.#answer(request) }
    } catch (error) {
      // The messages of these errors are written for users.
      const isKnown = error instanceof FormatError || error instanceof RangeError
      return { id, refused: { message: isKnown ? error.message : 'The network could not be analyzed.' } }
    }
  }

  async #answer(request: NetworkRequest): Promise<NetworkQuestions[About]['response']> {
    switch (request.about) {
      case 'network': {
        const reading = readNetwork(request).then((file) => ({ file, ...formedOr(file, request.form) }))
        // Requests that arrive while the network is being read wait for it. Only this request reports why the reading
        // failed.
        this.#network = reading.catch(() => null)
        this.#name = request.name
        const { formed, refused } = await reading
        return { ...outlineOf(formed), refused }
      }
      case 'form': {
        const file = (await this.#network)?.file
        if (!file) throw new RangeError(NONE_READ)
        const formed = formedNetwork(file, request.form)
        this.#network = Promise.resolve({ file, formed })
        return outlineOf(formed)
      }
      case 'hold': {
        const { key, kept } = request
        for (const one of this.#held.keys()) if (!kept.includes(one)) this.#held.delete(one)
        if (!this.#held.has(key)) this.#held.set(key, null)
        const file = await readNetwork(request)
        // A later request may have dropped the network already.
        if (this.#held.has(key)) this.#held.set(key, file)
        return outlineOf(file)
      }
      case 'overlay':
        return this.#overlay(request)
      case 'curves':
        return curvesOf(await this.#inParameter(request.parameter), request.curves, request.pairs)
      case 'checks':
        return checksOf(await this.#known())
      case 'impedance':
        return impedanceProfile(await this.#known(), request.port, request)
      case 'response':
        return timeResponse(await this.#known(), request)
      case 'eye':
        return lineEye(await this.#known(), request)
      case 'reflection':
        return reflectionOf(await this.#known(), request.end)
      case 'supply':
        return supplyView(await this.#known(), request)
      case 'loss':
        return lossView(await this.#known(), request)
      case 'chain':
        return chained(await this.#known(), this.#name, request)
      case 'touchstone':
        return exportedNetwork(await this.#known(), request.origin, request.form)
    }
  }

  async #inParameter(wanted: NetworkParameter | undefined): Promise<Network> {
    const from = await this.#known()
    if (wanted === undefined || wanted === from.parameter) return from
    if (this.#converted?.from !== from || this.#converted.network.parameter !== wanted) {
      this.#converted = { from, network: inParameter(from, wanted) }
    }
    return this.#converted.network
  }

  async #known(): Promise<NetworkFile> {
    const network = await this.#network
    if (!network) throw new RangeError(NONE_READ)
    return network.formed
  }

  #overlay({ networks, ...wanted }: NetworkQuestions['overlay']['request']): NetworkQuestions['overlay']['response'] {
    const refused: { key: string; reason: string }[] = []
    /** The result for a network, or none if it is refused with a reason. */
    const attempt = <Result>(key: string, result: () => Result): Result[] => {
      try {
        return [result()]
      } catch (error) {
        if (!(error instanceof RangeError)) throw error
        refused.push({ key, reason: error.message })
        return []
      }
    }
    const formed = networks.flatMap(({ key, form, parameter, curve }) =>
      attempt(key, () => {
        const file = this.#held.get(key)
        if (!file) throw new RangeError('The network has not been read yet.')
        const network = formedNetwork(file, { ...form, points: null })
        return { key, curve, network: { ...network, ...inParameter(network, parameter) } }
      }),
    )
    const reference = formed.find(({ key }) => key === wanted.reference) ?? formed[0]
    const paired = reference
      ? comparedPairs(
          formed.map(({ network }) => network),
          reference.network,
        )
      : []
    const pairs: { key: string; pairs: PortPair[] }[] = []
    const overlaid = formed.flatMap(({ key, network, curve }, at) =>
      attempt(key, (): OverlaidNetwork => {
        const own = paired[at] ?? []
        // Throws an error with the reason if the network does not have the parameter.
        const [trace] = tracesOf(network, [curve], own)
        if (network.modes || curve.mode !== 'single') pairs.push({ key, pairs: own })
        return { key, frequencies: network.frequencies, trace: trace! }
      }),
    )
    return { ...overlayOf(overlaid, wanted), pairs, refused }
  }
}

const NONE_READ = 'No network has been read yet.'

/** The network in a form, or as in its file if it has no such form. */
function formedOr(file: NetworkFile, form: NetworkForm | undefined): { formed: NetworkFile; refused: string | null } {
  try {
    return { formed: form ? formedNetwork(file, form) : file, refused: null }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { formed: file, refused: error.message }
  }
}

function outlineOf(network: NetworkFile): NetworkOutline {
  const { traces: _, impedances, ...outline } = network
  const first = impedances?.map(({ re, im }) => ({ re: re[0]!, im: im[0]! })) ?? null
  return { ...outline, impedances: first, pairs: likelyPairs(network), lines: linesOf(network) }
}

async function chained(
  network: NetworkFile,
  name: string,
  { operation, order, other, otherOrder }: NetworkQuestions['chain']['request'],
): Promise<TouchstoneText> {
  const partner = await readNetwork(other)
  if (network.modes ?? partner.modes) throw new RangeError('Neither network may contain mixed-mode data.')
  const ordered = (one: NetworkFile, wanted: PortOrder | 'likely') => ({
    network: one,
    order: wanted === 'likely' ? likelyOrder(one) : wanted,
  })
  const chain = chainOf(ordered(network, order), ordered(partner, otherOrder), operation)
  return touchstoneOf(chain, chainText(name, other.name, operation))
}

/** Describes a chain in the comment of its file. */
function chainText(name: string, other: string, operation: ChainOperation): string {
  switch (operation) {
    case 'append':
      return `${name}, followed by ${other}`
    case 'prepend':
      return `${other}, followed by ${name}`
    case 'remove-near':
      return `${name} without ${other} at its near end`
    case 'remove-far':
      return `${name} without ${other} at its far end`
    case 'remove-thru':
      return `${name} without the halves of ${other} at its ends`
  }
}

async function readNetwork({ name, content }: NetworkQuestions['network']['request']): Promise<NetworkFile> {
  if (content.size > largestFileBytes)
    throw new RangeError(`${name} is larger than 256 MB, the limit for reading in the browser.`)
  return networkRead(readNetworkFile(name, new Uint8Array(await content.arrayBuffer())))
}

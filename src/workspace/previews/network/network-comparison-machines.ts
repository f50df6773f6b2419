import type { ChainPartner } from '../../../../machines/previews/network-chain.machine'
import { type ComparedNetwork, type Comparison, maxCompared } from '../../../../machines/previews/network-comparison'
import {
  type ComparisonWanted,
  networkComparisonMachine,
  type ReadForComparison,
} from '../../../../machines/previews/network-comparison.machine'
import {
  contentName,
  type ExportWanted,
  networkExportMachine,
} from '../../../../machines/previews/network-export.machine'
import { kindOf } from '../../../../machines/previews/preview-kinds'
import type { CallingUser, ProductApi } from '../../../api/product'
import { fromCall } from '../../lib/from-call'
import { machinesHook } from '../../lib/machines'
import { ReaderTimeout, UnreadableFile } from '../../readers/conversation'
import { openNetwork } from '../../readers/read-networks'
import { saveBlob } from '../../transfers/save-file'
import type { NetworkSource } from './networks-of'

/**
 * What a comparison starts with: the networks of a file, those that were computed from them, and the project whose
 * other networks can be added. `name` is the name of saved files.
 */
export type ComparisonSource = {
  name: string
  networks: NetworkSource[]
  made: NetworkSource[]
  fileId: string | null
  projectId: string | null
}

/** Connects comparisons of networks to the product API, and to a worker that keeps the networks until `close`. */
export const connectNetworkComparison = (api: ProductApi, currentUser: () => CallingUser) => ({
  openComparison: ({ name, networks, made, fileId, projectId }: ComparisonSource) => {
    const reader = openNetwork()
    const held = new Map<string, ComparedNetwork>()
    /** Why a network cannot be read, by its key. */
    const refused = new Map<string, string>()
    let listed: ChainPartner[] | null = null

    const own = [
      ...networks.map((network, index) => ({ key: `n${index + 1}`, ...network })),
      ...made.map((network, index) => ({ key: `m${index + 1}`, ...network })),
    ]

    /** Reads a network unless the worker has it. Returns the reason if it cannot be compared. */
    async function hold(
      key: string,
      isAdded: boolean,
      load: () => Promise<NetworkSource>,
      signal: AbortSignal,
    ): Promise<ComparedNetwork | string> {
      const known = held.get(key) ?? refused.get(key)
      if (known !== undefined) return known
      let label = key
      try {
        const source = await load()
        label = source.label ?? source.name
        const facts = await reader.ask('hold', { key, name: source.name, content: source.content }, signal)
        const network = { key, label, isAdded, facts }
        held.set(key, network)
        return network
      } catch (error) {
        signal.throwIfAborted()
        const reason = `Not compared: ${label}. ${error instanceof Error ? error.message : ''}`
        // The worker was ended, and with it what it had.
        if (error instanceof ReaderTimeout) held.clear()
        else if (error instanceof UnreadableFile) refused.set(key, reason)
        return reason
      }
    }

    /** The networks of the project that can be added. */
    async function list(signal: AbortSignal): Promise<ChainPartner[]> {
      if (projectId === null) return []
      const { files } = await api.listFiles(currentUser(), projectId, null, signal)
      return files.filter((file) => kindOf(file) === 'network').map((file) => ({ id: file.id, name: file.name }))
    }

    async function read(added: string[], signal: AbortSignal): Promise<ReadForComparison> {
      const remarks: string[] = []
      try {
        listed ??= await list(signal)
      } catch (error) {
        signal.throwIfAborted()
        remarks.push(error instanceof Error ? error.message : 'The networks of the project could not be listed.')
      }
      const offered = (listed ?? []).filter(({ id }) => id !== fileId && !added.includes(id))
      const wanted = own.slice(0, maxCompared)
      if (own.length > maxCompared) {
        remarks.push(`Only the first ${maxCompared} of ${own.length} networks are compared.`)
      }
      const found: ComparedNetwork[] = []
      const keep = (read: ComparedNetwork | string) => {
        if (typeof read === 'string') remarks.push(read)
        else found.push(read)
      }
      for (const source of wanted) keep(await hold(source.key, false, () => Promise.resolve(source), signal))
      for (const id of added.slice(0, maxCompared - wanted.length)) {
        const load = async () => {
          const partner = listed?.find((one) => one.id === id)
          if (!partner) throw new Error('It is not a network of this project.')
          return { name: partner.name, content: await api.readFile(id, signal) }
        }
        keep(await hold(id, true, load, signal))
      }
      return { networks: found, offered, remarks }
    }

    return {
      machine: networkComparisonMachine.provide({
        actors: {
          readNetworks: fromCall<ReadForComparison, { added: string[] }>(({ input, signal }) =>
            read(input.added, signal),
          ),
          compare: fromCall<Comparison, ComparisonWanted>(async ({ input, signal }) => {
            const { networks: all, curves, shown } = input
            const labels = new Map(all.map(({ key, label }) => [key, label]))
            const { reference, quantity, difference } = shown
            try {
              const { refused: not, ...overlay } = await reader.ask(
                'overlay',
                { networks: curves, reference, quantity, difference },
                signal,
              )
              const named = <One extends { key: string }>(list: One[]) =>
                list.map((one) => ({ ...one, label: labels.get(one.key) ?? '' }))
              const without = all.filter(({ key }) => !curves.some((curve) => curve.key === key))
              return {
                ...overlay,
                // The first network that can be drawn, if the chosen one cannot.
                shown: {
                  ...shown,
                  reference: overlay.curves.some(({ key }) => key === reference)
                    ? reference
                    : (overlay.curves[0]?.key ?? ''),
                },
                curves: named(overlay.curves),
                differences: named(overlay.differences),
                refused: [...not, ...without.map(({ key }) => ({ key, reason: `no ${shown.curve}` }))],
              }
            } catch (error) {
              if (error instanceof ReaderTimeout) held.clear()
              throw error
            }
          }),
        },
      }),
      saving: networkExportMachine.provide({
        actors: {
          saveExport: fromCall<void, ExportWanted | null>(async ({ input }) => {
            if (!input) return
            const { savedFigure } = await import('./export/saved-file')
            const ending = `${contentName(input.shown)}.${input.wanted}`
            saveBlob(await savedFigure(name, input), `${name.replace(/\.[^.]*$/, '')}-${ending}`)
          }),
        },
      }),
      close: () => {
        held.clear()
        reader.close()
      },
    }
  },
})

export const useNetworkComparisonMachines = machinesHook(connectNetworkComparison)

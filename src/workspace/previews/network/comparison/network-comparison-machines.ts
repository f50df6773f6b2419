import type { ChainPartner } from '../../../../../machines/previews/network/network-chain.machine'
import {
  type ComparedNetwork,
  type Comparison,
  comparisonOfNetworks,
  type ComparisonWanted,
  maxCompared,
  networkKey,
} from '../../../../../machines/previews/network/network-comparison'
import {
  networkComparisonMachine,
  type ReadForComparison,
} from '../../../../../machines/previews/network/network-comparison.machine'
import {
  contentName,
  type ExportWanted,
  networkExportMachine,
} from '../../../../../machines/previews/network/network-export.machine'
import { kindOf } from '../../../../../machines/previews/preview-kinds'
import { statusOf } from '../../../../../machines/transfers/upload-failures'
import type { CallingUser, ProductApi } from '../../../../api/product'
import { fromCall } from '../../../lib/from-call'
import { machinesHook } from '../../../lib/machines'
import { ReaderTimeout, UnreadableFile } from '../../../readers/worker-connection'
import { openNetwork } from '../../../readers/read-networks'
import { saveBlob } from '../../../transfers/save-file'
import type { NetworkSource } from '../networks-of'

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

const notInProject = 'It was deleted, or it is not a network in this project.'

/** Why a network is not compared, whether another attempt may help, and whether no attempt ever will. */
type Missing = { reason: string; isWorthRetrying: boolean; isPermanent: boolean }

/** Connects comparisons of networks to the product API, and to a worker that keeps the networks until `close`. */
export const connectNetworkComparison = (api: ProductApi, currentUser: () => CallingUser) => ({
  openComparison: ({ name, networks, made, fileId, projectId }: ComparisonSource) => {
    const reader = openNetwork()
    const held = new Map<string, ComparedNetwork>()
    /** Why networks are not read again, by network key. */
    const refused = new Map<string, Missing>()
    /** How many times the worker was terminated; each time, the networks that it held are lost. */
    let losses = 0
    const lose = () => {
      held.clear()
      losses += 1
    }
    let listed: ChainPartner[] | null = null
    let isListOld = false

    const own = [
      ...networks.map((network, index) => ({ key: networkKey(index + 1), ...network })),
      ...made.map((network, index) => ({ key: `m${index + 1}`, ...network })),
    ]

    /** Reads a network unless the worker already has it or it was refused before. */
    async function hold(
      key: string,
      isAdded: boolean,
      load: () => Promise<NetworkSource>,
      signal: AbortSignal,
    ): Promise<ComparedNetwork | Missing> {
      const known = held.get(key) ?? refused.get(key)
      if (known !== undefined) return known
      let label = listed?.find(({ id }) => id === key)?.name
      try {
        const source = await load()
        label = source.label ?? source.name
        const facts = await reader.ask('hold', { key, name: source.name, content: source.content }, signal)
        const network = { key, label, isAdded, facts }
        held.set(key, network)
        return network
      } catch (error) {
        signal.throwIfAborted()
        if (statusOf(error) === 404) {
          // Someone has deleted it since the networks of the project were listed.
          isListOld = true
          return { reason: notCompared(label, new Error(notInProject)), isWorthRetrying: false, isPermanent: true }
        }
        const reason = notCompared(label, error)
        if (!(error instanceof UnreadableFile)) return { reason, isWorthRetrying: true, isPermanent: false }
        const isTooSlow = error instanceof ReaderTimeout
        const missing = { reason, isWorthRetrying: false, isPermanent: !isTooSlow }
        refused.set(key, missing)
        if (isTooSlow) lose()
        return missing
      }
    }

    /** The networks of the project that can be added. */
    async function list(signal: AbortSignal): Promise<ChainPartner[]> {
      if (projectId === null) return []
      const { files } = await api.listFiles(currentUser(), projectId, null, signal)
      return files.filter((file) => kindOf(file) === 'network').map((file) => ({ id: file.id, name: file.name }))
    }

    /** Reads the networks of the file and the added ones. Those that the worker already has are not read again. */
    async function holdAll(added: string[], signal: AbortSignal) {
      const all: { key: string; isAdded: boolean; found: ComparedNetwork | Missing }[] = []
      const wanted = own.slice(0, maxCompared)
      for (const source of wanted) {
        const found = await hold(source.key, false, () => Promise.resolve(source), signal)
        all.push({ key: source.key, isAdded: false, found })
      }
      const readable = all.filter(({ found }) => !('reason' in found))
      for (const id of added.slice(0, maxCompared - readable.length)) {
        const load = async () => {
          const partner = listed?.find((one) => one.id === id)
          if (!partner) throw new UnreadableFile(notInProject)
          return { name: partner.name, content: await api.readFile(id, signal) }
        }
        all.push({ key: id, isAdded: true, found: await hold(id, true, load, signal) })
      }
      return all
    }

    async function read(added: string[], signal: AbortSignal): Promise<ReadForComparison> {
      const remarks: string[] = []
      try {
        listed ??= await list(signal)
      } catch (error) {
        signal.throwIfAborted()
        // The added networks have to be looked up in the list.
        if (added.length > 0) throw error
        remarks.push(error instanceof Error ? error.message : 'The networks of the project could not be listed.')
      }
      if (own.length > maxCompared) {
        remarks.push(`Only the first ${maxCompared} of ${own.length} networks are compared.`)
      }
      let before = losses
      let all = await holdAll(added, signal)
      // If a network takes too long, the worker is terminated. The others are read again without it.
      while (losses !== before) {
        before = losses
        all = await holdAll(added, signal)
      }
      if (isListOld) {
        listed = await list(signal).catch(() => listed)
        isListOld = false
      }
      const missing = all.flatMap(({ found }) => ('reason' in found ? [found] : []))
      const kept = all.filter(({ isAdded, found }) => isAdded && !('reason' in found && found.isPermanent))
      const keptIds = kept.map(({ key }) => key)
      return {
        networks: all.flatMap(({ found }) => ('reason' in found ? [] : [found])),
        added: keptIds,
        isIncomplete: missing.some(({ isWorthRetrying }) => isWorthRetrying),
        offered: (listed ?? []).filter(({ id }) => id !== fileId && !keptIds.includes(id)),
        remarks: [...remarks, ...missing.map(({ reason }) => reason)],
      }
    }

    return {
      machine: networkComparisonMachine.provide({
        actors: {
          readNetworks: fromCall<ReadForComparison, { added: string[] }>(({ input, signal }) =>
            read(input.added, signal),
          ),
          compare: fromCall<Comparison, ComparisonWanted>(async ({ input, signal }) => {
            const { networks: all, curves, shown } = input
            try {
              // The worker has been terminated since the networks were read.
              if (all.some(({ key }) => !held.has(key))) {
                const added = all.flatMap(({ key, isAdded }) => (isAdded ? [key] : []))
                await read(added, signal)
              }
              const { reference, quantity, difference } = shown
              const wanted = { networks: curves, reference, quantity, difference }
              return comparisonOfNetworks(input, await reader.ask('overlay', wanted, signal))
            } catch (error) {
              if (error instanceof ReaderTimeout) lose()
              throw error
            }
          }),
        },
      }),
      saving: networkExportMachine.provide({
        actors: {
          saveExport: fromCall<void, ExportWanted | null>(async ({ input }) => {
            if (!input) return
            const { savedFigure } = await import('../export/saved-file')
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

/** Says why a network is not compared. The label is undefined if the file is not in the project. */
function notCompared(label: string | undefined, error: unknown): string {
  const reason = error instanceof Error ? error.message : ''
  return label === undefined ? `A network in this link is not compared. ${reason}` : `Not compared: ${label}. ${reason}`
}

export const useNetworkComparisonMachines = machinesHook(connectNetworkComparison)

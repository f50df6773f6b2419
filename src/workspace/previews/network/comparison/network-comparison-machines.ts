import type { ProjectFile } from '../../../../../machines/files/file-order'
import {
  type ComparedNetwork,
  type Comparison,
  comparisonOfNetworks,
  type ComparisonWanted,
  maxCompared,
  maxComparedBytes,
  networkKey,
} from '../../../../../machines/previews/network/network-comparison'
import {
  type ComparisonRemark,
  networkComparisonMachine,
  type ReadForComparison,
} from '../../../../../machines/previews/network/network-comparison.machine'
import {
  contentName,
  type ExportWanted,
  networkExportMachine,
} from '../../../../../machines/previews/network/network-export.machine'
import { fittingFiles, othersInSet } from '../../../../../machines/previews/network/network-set'
import { kindOf } from '../../../../../machines/previews/preview-kinds'
import { fileSize } from '../../../../../machines/lib/file-size'
import { statusOf } from '../../../../../machines/transfers/upload-failures'
import type { CallingUser, ProductApi } from '../../../../api/product'
import { fromCall } from '../../../lib/from-call'
import { machinesHook } from '../../../lib/machines'
import { isReaderLost, UnreadableFile } from '../../../readers/worker-connection'
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

const notInProject = 'It was deleted or replaced, or it is not a network in this project.'
const tooLargeTogether = `Together, the networks would be larger than ${fileSize(maxComparedBytes)}.`

/**
 * Why a network is not compared, whether another attempt may help, and whether all attempts with the same networks
 * fail. A network that the project does not list has no label.
 */
type Missing = { label: string | undefined; reason: string; isWorthRetrying: boolean; isPermanent: boolean }

/**
 * Connects comparisons of networks to the product API, and to a worker that keeps the networks until `close` is called.
 */
export const connectNetworkComparison = (api: ProductApi, currentUser: () => CallingUser) => ({
  openComparison: ({ name, networks, made, fileId, projectId }: ComparisonSource) => {
    /** The networks that the worker has in memory. */
    const held = new Map<string, ComparedNetwork>()
    /** Why networks are not read again, by network key. */
    const refused = new Map<string, Missing>()
    /** How many times the worker has been terminated. Each time, the networks in its memory are lost. */
    let losses = 0
    const lose = () => {
      held.clear()
      losses += 1
    }
    const reader = openNetwork(lose)
    let listed: ProjectFile[] | null = null
    const listedAs = (id: string) => listed?.find((one) => one.id === id)
    let isListOld = false

    const own = [
      ...networks.map((network, index) => ({ key: networkKey(index + 1), ...network })),
      ...made.map((network, index) => ({ key: `m${index + 1}`, ...network })),
    ]

    /**
     * Reads a network unless the worker already has it or it was refused before. Before reading it, the worker drops
     * networks that are neither in the file nor added, because together they could exceed the size limit.
     */
    async function hold(
      key: string,
      added: string[],
      load: () => Promise<NetworkSource>,
      signal: AbortSignal,
    ): Promise<ComparedNetwork | Missing> {
      const known = held.get(key) ?? refused.get(key)
      if (known !== undefined) return known
      let label = listedAs(key)?.name
      try {
        const source = await load()
        label = source.label ?? source.name
        const kept = [...own.map((one) => one.key), ...added]
        for (const one of held.keys()) if (!kept.includes(one)) held.delete(one)
        const facts = await reader.ask('hold', { key, kept, name: source.name, content: source.content }, signal)
        const network = { key, label, isAdded: own.every((one) => one.key !== key), facts }
        held.set(key, network)
        return network
      } catch (error) {
        signal.throwIfAborted()
        if (statusOf(error) === 404) {
          // Someone has deleted the file since the networks of the project were listed.
          isListOld = true
          return { label, reason: notInProject, isWorthRetrying: false, isPermanent: true }
        }
        const reason = error instanceof Error ? error.message : ''
        const isLost = isReaderLost(error)
        if (!isLost && !(error instanceof UnreadableFile))
          return { label, reason, isWorthRetrying: true, isPermanent: false }
        const missing = { label, reason, isWorthRetrying: false, isPermanent: !isLost }
        refused.set(key, missing)
        return missing
      }
    }

    /** The networks of the project. */
    async function list(signal: AbortSignal): Promise<ProjectFile[]> {
      if (projectId === null) return []
      const { files } = await api.listFiles(currentUser(), projectId, null, signal)
      return files.filter((file) => kindOf(file) === 'network')
    }

    /** Reads the networks of the file and the added ones. Those that the worker already has are not read again. */
    async function holdAll(added: string[], signal: AbortSignal) {
      const all: { key: string; isAdded: boolean; found: ComparedNetwork | Missing }[] = []
      const wanted = own.slice(0, maxCompared)
      for (const source of wanted) {
        const found = await hold(source.key, added, () => Promise.resolve(source), signal)
        all.push({ key: source.key, isAdded: false, found })
      }
      const readable = all.filter(({ found }) => !('reason' in found))
      let bytes = wanted.reduce((sum, { content }) => sum + content.size, 0)
      for (const id of added.slice(0, maxCompared - readable.length)) {
        const partner = listedAs(id)
        const load = async () => {
          if (!partner) throw new UnreadableFile(notInProject)
          return { name: partner.name, content: await api.readFile(id, signal) }
        }
        const size = partner?.size ?? 0
        const found =
          bytes + size > maxComparedBytes
            ? { label: partner?.name, reason: tooLargeTogether, isWorthRetrying: false, isPermanent: true }
            : await hold(id, added, load, signal)
        // A network that cannot be read at present counts too: a later attempt may read it while the networks after it
        // are still in memory.
        if (!('reason' in found && found.isPermanent)) bytes += size
        all.push({ key: id, isAdded: true, found })
      }
      return { all, bytesLeft: maxComparedBytes - bytes }
    }

    async function read(added: string[], signal: AbortSignal): Promise<ReadForComparison> {
      const remarks: ComparisonRemark[] = []
      const remark = (key: string, text: string, of: string | null = null) => remarks.push({ key, text, added: of })
      try {
        listed ??= await list(signal)
      } catch (error) {
        signal.throwIfAborted()
        // The added networks have to be looked up in the list, so they cannot be compared without it.
        if (added.length > 0) throw error
        remark('list', error instanceof Error ? error.message : 'The networks of the project could not be listed.')
      }
      if (own.length > maxCompared) {
        remark('own', `Only the first ${maxCompared} of ${own.length} networks are compared.`)
      }
      let before = losses
      let reading = await holdAll(added, signal)
      // If a network takes too long or too much memory, the worker is lost. The others are read again without it. The
      // number of repetitions is limited, because the worker could be lost each time for another reason.
      for (let repeats = 0; losses !== before && repeats < maxCompared; repeats++) {
        before = losses
        reading = await holdAll(added, signal)
      }
      if (isListOld) {
        listed = await list(signal).catch(() => listed)
        isListOld = false
      }
      const { all, bytesLeft } = reading
      const missing = all.flatMap(({ key, isAdded, found }) => ('reason' in found ? [{ key, isAdded, ...found }] : []))
      const kept = all.filter(({ isAdded, found }) => isAdded && !('reason' in found && found.isPermanent))
      const keptIds = kept.map(({ key }) => key)
      for (const { key, label, reason } of missing) {
        if (label === undefined) continue
        remark(key, `Not compared: ${label}. ${reason}`, keptIds.includes(key) ? label : null)
      }
      const unknown = missing.filter(({ label }) => label === undefined).length
      if (unknown > 0) remark('unknown', unknownText(unknown))
      const isOffered = ({ id }: ProjectFile) => id !== fileId && !keptIds.includes(id)
      const set = othersInSet(fileId, listed ?? []).filter((file) => isOffered(file) && !refused.has(file.id))
      return {
        networks: all.flatMap(({ found }) => ('reason' in found ? [] : [found])),
        added: keptIds,
        isIncomplete: missing.some(({ isWorthRetrying }) => isWorthRetrying),
        offered: (listed ?? []).filter(isOffered).map(({ id, name }) => ({ id, name })),
        set: fittingFiles(set, bytesLeft).map(({ id }) => id),
        setSize: set.length,
        remarks,
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
            // If the worker has been terminated since the networks were read, it does not have them any more.
            if (all.some(({ key }) => !held.has(key))) {
              const added = all.flatMap(({ key, isAdded }) => (isAdded ? [key] : []))
              await read(added, signal)
            }
            const { reference, quantity, difference } = shown
            const wanted = { networks: curves, reference, quantity, difference }
            return comparisonOfNetworks(input, await reader.ask('overlay', wanted, signal))
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

/** The message about networks that are not in the project and whose names are therefore unknown. */
const unknownText = (count: number) =>
  count === 1
    ? `A file is not compared. ${notInProject}`
    : `${count} files are not compared. Each was deleted or replaced, or is not a network in this project.`

export const useNetworkComparisonMachines = machinesHook(connectNetworkComparison)

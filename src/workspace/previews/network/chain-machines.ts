import {
  chainName,
  type ChainPartner,
  type ChainWanted,
  type MadeNetwork,
  networkChainMachine,
} from '../../../../machines/previews/network/network-chain.machine'
import { kindOf } from '../../../../machines/previews/preview-kinds'
import type { NetworkQuestions } from '../../../analysis/worker/network-worker-protocol'
import type { TouchstoneText } from '../../../formats/touchstone/touchstone-writer'
import type { CallingUser, ProductApi } from '../../../api/product'
import { fromCall } from '../../lib/from-call'
import { machinesHook } from '../../lib/machines'

/** Connects the network that a worker holds to another one, or removes the other one from it. */
export type ComputeChain = (
  wanted: NetworkQuestions['chain']['request'],
  signal: AbortSignal,
) => Promise<TouchstoneText>

/**
 * The name of the network's file, and the project whose networks it can be connected to. `projectId` is null until the
 * file is uploaded.
 */
type ChainSource = { name: string; projectId: string | null }

/** Connects chains of networks to the product API and to files opened from disk. */
export const connectChains = (api: ProductApi, currentUser: () => CallingUser) => ({
  openChain: ({ name, projectId }: ChainSource, compute: ComputeChain) => {
    const opened = new Map<string, File>()
    return {
      /** Keeps a file from disk and returns its list entry. */
      keep(file: File): ChainPartner {
        const id = crypto.randomUUID()
        opened.set(id, file)
        return { id, name: file.name }
      },
      machine: networkChainMachine.provide({
        actors: {
          listPartners: fromCall<ChainPartner[]>(async ({ signal }) => {
            if (projectId === null) return []
            const { files } = await api.listFiles(currentUser(), projectId, null, signal)
            return files.filter((file) => kindOf(file) === 'network').map((file) => ({ id: file.id, name: file.name }))
          }),
          computeChain: fromCall<MadeNetwork, ChainWanted>(async ({ input, signal }) => {
            const { partner, operation, order, partnerOrder } = input
            if (!partner) throw new Error('No other network is chosen.')
            const content = opened.get(partner.id) ?? (await api.readFile(partner.id, signal))
            const other = { name: partner.name, content }
            const { text, ending } = await compute({ operation, order, other, otherOrder: partnerOrder }, signal)
            return { name: `${chainName(name, partner.name, operation)}${ending}`, content: new Blob([text]) }
          }),
        },
      }),
    }
  },
})

export const useChainMachines = machinesHook(connectChains)

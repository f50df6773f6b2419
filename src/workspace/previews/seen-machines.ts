import { fileSeenMachine, type SeenFile } from '../../../machines/files/file-seen.machine'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'

/** Connects the record of what a person has seen to the product API. */
export const connectSeen = (api: ProductApi) => ({
  fileSeen: fileSeenMachine.provide({
    actors: {
      markSeen: fromCall<void, SeenFile>(async ({ input: { fileId, until }, signal }) =>
        (await api.comments()).markSeen(fileId, until, signal),
      ),
    },
  }),
})

export const useSeenMachines = machinesHook(connectSeen)

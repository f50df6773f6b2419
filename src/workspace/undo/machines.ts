import { type Deleted, undoOfferMachine } from '../../../machines/undo/undo-offer.machine'
import type { ProductApi } from '../../api/product'
import { forEach } from '../lib/for-each'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { tellChanges } from '../live/running-changes'
import { offersOf } from './running-offers'

/** Connects the offers to undo deletions to the product API. */
export const connectUndo = (api: ProductApi) => ({
  undoOffers: offersOf(api),

  undoOffer: undoOfferMachine.provide({
    actors: {
      restore: fromCall<void, Deleted>(async ({ input, signal }) => {
        const history = await api.history()
        if (input.kind === 'project') await history.restoreProject(input.projectId, signal)
        else await forEach(input.files, ({ id }) => history.restoreFile(id, signal))
      }),
    },
    actions: {
      tellFollowers: (_, { kind, projectId }) =>
        tellChanges(api, [{ kind: kind === 'project' ? 'project' : 'files', projectId, id: projectId, by: null }]),
    },
  }),
})

export const useUndoMachines = machinesHook(connectUndo)

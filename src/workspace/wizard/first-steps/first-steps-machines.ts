import type { Project } from '../../../../machines/projects/project-list'
import { firstStepsMachine } from '../../../../machines/wizard/first-steps.machine'
import type { PriceTable } from '../../../../machines/wizard/rows/interfaces'
import type { ProductApi } from '../../../api/product'
import { fromCall } from '../../lib/from-call'
import { machinesHook } from '../../lib/machines'

/** Connects the first steps of a new user to the product API. */
export const connectFirstSteps = (api: ProductApi) => ({
  firstSteps: firstStepsMachine.provide({
    actors: {
      loadPrices: fromCall<PriceTable>(({ signal }) => api.getPrices(signal)),
      openSample: fromCall<Project>(async ({ signal }) => (await api.orders()).openSample(signal)),
    },
  }),
})

export const useFirstStepsMachines = machinesHook(connectFirstSteps)

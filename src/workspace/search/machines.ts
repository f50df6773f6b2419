import type { FoundRequest } from '../../../machines/search/command-items'
import { commandMenuMachine, type FoundFiles } from '../../../machines/search/command-menu.machine'
import { noFilter } from '../../../machines/requests/requests.machine'
import type { ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'

/** Connects the command menu to the product API. */
export const connectSearch = (api: ProductApi) => ({
  commandMenu: commandMenuMachine.provide({
    actors: {
      findFiles: fromCall<FoundFiles, { query: string }>(async ({ input, signal }) =>
        (await api.search()).findFiles(input.query, signal),
      ),
      loadRequests: fromCall<FoundRequest[]>(async ({ signal }) => {
        const orders = await api.orders()
        return (await orders.listSimulationRequests({ filter: noFilter, cursor: null }, signal)).requests
      }),
    },
  }),
})

export const useSearchMachines = machinesHook(connectSearch)

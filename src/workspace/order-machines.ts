import { fromPromise } from 'xstate'

import type { SimulationRequest } from '../../machines/workspace/payment-return.machine'
import { type Quote, quoteMachine } from '../../machines/workspace/quote.machine'
import type { Offer } from '../../machines/workspace/request-record'
import { requestsMachine } from '../../machines/workspace/requests.machine'
import type { ProductApi } from '../api/product'
import { saveBlob } from './save-file'

/** Where the machines around an order meet the product API, and the quote becomes a file. */
export const connectOrders = (api: ProductApi) => ({
  requests: requestsMachine.provide({
    actors: {
      loadRequests: fromPromise<SimulationRequest[]>(({ signal }) => api.listSimulationRequests(signal)),
      loadRequest: fromPromise<SimulationRequest, { requestId: string }>(({ input, signal }) =>
        api.getSimulationRequest(input.requestId, signal),
      ),
      loadOffer: fromPromise<Offer, { projectId: string }>(async ({ input, signal }) => {
        const [files, prices] = await Promise.all([
          api.listRequestFiles(input.projectId, signal),
          api.getPrices(signal),
        ])
        return { files, prices }
      }),
    },
  }),

  quote: quoteMachine.provide({
    actors: {
      saveQuote: fromPromise<void, Quote | null>(async ({ input }) => {
        if (!input) return
        // Writing PDF takes code that nobody else needs.
        const { quotePdf } = await import('./quote-pdf')
        saveBlob(new Blob([await quotePdf(input, new Date())]), 'simulation-quote.pdf')
      }),
    },
  }),
})

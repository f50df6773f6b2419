import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { type Quote, quoteMachine } from '../../../machines/wizard/quote.machine'
import type { Offer, Repeat } from '../../../machines/requests/request-record'
import { requestsMachine, type RequestPage } from '../../../machines/requests/requests.machine'
import type { Actor, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { storedRequest, storeRequest } from '../wizard/request-drafts'
import { saveBlob } from '../transfers/save-file'

/** Where the machines around an order meet the product API, and the quote becomes a file. */
export const connectOrders = (api: ProductApi, who: () => Actor) => ({
  requests: requestsMachine.provide({
    actors: {
      loadRequests: fromCall<RequestPage, { cursor: string | null }>(async ({ input, signal }) =>
        (await api.orders()).listSimulationRequests(input.cursor, signal),
      ),
      loadRequest: fromCall<SimulationRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).getSimulationRequest(input.requestId, signal),
      ),
      resumePayment: fromCall<{ id: string; url: string }, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).resumeCheckout(input.requestId, signal),
      ),
      cancelRequest: fromCall<SimulationRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).cancelSimulationRequest(input.requestId, signal),
      ),
      loadOffer: fromCall<Offer, { projectId: string }>(async ({ input, signal }) => {
        const [files, prices] = await Promise.all([
          api.listRequestFiles(input.projectId, signal),
          api.getPrices(signal),
        ])
        return { files, prices, isBegun: storedRequest(who().uid, input.projectId) !== null }
      }),
      keepRepeat: fromCall<void, Repeat | null>(async ({ input }) => {
        if (!input) return
        const { draft, files } = input
        storeRequest(who().uid, { draft, files, key: crypto.randomUUID(), sentAs: null })
      }),
    },
  }),

  quote: quoteMachine.provide({
    actors: {
      saveQuote: fromCall<void, Quote | null>(async ({ input }) => {
        if (!input) return
        // Writing PDF takes code that nobody else needs.
        const { quotePdf } = await import('../wizard/quote-pdf')
        saveBlob(new Blob([await quotePdf(input, new Date())]), 'simulation-quote.pdf')
      }),
    },
  }),
})

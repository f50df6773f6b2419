import { paymentReturnMachine, type SimulationRequest } from '../../../machines/requests/payment-return.machine'
import type { Offer, Repeat } from '../../../machines/requests/request-record'
import { requestsMachine, type RequestPage, type RequestPageWanted } from '../../../machines/requests/requests.machine'
import type { CallingUser, ProductApi } from '../../api/product'
import { fromCall } from '../lib/from-call'
import { machinesHook } from '../lib/machines'
import { openPaymentPage } from '../wizard/payment-page'
import { dropSentRequest, storedRequest, storeRequest } from '../wizard/request-drafts'

/** Connects the request machines to the product API. */
export const connectRequests = (api: ProductApi, currentUser: () => CallingUser) => ({
  requests: requestsMachine.provide({
    actors: {
      loadRequests: fromCall<RequestPage, RequestPageWanted>(async ({ input, signal }) =>
        (await api.orders()).listSimulationRequests(input, signal),
      ),
      loadRequest: fromCall<SimulationRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).getSimulationRequest(input.requestId, signal),
      ),
      resumePayment: fromCall<{ id: string; url: string }, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).resumeCheckout(input.requestId, signal),
      ),
      openPaymentPage,
      cancelRequest: fromCall<SimulationRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).cancelSimulationRequest(input.requestId, signal),
      ),
      loadOffer: fromCall<Offer, { projectId: string }>(async ({ input, signal }) => {
        const [files, prices] = await Promise.all([
          api.listRequestFiles(input.projectId, signal),
          api.getPrices(signal),
        ])
        return { files, prices, isBegun: storedRequest(currentUser().uid, input.projectId) !== null }
      }),
      keepRepeat: fromCall<void, Repeat | null>(async ({ input }) => {
        if (!input) return
        const { draft, files, repeats } = input
        storeRequest(currentUser().uid, { draft, files, key: crypto.randomUUID(), sentAs: null, repeats })
      }),
    },
  }),

  paymentReturn: paymentReturnMachine.provide({
    actions: { dropSentDraft: (_, request) => dropSentRequest(currentUser().uid, request) },
    actors: {
      loadRequest: fromCall<SimulationRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).getSimulationRequest(input.requestId, signal),
      ),
    },
  }),
})

export const useRequestMachines = machinesHook(connectRequests)

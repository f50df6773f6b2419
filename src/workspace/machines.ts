import { createContext, useContext } from 'react'

import { paymentReturnMachine, type SimulationRequest } from '../../machines/requests/payment-return.machine'
import type { KnownProjects, OpenedProject } from '../../machines/wizard/request-context'
import type { PriceTable } from '../../machines/wizard/request-rules'
import { type PaymentAttempt, simulationRequestMachine } from '../../machines/wizard/simulation-request.machine'
import type { Actor, ProductApi } from '../api/product'
import { connectFiles } from './files/machines'
import { fromCall } from './lib/from-call'
import { connectInspection } from './wizard/machines'
import { connectOrders } from './requests/machines'
import { connectProjects } from './projects/machines'
import { connectSharing } from './sharing/machines'
import { idempotencyKeyOf } from './wizard/request-key'
import { dropSentRequest, keepDraftOf, latestRequestIn, storedRequest } from './wizard/request-drafts'

/** Where the workspace's machines meet the product API. `who` says who acts, at the moment of each call. */
export const connectWorkspace = (api: ProductApi, who: () => Actor) => ({
  ...connectProjects(api, who),
  ...connectFiles(api, who),
  ...connectOrders(api, who),
  ...connectInspection(api),
  ...connectSharing(api, who),

  simulationRequest: simulationRequestMachine.provide({
    actors: {
      loadProjects: fromCall<KnownProjects>(async ({ signal }) => ({
        projects: await api.listRequestProjects(signal),
        begunIn: latestRequestIn(who().uid),
      })),
      loadPrices: fromCall<PriceTable>(({ signal }) => api.getPrices(signal)),
      openProject: fromCall<OpenedProject, { projectId: string }>(async ({ input, signal }) => ({
        files: await api.listRequestFiles(input.projectId, signal),
        stored: storedRequest(who().uid, input.projectId),
      })),
      keepDraft: keepDraftOf(() => who().uid),
      startCheckout: fromCall<{ id: string; url: string }, PaymentAttempt>(async ({ input, signal }) => {
        try {
          const orders = await api.orders()
          return await orders.startCheckout(input.order, await idempotencyKeyOf(input), signal)
        } catch (error) {
          console.error('The payment could not be started.', error)
          throw error
        }
      }),
    },
  }),

  paymentReturn: paymentReturnMachine.provide({
    actions: { dropSentDraft: (_, request) => dropSentRequest(who().uid, request) },
    actors: {
      loadRequest: fromCall<SimulationRequest, { requestId: string }>(async ({ input, signal }) =>
        (await api.orders()).getSimulationRequest(input.requestId, signal),
      ),
    },
  }),
})

type WorkspaceMachines = ReturnType<typeof connectWorkspace>

const WorkspaceContext = createContext<WorkspaceMachines | null>(null)

export const WorkspaceProvider = WorkspaceContext.Provider

/** The workspace's machines with their real work, for the view that starts one. */
export function useWorkspaceMachines(): WorkspaceMachines {
  const machines = useContext(WorkspaceContext)
  if (!machines) throw new Error('useWorkspaceMachines needs a WorkspaceProvider above it.')
  return machines
}

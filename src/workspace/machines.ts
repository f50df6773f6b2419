import { createContext, useContext } from 'react'

import { paymentReturnMachine, type SimulationRequest } from '../../machines/workspace/payment-return.machine'
import type { KnownProjects, OpenedProject } from '../../machines/workspace/request-context'
import type { PriceTable } from '../../machines/workspace/request-rules'
import { type PaymentAttempt, simulationRequestMachine } from '../../machines/workspace/simulation-request.machine'
import type { Actor, ProductApi } from '../api/product'
import { connectFiles } from './file-machines'
import { fromCall } from './from-call'
import { connectInspection } from './inspection-machines'
import { connectOrders } from './order-machines'
import { connectProjects } from './project-machines'
import { connectSharing } from './sharing-machines'
import { idempotencyKeyOf } from './request-key'
import { dropSentRequest, keepDraftOf, latestRequestIn, storedRequest } from './request-drafts'

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

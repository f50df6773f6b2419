import type { Client } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import { unwrap } from './unwrap'

type CheckoutOrder = components['schemas']['CheckoutOrder']

export type OrderCalls = ReturnType<typeof orderCalls>

/** Calls for simulation requests and their payment, and others that are not needed for the list of projects. `within` adds a timeout to a signal. */
export const orderCalls = (main: Client<paths>, v1: Client<paths>, within: (signal: AbortSignal) => AbortSignal) => ({
  startCheckout: (order: CheckoutOrder, idempotencyKey: string, signal: AbortSignal) =>
    unwrap(
      main.POST('/payments/checkout', {
        params: { header: { 'idempotency-key': idempotencyKey } },
        body: order,
        signal: within(signal),
      }),
    ),

  /** The user's sample project, which is created if there is none. */
  openSample: (signal: AbortSignal) => unwrap(v1.POST('/v1/sample-project', { signal: within(signal) })),

  /** The content that deleting a project would remove, and the orders that prevent the deletion. */
  previewDeletion: (id: string, signal: AbortSignal) =>
    unwrap(v1.GET('/v1/projects/{id}/deletion', { params: { path: { id } }, signal: within(signal) })),

  /** One page of the requests of a project, or of all projects, without rows. */
  listSimulationRequests: (
    { projectId, cursor }: { projectId: string | null; cursor: string | null },
    signal: AbortSignal,
  ) =>
    unwrap(
      v1.GET('/v1/simulation-requests', {
        params: { query: { ...(projectId !== null && { project_id: projectId }), ...(cursor !== null && { cursor }) } },
        signal: within(signal),
      }),
    ),

  /** One request with its rows. While the request awaits payment, the API asks the payment provider for its status. */
  getSimulationRequest: (id: string, signal: AbortSignal) =>
    unwrap(v1.GET('/v1/simulation-requests/{id}', { params: { path: { id } }, signal: within(signal) })),

  /** What was delivered for a request, with the checks of each row. */
  getRequestReport: (id: string, signal: AbortSignal) =>
    unwrap(v1.GET('/v1/simulation-requests/{id}/report', { params: { path: { id } }, signal: within(signal) })),

  /** The payment page for a request that awaits payment. */
  resumeCheckout: (id: string, signal: AbortSignal) =>
    unwrap(v1.POST('/v1/simulation-requests/{id}/checkout', { params: { path: { id } }, signal: within(signal) })),

  cancelSimulationRequest: (id: string, signal: AbortSignal) =>
    unwrap(v1.POST('/v1/simulation-requests/{id}/cancel', { params: { path: { id } }, signal: within(signal) })),
})

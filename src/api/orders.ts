import type { Client } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import type { Receive } from './history'
import type { PostForm } from './transfer'
import { type Reply, unwrap } from './unwrap'

type CheckoutOrder = components['schemas']['CheckoutOrder']
type NewMessagePins = components['schemas']['NewMessagePins']

type RequestFilter = {
  query: string
  status: components['schemas']['RequestStatus'] | null
  projectId: string | null
}

type DraftVersion = components['schemas']['RequestDraftVersion']
type Stale = components['schemas']['KeptRequestDraft']

/**
 * Browsers send at most 64 KB of pending calls after a page is closed. A character has at most 3 bytes, so calls with
 * fewer characters than this fit.
 */
const KEEPALIVE_LENGTH = 20_000

const draftParams = (id: string, over: string | null) => ({
  path: { id },
  header: over === null ? {} : { 'if-match': `"${over}"` },
})

/**
 * Resolves with the current draft if the call was refused because the draft has a different version; with undefined if
 * the call succeeded.
 */
async function staleOr(call: Promise<Reply<unknown>>): Promise<Stale | undefined> {
  let stale: Stale | undefined
  try {
    await unwrap(
      call.then((reply) => {
        if (reply.response.status === 412) stale = reply.error as Stale
        return reply
      }),
    )
  } catch (error) {
    if (!stale) throw error
  }
  return stale
}

export type OrderCalls = ReturnType<typeof orderCalls>

/**
 * Calls for simulation requests and their payment, and other calls that the list of projects does not need. `within`
 * adds a timeout to a signal.
 */
export const orderCalls = (
  main: Client<paths>,
  v1: Client<paths>,
  within: (signal: AbortSignal) => AbortSignal,
  postForm: PostForm,
  receive: Receive,
) => ({
  /** Without a turnaround, the usual one is ordered. The turnaround and the tax are those that the user has seen. */
  startCheckout: (
    order: CheckoutOrder,
    { turnaround, taxCents }: { turnaround: number | null; taxCents: number },
    idempotencyKey: string,
    signal: AbortSignal,
  ) =>
    unwrap(
      main.POST('/payments/checkout', {
        params: {
          header: {
            'idempotency-key': idempotencyKey,
            ...(turnaround !== null && { 'turnaround-days': turnaround }),
            ...(taxCents > 0 && { 'tax-cents': taxCents }),
          },
        },
        body: order,
        signal: within(signal),
      }),
    ),

  /** The user's sample project, which is created if there is none. */
  openSample: (signal: AbortSignal) => unwrap(v1.POST('/v1/sample-project', { signal: within(signal) })),

  /** The content that deleting a project would remove, and the orders that prevent the deletion. */
  previewDeletion: (id: string, signal: AbortSignal) =>
    unwrap(v1.GET('/v1/projects/{id}/deletion', { params: { path: { id } }, signal: within(signal) })),

  /** One page of the requests that match the filter, without rows. */
  listSimulationRequests: (
    { filter: { query, status, projectId }, cursor }: { filter: RequestFilter; cursor: string | null },
    signal: AbortSignal,
  ) =>
    unwrap(
      v1.GET('/v1/simulation-requests', {
        params: {
          query: {
            ...(query.trim() !== '' && { q: query.trim() }),
            ...(status !== null && { status }),
            ...(projectId !== null && { project_id: projectId }),
            ...(cursor !== null && { cursor }),
          },
        },
        signal: within(signal),
      }),
    ),

  /** One request with its rows. While it awaits payment, the API asks the payment provider for the payment's status. */
  getSimulationRequest: (id: string, signal: AbortSignal) =>
    unwrap(v1.GET('/v1/simulation-requests/{id}', { params: { path: { id } }, signal: within(signal) })),

  /**
   * The report of the delivery with this number, or of the current one if `delivery` is null, with the checks of each
   * row.
   */
  getRequestReport: (id: string, delivery: number | null, signal: AbortSignal) =>
    unwrap(
      v1.GET('/v1/simulation-requests/{id}/report', {
        params: { path: { id }, query: delivery === null ? {} : { delivery } },
        signal: within(signal),
      }),
    ),

  /** The newest messages about a request or, with a cursor, the messages before it. */
  listMessages: (id: string, cursor: string | null, signal: AbortSignal) =>
    unwrap(
      v1.GET('/v1/simulation-requests/{id}/messages', {
        params: { path: { id }, query: cursor === null ? {} : { cursor } },
        signal: within(signal),
      }),
    ),

  /** Writes to the staff. A repeated call with the same id sends nothing. */
  addMessage: (
    requestId: string,
    body: {
      id: string
      text: string
      answers?: string
      approves?: boolean
      pins?: NewMessagePins
      attachments?: string[]
    },
    signal: AbortSignal,
  ) =>
    unwrap(
      v1.POST('/v1/simulation-requests/{id}/messages', {
        params: { path: { id: requestId } },
        body,
        signal: within(signal),
      }),
    ),

  /** Uploads a file for a message that the customer or the staff send afterward. */
  attach: (
    { requestId, side }: { requestId: string; side: components['schemas']['RequestMessage']['side'] },
    file: File,
    name: string,
    sending: Parameters<PostForm>[2],
  ) => {
    const form = new FormData()
    form.append('files', file, name)
    const requests = side === 'staff' ? '/staff/requests' : '/simulation-requests'
    const path = `${requests}/${encodeURIComponent(requestId)}/attachments`
    return postForm(path, form, sending, file.size) as Promise<components['schemas']['PinnedFile']>
  },

  /** Downloads a file of a request. Returns its bytes and the suggested file name. */
  downloadRequestFile: (id: string, fileId: string, receiving: Parameters<Receive>[1]) =>
    receive(
      v1.GET('/v1/simulation-requests/{id}/files/{fileId}', {
        params: { path: { id, fileId } },
        parseAs: 'stream',
        signal: receiving.signal,
      }),
      receiving,
    ),

  /** The payment page for a request that awaits payment. */
  resumeCheckout: (id: string, signal: AbortSignal) =>
    unwrap(v1.POST('/v1/simulation-requests/{id}/checkout', { params: { path: { id } }, signal: within(signal) })),

  /** The billing details of the user's last order; null if there are none. */
  getBillingDetails: async (signal: AbortSignal) =>
    (await unwrap(v1.GET('/v1/users/me/billing-details', { signal: within(signal) }))).billing,

  getProjectBudget: (projectId: string, signal: AbortSignal) =>
    unwrap(v1.GET('/v1/projects/{id}/budget', { params: { path: { id: projectId } }, signal: within(signal) })),

  /** Rejects if the budget is no longer the one in `from`. */
  setProjectBudget: (projectId: string, body: { budget: number | null; from: number | null }, signal: AbortSignal) =>
    unwrap(v1.PUT('/v1/projects/{id}/budget', { params: { path: { id: projectId } }, body, signal: within(signal) })),

  /** The user's draft for a project; null if there is none. */
  getRequestDraft: async (projectId: string, signal: AbortSignal) => {
    const params = { path: { id: projectId } }
    return (await unwrap(v1.GET('/v1/projects/{id}/request-draft', { params, signal: within(signal) }))).draft
  },

  /**
   * Saves the draft over the version with the stamp `over`, or as the first one if `over` is null. If the API has a
   * different version, nothing changes, and that version is returned. A small draft is sent even if the page is closed
   * in the meantime.
   */
  saveRequestDraft: (projectId: string, over: string | null, body: DraftVersion, signal: AbortSignal) =>
    staleOr(
      v1.PUT('/v1/projects/{id}/request-draft', {
        params: draftParams(projectId, over),
        body,
        keepalive: JSON.stringify(body).length < KEEPALIVE_LENGTH,
        signal: within(signal),
      }),
    ),

  /**
   * Deletes the draft if it has the stamp `over`, or any draft if `over` is null. If the API has a different version,
   * that version is returned.
   */
  deleteRequestDraft: (projectId: string, over: string | null, signal: AbortSignal) =>
    staleOr(
      v1.DELETE('/v1/projects/{id}/request-draft', {
        params: draftParams(projectId, over),
        keepalive: true,
        signal: within(signal),
      }),
    ),

  /** The id of the project whose draft the user saved last; null if there are no drafts. */
  getLatestDraftProject: async (signal: AbortSignal) =>
    (await unwrap(v1.GET('/v1/request-drafts/latest', { signal: within(signal) }))).project_id,

  cancelSimulationRequest: (id: string, signal: AbortSignal) =>
    unwrap(v1.POST('/v1/simulation-requests/{id}/cancel', { params: { path: { id } }, signal: within(signal) })),
})

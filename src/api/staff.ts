import type { Client } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import type { Receive } from './history'
import type { PostForm } from './transfer'
import { unwrap } from './unwrap'

type NewPriceVersion = components['schemas']['NewPriceVersion']
type NewMessagePins = components['schemas']['NewMessagePins']
type CheckItem = components['schemas']['StaffCheckItem']
type QueueQuery = NonNullable<paths['/v1/staff/requests']['get']['parameters']['query']>
type CustomerQuery = NonNullable<paths['/v1/staff/customers']['get']['parameters']['query']>
type ActivityQuery = NonNullable<paths['/v1/staff/activity']['get']['parameters']['query']>
type ContactQuery = NonNullable<paths['/v1/staff/contact-messages']['get']['parameters']['query']>

type NewDelivery = {
  id: string
  /** The number of the delivery that this one corrects; 0 for the first delivery. */
  replaces: number
  reason: string
  report: components['schemas']['ComputedReport'] | null
  files: { name: string; file: File }[]
}

/** Calls made by the company's staff. `within` adds a timeout to a signal. */
export const staffCalls = (
  v1: Client<paths>,
  within: (signal: AbortSignal) => AbortSignal,
  postForm: PostForm,
  receive: Receive,
) => {
  const path = (id: string) => ({ path: { id } })
  const ifMatch = (version: number | null) => (version === null ? {} : { header: { 'if-match': `"${version}"` } })
  return {
    /** One page of the requests of all customers. */
    list: (query: QueueQuery, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/staff/requests', { params: { query }, signal: within(signal) })),

    get: (id: string, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/staff/requests/{id}', { params: path(id), signal: within(signal) })),

    /** Assigns a request to the caller, or unassigns it. `from` is the assignee that the user has seen. */
    assign: (id: string, body: { mine: boolean; from: string | null }, signal: AbortSignal) =>
      unwrap(v1.PUT('/v1/staff/requests/{id}/assignment', { params: path(id), body, signal: within(signal) })),

    start: (id: string, signal: AbortSignal) =>
      unwrap(v1.POST('/v1/staff/requests/{id}/start', { params: path(id), signal: within(signal) })),

    changeNotes: (id: string, body: { notes: string; version: number }, signal: AbortSignal) =>
      unwrap(v1.PUT('/v1/staff/requests/{id}/notes', { params: path(id), body, signal: within(signal) })),

    changeChecklist: (id: string, body: { item: CheckItem; done: boolean }, signal: AbortSignal) =>
      unwrap(v1.PUT('/v1/staff/requests/{id}/checklist', { params: path(id), body, signal: within(signal) })),

    listMessages: (id: string, cursor: string | null, signal: AbortSignal) =>
      unwrap(
        v1.GET('/v1/staff/requests/{id}/messages', {
          params: { ...path(id), query: cursor === null ? {} : { cursor } },
          signal: within(signal),
        }),
      ),

    /** Writes to the customer. A repeated call with the same id sends nothing. */
    addMessage: (
      id: string,
      body: {
        id: string
        text: string
        kind: 'message' | 'question' | 'assumptions'
        pins?: NewMessagePins
        attachments?: string[]
      },
      signal: AbortSignal,
    ) => unwrap(v1.POST('/v1/staff/requests/{id}/messages', { params: path(id), body, signal: within(signal) })),

    /** Downloads a file of a paid request. The members of the project can see who downloaded it. */
    downloadRequestFile: (id: string, fileId: string, receiving: Parameters<Receive>[1]) =>
      receive(
        v1.GET('/v1/staff/requests/{id}/files/{fileId}', {
          params: { path: { id, fileId } },
          parseAs: 'stream',
          signal: receiving.signal,
        }),
        receiving,
      ),

    /** Delivers files, or corrects a delivery. A repeated call with the same id has no effect. */
    deliver: (
      requestId: string,
      { id, replaces, reason, report, files }: NewDelivery,
      sending: { onProgress: (sent: number) => void; signal: AbortSignal },
    ) => {
      const form = new FormData()
      form.append('id', id)
      form.append('replaces', String(replaces))
      if (reason.trim() !== '') form.append('reason', reason)
      if (report !== null) form.append('report', JSON.stringify(report))
      for (const { name, file } of files) form.append('files', file, name)
      const size = files.reduce((sum, { file }) => sum + file.size, 0)
      return postForm(`/staff/requests/${encodeURIComponent(requestId)}/deliveries`, form, sending, size)
    },

    /** The report of a paid request's delivery with this number, or of the current one if `delivery` is null. */
    getReport: (id: string, delivery: number | null, signal: AbortSignal) =>
      unwrap(
        v1.GET('/v1/staff/requests/{id}/report', {
          params: { ...path(id), query: delivery === null ? {} : { delivery } },
          signal: within(signal),
        }),
      ),

    /** The bytes of a paid request's file, for its preview. */
    readFile: (id: string, fileId: string, signal: AbortSignal) =>
      unwrap(
        v1.GET('/v1/staff/requests/{id}/files/{fileId}', { params: { path: { id, fileId } }, parseAs: 'blob', signal }),
      ),

    /** A range of the bytes of a paid request's file; `to` is exclusive. */
    readFilePart: async (
      id: string,
      { fileId, from, to }: { fileId: string; from: number; to: number },
      signal: AbortSignal,
    ) =>
      new Uint8Array(
        await unwrap(
          v1.GET('/v1/staff/requests/{id}/files/{fileId}', {
            params: { path: { id, fileId } },
            headers: { range: `bytes=${from}-${to - 1}` },
            parseAs: 'arrayBuffer',
            signal: within(signal),
          }),
        ),
      ),

    /** Cancels a request without a refund. */
    cancel: (id: string, signal: AbortSignal) =>
      unwrap(v1.POST('/v1/staff/requests/{id}/cancel', { params: path(id), signal: within(signal) })),

    /** Refunds rows, and optionally cancels the request. A repeated call with the same id has no effect. */
    refund: (
      id: string,
      body: { id: string; rows: components['schemas']['OrderedRowKey'][]; reason: string; cancels: boolean },
      signal: AbortSignal,
    ) => unwrap(v1.POST('/v1/staff/requests/{id}/refunds', { params: path(id), body, signal: within(signal) })),

    /**
     * Changes the storage limit of the project. `from` is the limit that the user has seen. A repeated call has no
     * effect.
     */
    changeStorageLimit: (id: string, body: { limit_gb: number; from: number }, signal: AbortSignal) =>
      unwrap(v1.PUT('/v1/staff/requests/{id}/storage-limit', { params: path(id), body, signal: within(signal) })),

    /** A page of the versions of the price table, the latest date first. */
    listPrices: (cursor: string | null, signal: AbortSignal) =>
      unwrap(
        v1.GET('/v1/staff/prices', {
          params: { query: cursor === null ? {} : { cursor } },
          signal: within(signal),
        }),
      ),

    /** Plans a version, or changes a planned one. A repeated call has no effect. */
    savePrices: (id: string, body: NewPriceVersion, signal: AbortSignal) =>
      unwrap(v1.PUT('/v1/staff/prices/{id}', { params: path(id), body, signal: within(signal) })),

    removePrices: (id: string, revision: string, signal: AbortSignal) =>
      unwrap(
        v1.DELETE('/v1/staff/prices/{id}', { params: { ...path(id), query: { revision } }, signal: within(signal) }),
      ),

    listNews: (signal: AbortSignal) => unwrap(v1.GET('/v1/staff/news', { signal: within(signal) })),

    /** The item as it would be published. */
    previewNews: (body: components['schemas']['NewsContent'], signal: AbortSignal) =>
      unwrap(v1.POST('/v1/staff/news-preview', { body, signal: within(signal) })),

    /** Adds a news item, or changes the version that the user has seen. A repeated call has no effect. */
    saveNews: (id: string, version: number | null, body: components['schemas']['NewNewsItem'], signal: AbortSignal) =>
      unwrap(
        v1.PUT('/v1/staff/news/{id}', { params: { ...path(id), ...ifMatch(version) }, body, signal: within(signal) }),
      ),

    deleteNews: (id: string, version: number, signal: AbortSignal) =>
      unwrap(
        v1.DELETE('/v1/staff/news/{id}', { params: { ...path(id), ...ifMatch(version) }, signal: within(signal) }),
      ),

    listPublications: (signal: AbortSignal) => unwrap(v1.GET('/v1/staff/publications', { signal: within(signal) })),

    /** Adds a publication, or changes the version that the user has seen. A repeated call has no effect. */
    savePublication: (
      id: string,
      version: number | null,
      body: components['schemas']['NewPublication'],
      signal: AbortSignal,
    ) =>
      unwrap(
        v1.PUT('/v1/staff/publications/{id}', {
          params: { ...path(id), ...ifMatch(version) },
          body,
          signal: within(signal),
        }),
      ),

    deletePublication: (id: string, version: number, signal: AbortSignal) =>
      unwrap(
        v1.DELETE('/v1/staff/publications/{id}', {
          params: { ...path(id), ...ifMatch(version) },
          signal: within(signal),
        }),
      ),

    /** The inputs of a paid request as a zip. The members of the project can see who downloaded them. */
    files: async (id: string, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/staff/requests/{id}/files', { params: path(id), parseAs: 'blob', signal })),

    /** The months with invoices or credit notes, newest first. */
    accountingMonths: async (signal: AbortSignal) =>
      (await unwrap(v1.GET('/v1/staff/accounting', { signal: within(signal) }))).months,

    /** The invoices and credit notes of a month ("2026-11") as CSV. */
    accountingCsv: (month: string, signal: AbortSignal) =>
      unwrap(
        v1.GET('/v1/staff/accounting/{month}/export/csv', {
          params: { path: { month } },
          parseAs: 'blob',
          signal: within(signal),
        }),
      ),

    /** One page of the customers, sorted by their newest request, newest first. */
    listCustomers: (query: CustomerQuery, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/staff/customers', { params: { query }, signal: within(signal) })),

    getCustomer: (id: string, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/staff/customers/{id}', { params: path(id), signal: within(signal) })),

    /** One page of the activity of all projects, newest first. */
    listActivity: (query: ActivityQuery, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/staff/activity', { params: { query }, signal: within(signal) })),

    /** The activity of all projects as CSV. */
    exportActivity: (query: ActivityQuery, signal: AbortSignal) => {
      const options = { params: { query }, parseAs: 'stream', signal } as const
      return receive(v1.GET('/v1/staff/activity/export/csv', options), { onProgress: () => {}, signal })
    },

    /** The jobs that the server has given up on, oldest first. */
    failedJobs: async (signal: AbortSignal) =>
      (await unwrap(v1.GET('/v1/staff/failed-jobs', { signal: within(signal) }))).jobs,

    /** Runs a failed job again. Returns the remaining failed jobs. */
    retryJob: async (id: string, signal: AbortSignal) =>
      (await unwrap(v1.POST('/v1/staff/failed-jobs/{id}/retry', { params: path(id), signal: within(signal) }))).jobs,

    /** Discards a failed job. Returns the remaining failed jobs. */
    discardJob: async (id: string, signal: AbortSignal) =>
      (await unwrap(v1.DELETE('/v1/staff/failed-jobs/{id}', { params: path(id), signal: within(signal) }))).jobs,

    /** One page of the messages that were sent with the contact form. */
    listContacts: (query: ContactQuery, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/staff/contact-messages', { params: { query }, signal: within(signal) })),

    getContact: (id: string, signal: AbortSignal) =>
      unwrap(v1.GET('/v1/staff/contact-messages/{id}', { params: path(id), signal: within(signal) })),

    /** Assigns a message to the caller, or unassigns it. `from` is the assignee that the user has seen. */
    assignContact: (id: string, body: { mine: boolean; from: string | null }, signal: AbortSignal) =>
      unwrap(v1.PUT('/v1/staff/contact-messages/{id}/assignment', { params: path(id), body, signal: within(signal) })),

    closeContact: (id: string, body: { done: boolean; from: string | null }, signal: AbortSignal) =>
      unwrap(v1.PUT('/v1/staff/contact-messages/{id}/done', { params: path(id), body, signal: within(signal) })),

    changeContactNotes: (id: string, body: { notes: string; version: number }, signal: AbortSignal) =>
      unwrap(v1.PUT('/v1/staff/contact-messages/{id}/notes', { params: path(id), body, signal: within(signal) })),

    /** Answers a message by e-mail. A repeated call with the same id sends nothing. */
    answerContact: (
      id: string,
      body: { id: string; text: string; from: string | null; seen: number },
      signal: AbortSignal,
    ) => unwrap(v1.POST('/v1/staff/contact-messages/{id}/answers', { params: path(id), body, signal: within(signal) })),
  }
}

import type { Client } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import { unwrap } from './unwrap'

type Setting = { kind: components['schemas']['NoticeKind']; delivery: components['schemas']['NoticeDelivery'] }

/** Calls for the user's notices and their settings. `within` adds a timeout to a signal. */
export const noticeCalls = (v1: Client<paths>, within: (signal: AbortSignal) => AbortSignal) => ({
  /** One page, newest first, with the number of unread notices. */
  list: (cursor: string | null, signal: AbortSignal) =>
    unwrap(v1.GET('/v1/notices', { params: { query: cursor === null ? {} : { cursor } }, signal: within(signal) })),

  /** Marks notices as read: those with these ids, all up to a time, or all about a simulation request. */
  read: (which: { ids: string[] } | { until: string } | { request_id: string }, signal: AbortSignal) =>
    unwrap(v1.PUT('/v1/notices/read', { body: which, signal: within(signal) })),

  settings: (signal: AbortSignal) => unwrap(v1.GET('/v1/notices/settings', { signal: within(signal) })),

  /** Changes one setting, and returns all of them. */
  changeSetting: (setting: Setting, signal: AbortSignal) =>
    unwrap(v1.PUT('/v1/notices/settings', { body: setting, signal: within(signal) })),
})

import createClient from 'openapi-fetch'

import type { paths } from '../../openapi/generated/product'
import { unwrap } from './unwrap'

const timeoutMs = 50_000

/**
 * Loads the published news and publications without the user's token, so that they can come from a cache. `v1` is the
 * base URL of the v1 API. This is separate from the product client to keep that client small: the workspace loads it
 * before its list.
 */
export function getNews(v1: string, signal: AbortSignal) {
  const client = createClient<paths>({ baseUrl: v1.replace(/\/v1\/?$/, '') })
  return unwrap(client.GET('/v1/news', { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) }))
}

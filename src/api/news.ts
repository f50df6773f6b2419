import createClient from 'openapi-fetch'

import type { paths } from '../../openapi/generated/product'
import { unwrap } from './unwrap'

const timeoutMs = 50_000

/**
 * Loads the published news and publications without the user's token, so that they can come from a cache. `v1` is the
 * base URL of the v1 API. Not part of the product client, which the workspace loads before its list.
 */
export function getNews(v1: string, signal: AbortSignal) {
  const client = createClient<paths>({ baseUrl: v1.replace(/\/v1\/?$/, '') })
  return unwrap(client.GET('/v1/news', { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) }))
}

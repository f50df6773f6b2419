import type { Client } from 'openapi-fetch'

import type { paths } from '../../openapi/generated/product'
import { unwrap } from './unwrap'

/** Calls that search all projects of the user. `within` adds a timeout to a signal. */
export const searchCalls = (v1: Client<paths>, within: (signal: AbortSignal) => AbortSignal) => ({
  /** The newest files whose name contains the query, and whether there are more. */
  async findFiles(q: string, signal: AbortSignal) {
    let more = false
    const call = v1.GET('/v1/search/files', { params: { query: { q } }, signal: within(signal) })
    const files = await unwrap(
      call.then((reply) => {
        more = reply.response.headers.has('link')
        return reply
      }),
    )
    return { files, more }
  },
})

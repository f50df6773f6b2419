import createClient from 'openapi-fetch'

import type { paths } from '../../openapi/generated/tool-server'
import { unwrap } from './unwrap'

/** Requests the current URL of S2SPice from the server at `serverApi`. */
export const getServerInfo = (serverApi: string, signal: AbortSignal) =>
  unwrap(createClient<paths>({ baseUrl: serverApi }).GET('/available_s2spice', { signal }))

/** Ends the tool session that belongs to the token. */
export const logOutOfTool = (toolServer: string, token: string, signal: AbortSignal) =>
  unwrap(
    createClient<paths>({ baseUrl: toolServer }).GET('/jwt/user/logout', {
      params: { query: { code: token } },
      signal,
    }),
  )

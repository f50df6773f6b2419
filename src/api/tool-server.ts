import createClient from 'openapi-fetch'

import type { paths } from '../../openapi/generated/tool-server'
import { unwrap } from './unwrap'

/** Where S2SPice is served at the moment. `serverApi` is the address of the server that knows. */
export const getServerInfo = (serverApi: string, signal: AbortSignal) =>
  unwrap(createClient<paths>({ baseUrl: serverApi }).GET('/available_s2spice', { signal }))

/** Ends the tool's session of the token's owner. */
export const logOutOfTool = (toolServer: string, token: string, signal: AbortSignal) =>
  unwrap(
    createClient<paths>({ baseUrl: toolServer }).GET('/jwt/user/logout', {
      params: { query: { code: token } },
      signal,
    }),
  )

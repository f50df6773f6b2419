import type { Client } from 'openapi-fetch'

import type { components, paths } from '../../openapi/generated/product'
import type { Receive } from './history'
import { unwrap } from './unwrap'

/** Calls for the data stored about the user. `within` adds a timeout to a signal. */
export const peopleCalls = (v1: Client<paths>, within: (signal: AbortSignal) => AbortSignal, receive: Receive) => ({
  /** The data as a zip, with the suggested file name. */
  exportMe: (receiving: Parameters<Receive>[1]) =>
    receive(v1.GET('/v1/users/me/export', { parseAs: 'stream', signal: receiving.signal }), receiving),

  /** Deletes the data for good. The username confirms the deletion. */
  deleteMe: (deletion: components['schemas']['PersonDeletion'], signal: AbortSignal) =>
    unwrap(v1.POST('/v1/users/me/deletion', { body: deletion, signal: within(signal) })),
})

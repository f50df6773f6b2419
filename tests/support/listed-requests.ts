import type { Db } from '../../server/database/database'
import { everyRequest } from '../../server/requests/request-steps'

/** Returns the requests in the operator's list. */
export async function listedRequests(db: Db) {
  const listed = []
  for await (const one of everyRequest(db)) listed.push(one)
  return listed
}

/** The files of a request: those it was ordered with, those of its deliveries, and the attachments of its messages. */
import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { sentAttachments } from './attachments'
import { deliveriesOf } from './delivery'
import type { RequestRow } from './store'

type Schemas = components['schemas']

const fileRoles = ['layout', 'stackup', 'material'] as const

/** The files that a request was ordered with, as they were at that time. */
export const orderedFiles = (request: RequestRow): Schemas['OrderedFile'][] =>
  fileRoles.flatMap((role) => {
    const file = request[role]
    return file ? [{ ...file, role }] : []
  })

/** The files of a request by their ids, including those of deliveries that were replaced. */
export async function filesOfRequest(db: Db, request: RequestRow): Promise<Map<string, Schemas['PinnedFile']>> {
  const delivered = (await deliveriesOf(db, request)).flatMap(({ files }) => files)
  const attached = await sentAttachments(db, request.id)
  return new Map([...orderedFiles(request), ...delivered, ...attached].map((file) => [file.id, file]))
}

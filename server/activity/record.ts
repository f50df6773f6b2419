/** Records who did what, in the same transaction as the change, so that the record matches exactly what was done. */
import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { activity } from '../database/schema'
import type { Doer } from '../sharing/users'

type NewEntry = {
  kind: components['schemas']['ActivityKind']
  subject: string
  before?: string | null
  after?: string | null
  fileId?: string
  requestId?: string
  /** The user's id, for entries about a member. */
  memberId?: string
}

/** Adds entries inside a transaction. `by` is null for actions by the product or the payment provider. */
export async function recordActivity(tx: Db, projectId: string, by: Doer | null, entries: NewEntry[]): Promise<void> {
  if (entries.length === 0) return
  const person = { personId: by?.id ?? null, personName: by?.fullname ?? null }
  await tx.insert(activity).values(entries.map((entry) => ({ ...entry, ...person, projectId })))
}

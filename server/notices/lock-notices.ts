/** Locks notices that are changed together. */
import type { SQL } from 'drizzle-orm'

import type { Db } from '../database/database'
import { notices } from '../database/schema'

/** Locks the selected notices in the order of their ids, so that two transactions that change several do not deadlock. */
export const lockNotices = (tx: Db, where: SQL | undefined) =>
  tx.select({ id: notices.id }).from(notices).where(where).orderBy(notices.id).for('update')

/** Locks contact messages that are changed or deleted together. */
import type { SQL } from 'drizzle-orm'

import type { Db } from '../database/database'
import { contactMessages } from '../database/schema'

/** Locks the selected messages in the order of their ids, so that two transactions that change several do not deadlock. */
export const lockContactMessages = (tx: Db, where: SQL | undefined) =>
  tx.select({ id: contactMessages.id }).from(contactMessages).where(where).orderBy(contactMessages.id).for('update')

/** Locks rows that are changed together. */
import { sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

import type { Db } from './database'

/**
 * Locks the selected rows of the key's table in the order of their keys, so that two transactions that change several
 * rows do not deadlock.
 */
export async function lockInOrder(tx: Db, key: [PgColumn, ...PgColumn[]], where: SQL | undefined): Promise<void> {
  await tx
    .select({ one: sql`1` })
    .from(key[0].table)
    .where(where)
    .orderBy(...key)
    .for('update')
}

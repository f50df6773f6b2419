/**
 * The price table. Its versions take effect one after the other; the database's time decides which one is in effect.
 */
import { asc, desc, lte, sql, type SQL } from 'drizzle-orm'

import type { PriceTable } from '../../machines/wizard/rows/interfaces'
import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { priceVersions } from '../database/schema'

export type PriceVersionRow = typeof priceVersions.$inferSelect

/**
 * Returns the version that is in effect at a given time, by default now. For a time before the first version, returns
 * the first version: the clock of another database server that has taken over may be a little behind.
 */
export async function currentVersion(db: Db, at: SQL = sql`now()`): Promise<PriceVersionRow> {
  const [row] = await db
    .select()
    .from(priceVersions)
    .where(lte(priceVersions.validFrom, at))
    .orderBy(desc(priceVersions.validFrom))
    .limit(1)
  if (row) return row
  const [first] = await db.select().from(priceVersions).orderBy(asc(priceVersions.validFrom)).limit(1)
  if (!first) throw new Error('The price table has no version.')
  return first
}

/** Returns the prices of rows (US dollars, in display order), the turnaround, taxes, and whether this is a trial. */
export async function priceTable(
  db: Db,
  { isTrial, taxRates }: Pick<ServerConfig, 'isTrial' | 'taxRates'>,
): Promise<PriceTable & { turnaround_days: number }> {
  const { id, si, pi, turnaroundDays, validFrom } = await currentVersion(db)
  return {
    si,
    pi,
    turnaround_days: turnaroundDays,
    version: id,
    valid_from: validFrom.toISOString(),
    ...(isTrial && { trial: true }),
    ...(taxRates.length > 0 && { tax_rates: taxRates }),
  }
}

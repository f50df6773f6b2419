/** The price table. */
import { asc } from 'drizzle-orm'

import type { PriceTable } from '../../machines/wizard/interfaces'
import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { prices } from '../database/schema'

/** Returns the price of each row in US dollars, in display order, and whether this is a trial. */
export async function priceTable(db: Db, { isTrial }: Pick<ServerConfig, 'isTrial'>): Promise<PriceTable> {
  const rows = await db.select().from(prices).orderBy(asc(prices.position), asc(prices.name))
  const of = (kind: 'si' | 'pi') =>
    rows.filter((row) => row.kind === kind).map(({ name, unitPrice }) => ({ name, unit_price: unitPrice }))
  return { si: of('si'), pi: of('pi'), ...(isTrial && { trial: true }) }
}

/**
 * Collections a page at a time. The order is by a time that never changes, then by id, and a cursor names the place of
 * the last row: whatever is added, changed or deleted between two pages, no other row is left out or shown twice.
 */
import { and, asc, desc, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Where a page ended. */
export type Place = { time: Date; id: string }

export type PageRequest = { limit: number; after: Place | null }

/** The page that a call asks for. The contract's pattern has checked the cursor. */
export function pageRequest(query: { limit?: number; cursor?: string }, usualLimit: number): PageRequest {
  const [time, id] = query.cursor?.split('_') ?? []
  const after = time !== undefined && id !== undefined ? { time: new Date(Number(time)), id } : null
  return { limit: query.limit ?? usualLimit, after }
}

/** The clauses of a query for one page. It reads one row more than asked for, which tells whether there is another page. */
export function pageClauses(
  order: 'newest first' | 'oldest first',
  [time, id]: [PgColumn, PgColumn],
  { limit, after }: PageRequest,
) {
  const isNewestFirst = order === 'newest first'
  const beyond = isNewestFirst ? sql.raw('<') : sql.raw('>')
  const direction = isNewestFirst ? desc : asc
  return {
    where: (conditions: SQL | undefined) =>
      and(
        conditions,
        after
          ? sql`(${time}, ${id}) ${beyond} (${after.time.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    orderBy: [direction(time), direction(id)],
    limit: limit + 1,
  }
}

/** The rows of a page, and the cursor of the next one; null on the last. */
export function pageOf<Row>(found: Row[], { limit }: PageRequest, placeOf: (row: Row) => Place) {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const place = last && found.length > limit ? placeOf(last) : null
  return { rows, next: place && `${place.time.getTime()}_${place.id}` }
}

/** All of a collection, a page after the other, so that a long one is never in memory as a whole. */
export async function* everyPage<Row>(
  limit: number,
  load: (page: PageRequest) => Promise<{ rows: Row[]; next: string | null }>,
): AsyncGenerator<Row[]> {
  let cursor: string | null = null
  do {
    const page = pageRequest(cursor === null ? {} : { cursor }, limit)
    const { rows, next }: { rows: Row[]; next: string | null } = await load(page)
    if (rows.length > 0) yield rows
    cursor = next
  } while (cursor !== null)
}

/**
 * Keyset pagination. Rows are ordered by a time, which never changes except for due dates, then by id, and a cursor
 * contains the position of the last row. Rows added, changed or deleted between two pages do not cause other rows to be
 * skipped or repeated.
 */
import { and, asc, desc, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** The position of a row in the order, such as that of the last row of a page. */
export type Place = { time: Date; id: string }

export type PageRequest = { limit: number; after: Place | null }

/** Returns the page that a call requests. The cursor has already been validated against the contract's pattern. */
export function pageRequest(query: { limit?: number; cursor?: string }, usualLimit: number): PageRequest {
  const [time, id] = query.cursor?.split('_') ?? []
  const after = time !== undefined && id !== undefined ? { time: new Date(Number(time)), id } : null
  return { limit: query.limit ?? usualLimit, after }
}

/** The query clauses for one page. The query reads one extra row to find out whether there is a next page. */
export function pageClauses(
  order: 'newest first' | 'oldest first',
  [time, id]: [PgColumn | SQL, PgColumn],
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

/** The rows of a page and the cursor of the next page, or null on the last page. */
export function pageOf<Row>(found: Row[], { limit }: PageRequest, placeOf: (row: Row) => Place) {
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  const place = last && found.length > limit ? placeOf(last) : null
  return { rows, next: place && `${place.time.getTime()}_${place.id}` }
}

/** Iterates over a collection page by page, so that it is never in memory as a whole. */
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

/** What a failed query says about the database: whether it cannot answer now, or cannot hold a value it was given. */
import { DrizzleQueryError } from 'drizzle-orm/errors'

/** No connection to the database could be had. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
}

// Classes and codes of https://www.postgresql.org/docs/current/errcodes-appendix.html
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/
/** No connection, conflicts that pass, no resources, an operator or a limit ended it. */
const AWAY = /^(08|25P03|40|53|55P03|57)/
/** A text that it cannot hold, a number or a time beyond its range. */
const UNFIT = /^(22003|22008|22021|22P05)$/

/** `away`: it may answer soon. `unfit`: a value of the request is none that it can hold. Null: something else. */
export function databaseFailure(error: unknown): 'away' | 'unfit' | null {
  if (error instanceof DatabaseAway) return 'away'
  if (!(error instanceof DrizzleQueryError)) return null
  const cause: unknown = error.cause
  const code = (cause as { code?: unknown } | undefined)?.code
  if (typeof code === 'string' && SQLSTATE.test(code)) {
    if (AWAY.test(code)) return 'away'
    return UNFIT.test(code) ? 'unfit' : null
  }
  // Without a code of the database's own it was the connection, unless the query could not even be written.
  return cause instanceof TypeError || cause instanceof RangeError ? null : 'away'
}

/** Classifies failed queries: the database is unavailable, or it cannot store a value from the call. */
import { DrizzleQueryError } from 'drizzle-orm/errors'

/** No connection to the database could be established. */
export class DatabaseUnavailable extends Error {
  override name = 'DatabaseUnavailable'
}

// Classes and codes from https://www.postgresql.org/docs/current/errcodes-appendix.html
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/
/**
 * Connection failures, transient conflicts, insufficient resources, exceeded time limits, and operator intervention.
 */
const UNAVAILABLE = /^(08|25P03|40|53|55P03|57)/
/** Text that cannot be stored, and numbers or times that are out of range. */
const UNSTORABLE = /^(22003|22008|22021|22P05)$/

/** `unavailable`: a retry may succeed. `unstorable`: a value from the call cannot be stored. Null: neither. */
export function databaseFailure(error: unknown): 'unavailable' | 'unstorable' | null {
  if (error instanceof DatabaseUnavailable) return 'unavailable'
  if (!(error instanceof DrizzleQueryError)) return null
  const cause: unknown = error.cause
  const code = (cause as { code?: unknown } | undefined)?.code
  if (typeof code === 'string' && SQLSTATE.test(code)) {
    if (UNAVAILABLE.test(code)) return 'unavailable'
    return UNSTORABLE.test(code) ? 'unstorable' : null
  }
  // An error without an SQLSTATE comes from the connection, unless the driver could not serialize the query.
  return cause instanceof TypeError || cause instanceof RangeError ? null : 'unavailable'
}

/** A connection pool for a PostgreSQL server that may be slow, frozen, restarted or unreachable. */
import { setTimeout as after } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import { DatabaseUnavailable, databaseFailure } from './database-failure'
import * as schema from './schema'

/** Timeouts for the calls to a PostgreSQL server, in milliseconds. */
export type DatabaseLimits = {
  /** For establishing a connection. */
  connectMs: number
  /** For one statement, enforced by the server. */
  statementMs: number
  /** For one statement, enforced by this process in case the server is frozen or its host is unreachable. */
  silenceMs: number
}

export const defaultDatabaseLimits: DatabaseLimits = { connectMs: 5000, statementMs: 8000, silenceMs: 10_000 }

/** For an operator's commands: reading a large table or building an index may take longer than any API call. */
export const operatorDatabaseLimits: DatabaseLimits = {
  connectMs: 10_000,
  statementMs: 3_600_000,
  silenceMs: 3_600_000,
}

const IDLE_MS = 5000
const TRANSACTION_IDLE_MS = 30_000
const CLOSING_MS = 2000

/** Creates a pool. It connects when the first connection is needed. */
export function createPool(connectionString: string, { connectMs, statementMs, silenceMs }: DatabaseLimits): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: connectMs,
    statement_timeout: statementMs,
    query_timeout: silenceMs,
    idle_in_transaction_session_timeout: TRANSACTION_IDLE_MS,
    idleTimeoutMillis: IDLE_MS,
  })
  // The pool replaces broken connections. Without these listeners, their errors would end the process.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** Closes the pool, or gives up after two seconds if the server does not respond. */
export const closePool = (pool: pg.Pool): Promise<void> =>
  Promise.race([pool.end(), after(CLOSING_MS, undefined, { ref: false })])

/** Runs a transaction on a dedicated connection. A connection that has failed is closed. */
export async function runTransaction<Result>(
  pool: pg.Pool,
  ...[work, config]: Parameters<NodePgDatabase<typeof schema>['transaction']>
): Promise<Result> {
  const client = await pool.connect().catch((cause: unknown) => {
    throw new DatabaseUnavailable('There is no connection to the database.', { cause })
  })
  let isBroken = false
  try {
    return (await drizzle(client, { schema }).transaction(work, config)) as Result
  } catch (error) {
    isBroken = databaseFailure(error) === 'unavailable'
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** A connection pool for a PostgreSQL server that may be slow, frozen, restarted or unreachable. */
import net from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'

import { DatabaseUnavailable } from './database-failure'

/** Timeouts in milliseconds. */
export type DatabaseLimits = {
  /** For establishing a connection. */
  connectMs: number
  /** For one statement, enforced by the server. */
  statementMs: number
  /** Without a byte from the server, which means that it is frozen or its host is unreachable. */
  silenceMs: number
}

export const defaultDatabaseLimits: DatabaseLimits = { connectMs: 5000, statementMs: 8000, silenceMs: 10_000 }

const IDLE_MS = 5000
const TRANSACTION_IDLE_MS = 30_000
const CLOSING_MS = 2000

export class ServerPool extends pg.Pool {
  private readonly sockets: Set<net.Socket>

  constructor(connectionString: string, { connectMs, statementMs, silenceMs }: DatabaseLimits) {
    const sockets = new Set<net.Socket>()
    super({
      connectionString,
      connectionTimeoutMillis: connectMs,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: TRANSACTION_IDLE_MS,
      // Idle connections are closed before the silence timeout applies to them.
      idleTimeoutMillis: Math.min(IDLE_MS, silenceMs / 2),
      stream: () => {
        const socket = new net.Socket()
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        return socket.setTimeout(silenceMs, () => socket.destroy())
      },
    })
    this.sockets = sockets
    // The pool replaces broken connections. Without these listeners, their errors would end the process.
    this.on('error', () => undefined)
    this.on('connect', (client) => client.on('error', () => undefined))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]): Promise<pg.PoolClient> | void {
    if (callback) {
      super.connect(callback)
      return
    }
    return super.connect().then(releasedOnEnd, (cause: unknown) => {
      throw new DatabaseUnavailable('There is no connection to the database.', { cause })
    })
  }

  /** Closes the pool within seconds even if the server does not respond. */
  async close(): Promise<void> {
    const ended = this.end()
    await Promise.race([ended, after(CLOSING_MS, undefined, { ref: false })])
    for (const socket of this.sockets) socket.destroy()
  }
}

/**
 * Releases a client to the pool when its connection ends. Drizzle never releases the client of a transaction that fails
 * to begin, which would exhaust the pool.
 */
function releasedOnEnd(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client)
  const once = (failure?: Error | boolean) => {
    client.off('end', drop)
    client.release = () => undefined
    release(failure)
  }
  const drop = () => once(true)
  client.once('end', drop)
  client.release = once
  return client
}

/** Connections to a PostgreSQL server that may be slow, frozen, restarted or gone. */
import net from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import pg from 'pg'

import { DatabaseAway } from './database-failure'

/** In milliseconds. */
export type DatabaseLimits = {
  /** For a connection. */
  connectMs: number
  /** For one statement, by the server's own clock. */
  statementMs: number
  /** Without a byte from the server: it is frozen, or its host is gone. */
  silenceMs: number
}

export const usualDatabaseLimits: DatabaseLimits = { connectMs: 5000, statementMs: 8000, silenceMs: 10_000 }

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
      // Given back before its silence counts.
      idleTimeoutMillis: Math.min(IDLE_MS, silenceMs / 2),
      stream: () => {
        const socket = new net.Socket()
        sockets.add(socket)
        socket.once('close', () => sockets.delete(socket))
        return socket.setTimeout(silenceMs, () => socket.destroy())
      },
    })
    this.sockets = sockets
    // A connection that breaks is replaced; without listeners its error would end the process.
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
    return super.connect().then(givenBackAtItsEnd, (cause: unknown) => {
      throw new DatabaseAway('There is no connection to the database.', { cause })
    })
  }

  /** Ends within seconds, also where the server does not answer. */
  async close(): Promise<void> {
    const ended = this.end()
    await Promise.race([ended, after(CLOSING_MS, undefined, { ref: false })])
    for (const socket of this.sockets) socket.destroy()
  }
}

/** Drizzle keeps the client of a transaction that cannot even begin, so that the pool would run dry. */
function givenBackAtItsEnd(client: pg.PoolClient): pg.PoolClient {
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

/**
 * Signals between nodes: PostgreSQL's LISTEN and NOTIFY. A notification is sent when its transaction commits, and
 * never reaches a node that has no connection at that time. A notification therefore only signals new data in the
 * database, and listeners also check the database after every reconnection.
 */
import { setTimeout as after } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'
import { type SQL, sql } from 'drizzle-orm'
import pg from 'pg'

export type Channel = 'jobs' | 'live' | 'people' | 'uploads'

export type Listener = {
  /** Called when a notification has arrived. */
  onMessage(payload: string): void
  /** Called after each new connection, since notifications may have been missed before it. */
  onConnect(): void
}

export type NodeSignals = {
  /** Starts listening. Returns a function that stops listening. */
  listen(channel: Channel, listener: Listener): () => void
  close(): Promise<void>
}

/** Sends a notification of less than 8,000 bytes. In a transaction, it is sent on commit. */
export const notify = (db: { execute(query: SQL): PromiseLike<unknown> }, channel: Channel, payload = '') =>
  db.execute(sql`select pg_notify(${channel}, ${payload})`)

const RECONNECT_MS = 1000
const CHECK_MS = 15_000

type Listeners = Map<Channel, Set<Listener>>

function register(listeners: Listeners, channel: Channel, listener: Listener) {
  const known = listeners.get(channel) ?? new Set()
  listeners.set(channel, known.add(listener))
  return () => void known.delete(listener)
}

const everyListener = (listeners: Listeners) => [...listeners.values()].flatMap((known) => [...known])

/** Signals through the embedded database, which belongs to this process, so that no notification can be missed. */
export async function embeddedSignals(client: PGlite, channels: readonly Channel[]): Promise<NodeSignals> {
  const listeners: Listeners = new Map()
  for (const channel of channels) {
    await client.listen(channel, (payload) => {
      for (const listener of listeners.get(channel) ?? []) listener.onMessage(payload)
    })
  }
  return {
    listen: (channel, listener) => {
      const end = register(listeners, channel, listener)
      listener.onConnect()
      return end
    },
    close: async () => undefined,
  }
}

/**
 * Keeps one connection for all channels, and opens a new one when it is lost. A connection that does not respond to
 * regular queries also counts as lost: otherwise, a frozen server or a dead network path would go unnoticed.
 */
export function serverSignals(options: pg.ClientConfig, channels: readonly Channel[]): NodeSignals {
  const listeners: Listeners = new Map()
  const closing = new AbortController()
  let isConnected = false

  const keepListening = async () => {
    while (!closing.signal.aborted) {
      const client = new pg.Client(options)
      const lost = new Promise<'lost'>((resolve) => {
        client.once('error', () => resolve('lost')).once('end', () => resolve('lost'))
      })
      // The driver may report more errors on a connection that has already been abandoned.
      client.on('error', () => undefined)
      client.on('notification', ({ channel, payload = '' }) => {
        for (const listener of listeners.get(channel as Channel) ?? []) listener.onMessage(payload)
      })
      try {
        await client.connect()
        for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
        isConnected = true
        for (const listener of everyListener(listeners)) listener.onConnect()
        await check(client, lost)
      } catch {
        // The next iteration tries again; meanwhile, listeners rely on their own regular checks.
      }
      isConnected = false
      // A frozen server never confirms that the connection has ended.
      await Promise.race([client.end().catch(() => undefined), after(RECONNECT_MS, undefined, { ref: false })])
      await pause(RECONNECT_MS)
    }
  }
  const pause = (ms: number) => after(ms, undefined, { ref: false, signal: closing.signal }).catch(() => undefined)

  /** Resolves when the connection is lost or no longer needed. Throws if a query fails. */
  const check = async (client: pg.Client, lost: Promise<'lost'>) => {
    while ((await Promise.race([lost, pause(CHECK_MS)])) !== 'lost' && !closing.signal.aborted) {
      await client.query('select 1')
    }
  }

  const running = keepListening()
  return {
    listen: (channel, listener) => {
      const end = register(listeners, channel, listener)
      if (isConnected) listener.onConnect()
      return end
    },
    close: () => {
      closing.abort()
      return running
    },
  }
}

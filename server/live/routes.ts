import type { FastifyRequest } from 'fastify'

import type { AppServices, Handlers } from '../auth/route-context'
import { authorIn } from '../database/author'
import { Problem } from '../http/problem'
import { positionIn } from './event-log'

/**
 * The limit for all nodes together. It is more than enough, since each browser opens only one stream for all of its
 * tabs.
 */
const STREAMS_PER_PERSON = 10
const STREAMS_PER_NODE = 5000
/** After this time, a client has to reconnect, so that a stream whose client is gone does not stay open for long. */
const MAX_STREAM_MS = 3_600_000

const tabPattern = /^[\da-f-]{36}$/

/** The author of the changes that a call makes. Null for a call that does not identify its tab. */
export function authorOf({ headers, resolved: { identity } }: FastifyRequest): string | null {
  const tab = headers['tab-id']
  return identity && typeof tab === 'string' && tabPattern.test(tab) ? authorIn(identity.id, tab) : null
}

export const liveHandlers = ({ live, leases }: AppServices) =>
  ({
    async followChanges({ identity, query, headers, request, reply }) {
      const id = headers['last-event-id']
      const since = id === undefined ? { age: query.age ?? 0 } : positionIn(id)
      // `x-accel-buffering` keeps nginx from buffering the stream.
      reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
      if (query.once === true || request.method === 'HEAD') return live.readOnce(identity, since)

      const refuse = (status: 429 | 503): never => {
        reply.header('content-type', 'application/problem+json')
        throw new Problem(
          status,
          'Too many pages are following changes. This page will check for changes from time to time instead.',
          { headers: { 'retry-after': '60' } },
        )
      }
      if (live.count() >= STREAMS_PER_NODE) refuse(503)
      const lease = await leases.take('stream', identity.id)
      const open = async () => {
        const others = await leases.sum('stream', identity.id, { before: lease.id })
        if (others >= STREAMS_PER_PERSON) refuse(429)
        // Other calls may have opened streams in the meantime.
        if (live.count() >= STREAMS_PER_NODE) refuse(503)
        return live.open(identity, since)
      }
      const stream = await open().catch(async (error: unknown) => {
        await lease.release()
        throw error
      })
      stream.once('close', () => void lease.release())
      const lifetime = setTimeout(
        () => stream.end(),
        Math.min(identity.expiresAt.getTime() - Date.now(), MAX_STREAM_MS),
      )
      stream.once('close', () => clearTimeout(lifetime))
      request.raw.once('close', () => stream.destroy())
      return stream
    },
  }) satisfies Partial<Handlers>

import type { AppServices, Handlers } from '../auth/route-context'
import { Problem } from '../http/problem'
import { positionIn } from './event-log'

/** A browser needs one stream for all of its tabs. */
const STREAMS_PER_PERSON = 10
const STREAMS_PER_NODE = 5000
/** After this time, a client has to reconnect, so that a stream whose client is gone does not stay open for long. */
const MAX_STREAM_MS = 3_600_000

export const liveHandlers = ({ live }: AppServices) =>
  ({
    async followChanges({ identity, query, headers, request, reply }) {
      const id = headers['last-event-id']
      const since = id === undefined ? { age: query.age ?? 0 } : positionIn(id)
      // Tells nginx not to hold back what belongs to a stream.
      reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
      if (query.once === true || request.method === 'HEAD') return live.readOnce(identity, since)

      const { all, own } = live.count(identity.id)
      if (own >= STREAMS_PER_PERSON || all >= STREAMS_PER_NODE) {
        reply.header('content-type', 'application/problem+json')
        throw new Problem(
          own >= STREAMS_PER_PERSON ? 429 : 503,
          'Too many pages are following changes. This page will ask for them from time to time.',
          { headers: { 'retry-after': '60' } },
        )
      }
      const stream = await live.open(identity, since)
      const lifetime = setTimeout(
        () => stream.end(),
        Math.min(identity.expiresAt.getTime() - Date.now(), MAX_STREAM_MS),
      )
      stream.once('close', () => clearTimeout(lifetime))
      request.raw.once('close', () => stream.destroy())
      return stream
    },
  }) satisfies Partial<Handlers>

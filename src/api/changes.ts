import { readEventStream, type StreamEvent } from './event-stream'
import { ApiError, saysDeleted } from './unwrap'

type Start = {
  /** The position after which changes are sent. Null for all changes since the page was opened. */
  lastId: string | null
  signal: AbortSignal
}

type Following = Start & {
  /** Called with the events of each chunk that arrives; the list is empty for a heartbeat. */
  onEvents: (events: StreamEvent[]) => void
}

/** A failed stream, with the pause in ms that the server requested. */
export class StreamError extends ApiError {
  readonly retryAfterMs: number

  constructor(status: number, retryAfterMs: number) {
    super(status)
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * The maximum age of the changes to request, in seconds. The server keeps changes for a day; for older positions, it
 * reports that everything may have changed.
 */
const maxAge = 86_400

type ChangeOptions = {
  /** The base URL of the v1 API, such as /api/v1. */
  base: string
  accessToken: (minValidity?: number, signal?: AbortSignal) => Promise<string | undefined>
  tabId: string
  latestId: () => string | null
  onUnauthorized: (isDeleted: boolean) => void
}

/**
 * The stream of changes. A 401 does not redirect to the login page, because no user action caused the call, but it
 * signs out a user who has deleted their data on another device.
 */
export function changeCalls({ base, accessToken, tabId, latestId, onUnauthorized }: ChangeOptions) {
  async function call({ lastId, signal }: Start, query: Record<string, string>) {
    // Never forces a token refresh: when the token expires, the stream ends and is reopened with the token that the
    // session has refreshed by then.
    const token = await accessToken(undefined, signal)
    const age = String(Math.min(Math.ceil(performance.now() / 1000), maxAge))
    const parameters = new URLSearchParams({ ...query, ...(lastId === null && { age }) })
    const response = await fetch(`${base}/changes?${parameters}`, {
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(lastId !== null && { 'last-event-id': lastId }),
      },
      cache: 'no-store',
      signal,
    }).catch(() => {
      throw new StreamError(0, 0)
    })
    if (response.ok && response.body) return response.body
    await response.body?.cancel()
    if (response.status === 401 && saysDeleted(response.headers)) onUnauthorized(true)
    throw new StreamError(response.status, 1000 * (Number(response.headers.get('retry-after')) || 0))
  }

  async function follow({ onEvents, ...start }: Following, query: Record<string, string> = {}): Promise<void> {
    const body = await call(start, query)
    try {
      for await (const events of readEventStream(body)) onEvents(events)
    } catch {
      throw new StreamError(0, 0)
    }
  }

  return {
    tabId,

    /** Returns the position at which the list of projects was loaded; null if the server did not send one. */
    lastId: latestId,

    /** Reads the stream until it ends. Rejects with a StreamError. */
    follow: (following: Following) => follow(following),

    /**
     * Makes a short call to load the changes, for a browser that cannot receive the stream. Rejects with a StreamError.
     */
    async load(start: Start): Promise<StreamEvent[]> {
      const loaded: StreamEvent[] = []
      await follow({ ...start, onEvents: (events) => loaded.push(...events) }, { once: 'true' })
      return loaded
    },
  }
}

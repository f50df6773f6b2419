/**
 * Lets only one call at a time work on an upload, across all nodes. A client may reconnect, even to another node,
 * before the server detects that the old connection is gone, so a newer call requests that the older call end, and then
 * takes over.
 */
import type { UploadHolds } from './upload-lock-across-nodes'

/** How long an older call may continue after a newer call has requested the same upload. */
const LOCK_DRAIN_TIMEOUT_MS = 500

/** A call's hold on an upload. */
export type Hold = {
  /**
   * Aborted when a later call takes over the upload, the upload is deleted, or this node is stopping. The work must
   * then end soon.
   */
  takenOver: AbortSignal
  /** Reports the number of received bytes. */
  report: (received: number) => void
}

export type UploadLocks = {
  /** Runs `work` when the earlier calls for this upload have ended. */
  hold<Result>(uploadId: string, work: (hold: Hold) => Promise<Result>): Promise<Result>
  /**
   * Requests that all calls end, including later ones, so that other nodes can continue the uploads. Resolves when they
   * have ended and released their uploads.
   */
  close(): Promise<void>
}

type Call = { ended: Promise<void>; askToEnd: () => void; abort: () => void }

/** Creates locks for the calls of this node. `holds` excludes the calls of other nodes. */
export function createUploadLocks(holds: Pick<UploadHolds, 'acquire'>): UploadLocks {
  const latestCalls = new Map<string, Call>()
  let isClosing = false
  return {
    async close() {
      isClosing = true
      const calls = [...latestCalls.values()]
      for (const call of calls) call.abort()
      // The latest call for an upload ends after the earlier ones, so it is enough to wait for that call.
      await Promise.all(calls.map(({ ended }) => ended))
    },

    async hold(uploadId, work) {
      const earlier = latestCalls.get(uploadId)
      const takeover = new AbortController()
      let drain: NodeJS.Timeout | undefined
      let tellEnded = () => {}
      const own: Call = {
        ended: new Promise((resolve) => {
          tellEnded = resolve
        }),
        abort: () => takeover.abort(),
        askToEnd() {
          drain ??= setTimeout(() => takeover.abort(), LOCK_DRAIN_TIMEOUT_MS)
        },
      }
      latestCalls.set(uploadId, own)
      if (isClosing) own.abort()
      try {
        earlier?.askToEnd()
        await earlier?.ended
        const held = await holds.acquire(uploadId, { onWanted: own.askToEnd, onLost: () => takeover.abort() })
        try {
          return await work({ takenOver: takeover.signal, report: (received) => held?.report(received) })
        } finally {
          await held?.release()
        }
      } finally {
        clearTimeout(drain)
        if (latestCalls.get(uploadId) === own) latestCalls.delete(uploadId)
        tellEnded()
      }
    },
  }
}

/**
 * Lets one call at a time work on an upload. A client may reconnect before the server notices that the old connection is
 * gone, so a newer call aborts the older one and then takes over.
 */

/** How long an older call may continue after a newer one has requested the same upload. */
const LOCK_DRAIN_TIMEOUT_MS = 500

export type UploadLocks = {
  /**
   * Runs `work` when the earlier calls for this upload have ended. `takenOver` is aborted when a later call requests
   * the upload, after which `work` must end soon.
   */
  hold<Result>(uploadId: string, work: (takenOver: AbortSignal) => Promise<Result>): Promise<Result>
}

type Call = { ended: Promise<void>; askToEnd(): void }

/**
 * Creates locks for the calls of one process. Several servers on one database would need database locks with the same
 * interface.
 */
export function createUploadLocks(): UploadLocks {
  const latestCalls = new Map<string, Call>()
  return {
    async hold(uploadId, work) {
      const earlier = latestCalls.get(uploadId)
      const takeover = new AbortController()
      let drain: NodeJS.Timeout | undefined
      let end = () => {}
      const own: Call = {
        ended: new Promise((resolve) => {
          end = resolve
        }),
        askToEnd() {
          drain ??= setTimeout(() => takeover.abort(), LOCK_DRAIN_TIMEOUT_MS)
        },
      }
      latestCalls.set(uploadId, own)
      try {
        earlier?.askToEnd()
        await earlier?.ended
        return await work(takeover.signal)
      } finally {
        clearTimeout(drain)
        if (latestCalls.get(uploadId) === own) latestCalls.delete(uploadId)
        end()
      }
    },
  }
}

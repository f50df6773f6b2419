import type { StatelyInspectionEvent } from '@statelyai/inspect'
import { useSyncExternalStore } from 'react'

import type { Recording } from './recording'

/** So long, in milliseconds, the page waits for more before it draws what came. */
const pause = 40

/** What was recorded so far, for a page that follows it. */
export function createLog() {
  let recording: Recording = []
  let waiting: StatelyInspectionEvent[] = []
  const followers = new Set<() => void>()
  const replace = (next: Recording) => {
    recording = next
    for (const follow of followers) follow()
  }
  return {
    read: () => recording,
    subscribe: (follow: () => void) => {
      followers.add(follow)
      return () => void followers.delete(follow)
    },
    replace,
    add: (event: StatelyInspectionEvent) => {
      waiting.push(event)
      if (waiting.length > 1) return
      setTimeout(() => {
        const came = waiting
        waiting = []
        replace([...recording, ...came])
      }, pause)
    },
  }
}

export type RecordingLog = ReturnType<typeof createLog>

export const useRecording = (log: RecordingLog) => useSyncExternalStore(log.subscribe, log.read)

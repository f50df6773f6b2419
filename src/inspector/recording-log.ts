import type { StatelyInspectionEvent } from '@statelyai/inspect'
import { useSyncExternalStore } from 'react'

import type { Recording } from './adapter/recording'

/** Milliseconds to collect events before rendering them. */
const batchMs = 40

/** A growing recording that components can subscribe to. */
export function createLog() {
  let recording: Recording = []
  let pending: StatelyInspectionEvent[] = []
  const listeners = new Set<() => void>()
  const replace = (next: Recording) => {
    recording = next
    for (const listener of listeners) listener()
  }
  return {
    read: () => recording,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    replace,
    add: (event: StatelyInspectionEvent) => {
      pending.push(event)
      if (pending.length > 1) return
      setTimeout(() => {
        const batch = pending
        pending = []
        replace([...recording, ...batch])
      }, batchMs)
    },
  }
}

export type RecordingLog = ReturnType<typeof createLog>

export const useRecording = (log: RecordingLog) => useSyncExternalStore(log.subscribe, log.read)

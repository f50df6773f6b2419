import type { StatelyInspectionEvent } from '@statelyai/inspect'
import { useSyncExternalStore } from 'react'

import type { About } from '../adapter/channel'
import type { Recording } from '../adapter/recording'

/** Milliseconds to collect events before rendering them. */
const batchMs = 40

/** A growing recording that components can subscribe to, and the page that it comes from. */
export function createLog() {
  let recording: Recording = []
  let about: About | null = null
  let pending: StatelyInspectionEvent[] = []
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const replace = (next: Recording) => {
    recording = next
    tell()
  }
  return {
    read: () => recording,
    readAbout: () => about,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    replace,
    describe: (next: About | null) => {
      about = next
      tell()
    },
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
export const useAbout = (log: RecordingLog) => useSyncExternalStore(log.subscribe, log.readAbout)

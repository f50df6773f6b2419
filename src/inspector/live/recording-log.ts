import type { StatelyInspectionEvent } from '@statelyai/inspect'
import { useSyncExternalStore } from 'react'

import type { About } from '../adapter/channel'
import { type Recording, withoutPast } from '../adapter/recording'

/** The time in milliseconds for which events are collected before they are rendered together. */
const batchMs = 40

/** If more reports arrive, the earliest ones are dropped, a quarter at a time. */
const maxReports = 20_000

/**
 * The app's growing recording, and the page that it comes from. Components can subscribe to changes to both. A
 * recording from a file can be shown in place of the app's; meanwhile, the app's reports are still collected.
 */
export function createLog(max = maxReports) {
  let live: Recording = []
  let opened: Recording | null = null
  let dropped = 0
  let about: About | null = null
  let pending: StatelyInspectionEvent[] = []
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  const append = (batch: Recording) => {
    const all = [...live, ...batch]
    const cut = all.length > max ? Math.ceil(all.length - max * 0.75) : 0
    live = cut === 0 ? all : [...withoutPast(all.slice(0, cut)), ...all.slice(cut)]
    dropped += all.length - live.length
  }
  return {
    /** The shown recording. */
    read: () => opened ?? live,
    readLive: () => live,
    /** How many reports the app's recording has lost at its beginning. */
    readDropped: () => dropped,
    isOpened: () => opened !== null,
    /** The page of the shown recording; null if it is unknown. */
    readAbout: () => (opened ? null : about),
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Shows a recording from a file. */
    open: (recording: Recording) => {
      opened = recording
      tell()
    },
    /** Shows the recording of the app again. */
    close: () => {
      opened = null
      tell()
    },
    /** Replaces the shown recording. */
    replace: (next: Recording) => {
      if (opened) opened = next
      else {
        live = next
        dropped = 0
      }
      tell()
    },
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
        append(batch)
        tell()
      }, batchMs)
    },
  }
}

export type RecordingLog = ReturnType<typeof createLog>

export const useRecording = (log: RecordingLog) => useSyncExternalStore(log.subscribe, log.read)
export const useLive = (log: RecordingLog) => useSyncExternalStore(log.subscribe, log.readLive)
export const useIsOpened = (log: RecordingLog) => useSyncExternalStore(log.subscribe, log.isOpened)
export const useAbout = (log: RecordingLog) => useSyncExternalStore(log.subscribe, log.readAbout)
export const useDropped = (log: RecordingLog) => useSyncExternalStore(log.subscribe, log.readDropped)

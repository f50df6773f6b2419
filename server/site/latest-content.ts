/**
 * The content that the staff change while the site runs, for public pages that were built with earlier content.
 */
import { setTimeout as pause } from 'node:timers/promises'

/** A page waits this long for the database. Without an answer, it shows the last known state. */
const WAIT_MS = 250

/** Returns the current state, or the last known one while it cannot be loaded; null if it has never been loaded. */
export type Latest<State> = () => Promise<State | null>

/** Creates a function that returns the latest state. Pages that are requested at the same time share one query. */
export function followLatest<State>(load: () => Promise<State>): Latest<State> {
  let known: State | null = null
  let loading: Promise<void> | null = null
  const refresh = async () => {
    try {
      known = await load()
    } catch {
      // The page is still complete, only with an earlier state. The API reports the failure.
    } finally {
      loading = null
    }
  }
  return async () => {
    loading ??= refresh()
    const waiting = new AbortController()
    await Promise.race([loading, pause(WAIT_MS, undefined, { signal: waiting.signal }).catch(() => {})])
    waiting.abort()
    return known
  }
}

/** Fills a page or file with the latest state. The key changes whenever that state changes. */
type Filling = { key: string; fill: (text: string) => string }

/** A part of public pages and files that shows the latest state. */
export type LatestPart = { isIn: (text: string) => boolean; filling: () => Promise<Filling | null> }

export const latestPart = <State>(o: {
  isIn: (text: string) => boolean
  load: () => Promise<State>
  insert: (text: string, state: State) => string
}): LatestPart => {
  const latest = followLatest(o.load)
  return {
    isIn: o.isIn,
    async filling() {
      const state = await latest()
      return state === null ? null : { key: JSON.stringify(state), fill: (text) => o.insert(text, state) }
    },
  }
}

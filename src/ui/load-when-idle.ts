import { browserIdle } from './idle'

/**
 * Loads parts one after the other, each when the browser is idle, so that evaluating them does not add up to a long
 * task. A part that fails to load is loaded again when it is needed. Returns a function to stop.
 */
export function loadWhenIdle(parts: readonly (() => Promise<unknown>)[]): () => void {
  let isStopped = false
  const loadAll = async () => {
    for (const load of parts) {
      await browserIdle()
      if (isStopped) return
      await load().catch(() => {})
    }
  }
  loadAll().catch(console.error)
  return () => {
    isStopped = true
  }
}

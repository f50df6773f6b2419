import { browserIdle } from './idle'

/**
 * Loads parts one after the other, each when the browser is idle, so that evaluating them does not add up to a long
 * task. Without a connection it waits: a page cannot load a module again after the module has failed to load, so the
 * part would still be missing when it is needed later. After a failure it therefore waits until the connection returns.
 * Returns a function that stops the loading.
 */
export function loadWhenIdle(parts: readonly (() => Promise<unknown>)[]): () => void {
  let isStopped = false
  const loadAll = async () => {
    for (const load of parts) {
      await browserIdle()
      if (!navigator.onLine) await connectionReturned()
      if (isStopped) return
      await load().catch(connectionReturned)
    }
  }
  loadAll().catch(console.error)
  return () => {
    isStopped = true
  }
}

const connectionReturned = () =>
  new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true })
  })

import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect'
import type { AnyEventObject } from 'xstate'

import { handSent, onlyFrom, pinned, search } from './channel'

const searchIntervalMs = 1000

/** The inspector's end: what the app that opened this window reports, and the way back to its actors. */
export function connectToApp(onReport: (event: StatelyInspectionEvent) => void) {
  const app = window.opener as Window | null
  if (!app) return null
  const page = {
    opener: pinned(app),
    addEventListener: (_: 'message', listener: (event: MessageEvent) => void) =>
      window.addEventListener('message', (event) => {
        if (onlyFrom(app, event)) listener(event)
      }),
  }
  const receiver = createBrowserReceiver({ window: { ...page, self: page, top: page } as unknown as Window })
  const subscription = receiver.subscribe(onReport)
  // After a reload the app does not know of this window any more.
  const timer = setInterval(() => pinned(app).postMessage({ type: search }, location.origin), searchIntervalMs)
  return {
    send: (sessionId: string, event: AnyEventObject) =>
      app.postMessage({ type: handSent, sessionId, event }, location.origin),
    close: () => {
      clearInterval(timer)
      subscription.unsubscribe()
    },
  }
}

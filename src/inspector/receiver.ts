import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect'
import type { AnyEventObject } from 'xstate'

import { handSent, onlyFrom, pinned, search } from './channel'

const searchIntervalMs = 1000

/** Connects the inspector to the app that opened its window: receives its reports and sends events to its actors. */
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
  // A reloaded app has no reference to this window, so the window announces itself repeatedly.
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

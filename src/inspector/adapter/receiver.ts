import { createBrowserReceiver, type StatelyInspectionEvent } from '@statelyai/inspect'
import type { AnyEventObject } from 'xstate'

import { type About, type Answered, answered, described, handSent, onlyFrom, pinned, search } from './channel'

const searchIntervalMs = 1000

type Handlers = {
  onReport: (event: StatelyInspectionEvent) => void
  /** Called when the app's page has connected, and after each error on that page. */
  onAbout?: (about: About) => void
}

/**
 * Connects the visualizer to the app that opened its window: receives the app's reports and sends events to the app's
 * actors. Null if no app opened this window.
 */
export function connectToApp({ onReport, onAbout }: Handlers) {
  const app = window.opener as Window | null
  if (!app) return null
  let pageLoad: string | null = null
  let last = 0
  const open = new Map<number, (refusal: string | null) => void>()

  const listen = (event: MessageEvent<(Partial<Omit<Answered, 'type'>> & { type?: string; about?: About }) | null>) => {
    const message = event.data
    if (!onlyFrom(app, event) || !message) return
    if (message.type === answered && message.number !== undefined) {
      open.get(message.number)?.(message.refusal ?? null)
      open.delete(message.number)
    }
    if (message.type === described && message.about) {
      if (message.about.pageLoad !== pageLoad) {
        for (const answer of open.values()) answer('The app was reloaded before it received the event.')
        open.clear()
      }
      ;({ pageLoad } = message.about)
      onAbout?.(message.about)
    }
  }
  window.addEventListener('message', listen)

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
    /** Sends an event to an actor. Resolves with the reason if the actor cannot receive it, otherwise with null. */
    send: (sessionId: string, event: AnyEventObject): Promise<string | null> => {
      if (app.closed) return Promise.resolve('The app’s window is closed.')
      last += 1
      const number = last
      return new Promise((resolve) => {
        open.set(number, resolve)
        app.postMessage({ type: handSent, number, sessionId, event }, location.origin)
      })
    },
    close: () => {
      clearInterval(timer)
      subscription.unsubscribe()
      window.removeEventListener('message', listen)
    },
  }
}

/** The connection to the app; null if no app opened this window. */
export type App = ReturnType<typeof connectToApp>

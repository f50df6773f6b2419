/** How the app's page and the inspector's speak with each other: by messages between two windows of one origin. */

/** What @statelyai/inspect's receiver says when it is ready. */
export const connected = '@statelyai.connected'
/** The inspector looks for an app that was loaded anew. */
export const search = 'inspector.search'
/** The inspector sends an actor an event by hand. */
export const handSent = 'inspector.event'

export type Channel = {
  /** The window at the other end, once it is known. */
  other: Window | null
  /** Takes a message that came from there. */
  deliver: (event: MessageEvent) => void
}

/** A message counts only when this very window of our own origin sent it. */
export const onlyFrom = (sender: MessageEventSource | null, event: MessageEvent) =>
  sender !== null && event.source === sender && event.origin === location.origin

/** The window as @statelyai/inspect may use it: what it posts to anybody goes to our own origin alone. */
export const pinned = (other: Window) =>
  ({ postMessage: (message: unknown) => other.postMessage(message, location.origin) }) as unknown as Window

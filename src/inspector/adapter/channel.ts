import type { AnyEventObject } from 'xstate'

/** Messages between the app's page and the visualizer's page, two windows with the same origin. */

/** Sent by the receiver of @statelyai/inspect when it is ready. */
export const connected = '@statelyai.connected'
/** Sent by the visualizer to find an app that was reloaded. */
export const search = 'inspector.search'
/** Carries an event that the visualizer sends to an actor. */
export const handSent = 'inspector.event'
/** Tells the visualizer whether the actor received the event. */
export const answered = 'inspector.answer'
/** Describes the app's page, for bug reports. Sent when the windows connect and after each error. */
export const described = 'inspector.about'

export type HandSent = { type: typeof handSent; number: number; sessionId: string; event: AnyEventObject }
/** `refusal` is a sentence for the user, or null if the actor received the event. */
export type Answered = { type: typeof answered; number: number; refusal: string | null }

/** An error that the app's page did not handle. */
export type Problem = { at: number; message: string }

/** The app's page, for bug reports. Contains no secrets. */
export type About = {
  pageLoad: string
  address: string
  browser: string
  versions: Record<string, string>
  problems: Problem[]
}

export type Channel = {
  /** The other window, once it is known. */
  other: Window | null
  /** Handles a message from the other window. */
  deliver: (event: MessageEvent) => void
}

/** Whether a message was sent by the given window, from our own origin. */
export const onlyFrom = (sender: MessageEventSource | null, event: MessageEvent) =>
  sender !== null && event.source === sender && event.origin === location.origin

/** Wraps a window so that @statelyai/inspect, which would post to any origin, posts only to our own. */
export const pinned = (other: Window) =>
  ({ postMessage: (message: unknown) => other.postMessage(message, location.origin) }) as unknown as Window

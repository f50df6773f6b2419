import { vi } from 'vitest'
import { Actor, type AnyActorRef } from 'xstate'

import { type AttachOptions, attachInspector } from '../../../src/inspector/adapter/attach'
import type { Recording } from '../../../src/inspector/adapter/recording'

const start = Reflect.get(Actor.prototype, 'start') as (this: AnyActorRef) => AnyActorRef

/** Attaches the adapter to this page, with a visualizer window that collects the reports. */
export function record(options: AttachOptions = {}) {
  const recording: Recording[number][] = []
  const other = {
    closed: false,
    postMessage: (message: { type: string }) => {
      if (message.type.startsWith('@xstate.')) recording.push(message as Recording[number])
    },
  }
  vi.spyOn(window, 'open').mockReturnValue(other as unknown as Window)
  attachInspector({ showOpener: () => {}, ...options })
  const search = new MessageEvent('message', { data: { type: 'inspector.search' }, origin: location.origin })
  // jsdom accepts only real windows as the source of a message.
  Object.defineProperty(search, 'source', { value: other })
  window.dispatchEvent(search)
  return {
    recording,
    idOf: (name: string) => recording.find((one) => one.type === '@xstate.actor' && one.name === name)?.sessionId ?? '',
  }
}

/** Detaches the adapter from XState. */
export function stopRecording() {
  Actor.prototype.start = start as never
  vi.restoreAllMocks()
}

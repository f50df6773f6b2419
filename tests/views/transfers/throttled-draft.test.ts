// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { assign, createActor, setup } from 'xstate'

import { dropDrafts, readDraft } from '../../../src/session/drafts/drafts'
import { keepDraftThrottled } from '../../../src/workspace/transfers/throttled-draft'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Sent = { sent: number }
const isSent = (stored: unknown): stored is Sent => typeof stored === 'object' && stored !== null && 'sent' in stored
const stored = () => readDraft('uploads', isSent)?.sent ?? null

/** Starts an actor that counts sent files, and returns a function that sends some. After nine, no draft is left. */
function begin() {
  const counting = setup({ types: { context: {} as Sent, events: {} as { type: 'sent' } } }).createMachine({
    context: { sent: 0 },
    on: { sent: { actions: assign({ sent: ({ context }) => context.sent + 1 }) } },
  })
  const actor = createActor(counting)
  keepDraftThrottled('uploads', actor, ({ context }) => (context.sent < 9 ? context : null))
  actor.start()
  return (times: number) => {
    for (let n = 0; n < times; n += 1) actor.send({ type: 'sent' })
  }
}

test('frequent changes are written together, and the draft is deleted when nothing is left', () => {
  const send = begin()
  send(3)
  expect(stored()).toBeNull()
  vi.advanceTimersByTime(250)
  expect(stored()).toBe(3)
  send(6)
  vi.advanceTimersByTime(250)
  expect(stored()).toBeNull()
  expect(sessionStorage).toHaveLength(0)
})

test('pending changes are written when the page is left', () => {
  const send = begin()
  send(2)
  dispatchEvent(new Event('pagehide'))
  expect(stored()).toBe(2)
})

test('a draft deleted with all drafts of a user is not written again', () => {
  const send = begin()
  send(1)
  vi.advanceTimersByTime(250)
  dropDrafts()
  send(1)
  dispatchEvent(new Event('pagehide'))
  send(1)
  vi.advanceTimersByTime(1000)
  expect(sessionStorage).toHaveLength(0)
})

import { expect, test, vi } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import { type Compared, draftSavingMachine } from '../../../machines/wizard/drafts/draft-saving.machine'
import { UnreadableDraft } from '../../../machines/wizard/drafts/draft-versions'
import type { StoredRequest } from '../../../machines/wizard/drafts/request-draft'
import { storedRequest } from './request-samples'

const savePause = 1_500
const retryPause = 15_000

/** Starts the machine with an API whose calls the test answers one after another. */
function start() {
  const clock = new SimulatedClock()
  const calls: { projectId: string; done: (compared: Compared) => void; fail: (error: object) => void }[] = []
  const synchronize = fromPromise<Compared, { projectId: string }>(
    ({ input }) =>
      new Promise((done, fail) => {
        calls.push({ ...input, done, fail })
      }),
  )
  const actor = createActor(draftSavingMachine.provide({ actors: { synchronize } }), {
    clock,
    input: { projectId: 'p1' },
  })
  const found: (StoredRequest | null)[] = []
  actor.on('draft.foundElsewhere', ({ stored }) => found.push(stored))
  actor.start()
  const reaches = (state: string) => vi.waitFor(() => expect(actor.getSnapshot().value).toBe(state))
  const answer = async (compared: Compared, state: string) => {
    calls.at(-1)?.done(compared)
    await reaches(state)
  }
  const fail = async (error: object, state: string) => {
    calls.at(-1)?.fail(error)
    await reaches(state)
  }
  return { actor, clock, calls, found, answer, fail, value: () => actor.getSnapshot().value }
}

test('compares both copies at the start, and saves changes together after a pause', async () => {
  const { actor, clock, calls, answer } = start()
  expect(calls.map(({ projectId }) => projectId)).toEqual(['p1'])
  await answer('same', 'saved')
  actor.send({ type: 'draft.written' })
  clock.increment(savePause - 1)
  // The draft of someone who types without a break is still saved.
  actor.send({ type: 'draft.written' })
  expect(calls).toHaveLength(1)
  clock.increment(1)
  expect(calls).toHaveLength(2)
  await answer('same', 'saved')
})

test('saves immediately when the user leaves, but only unsaved changes', async () => {
  const { actor, calls, answer } = start()
  await answer('same', 'saved')
  actor.send({ type: 'page.left' })
  expect(calls).toHaveLength(1)
  actor.send({ type: 'draft.written' })
  actor.send({ type: 'page.left' })
  expect(calls).toHaveLength(2)
})

test('a change during a call is saved immediately when the user leaves', async () => {
  const { actor, calls, answer } = start()
  actor.send({ type: 'page.left' })
  expect(calls).toHaveLength(1)
  actor.send({ type: 'draft.written' })
  actor.send({ type: 'page.left' })
  expect(calls).toHaveLength(2)
  // The response to the first call comes too late to matter.
  calls[0]?.done({ other: null })
  await answer('same', 'saved')
  actor.send({ type: 'page.left' })
  expect(calls).toHaveLength(2)
})

test('looks for a version from another machine when the page is shown again', async () => {
  const { actor, calls, answer } = start()
  await answer('same', 'saved')
  actor.send({ type: 'page.shown' })
  expect(calls).toHaveLength(2)
})

test('a change during a call is saved after it', async () => {
  const { actor, clock, calls, answer } = start()
  actor.send({ type: 'draft.written' })
  expect(calls).toHaveLength(1)
  await answer('same', 'pausing')
  clock.increment(savePause)
  expect(calls).toHaveLength(2)
  // The mark for the change does not outlive the call that saves it.
  await answer('same', 'saved')
})

test('another version is reported, and nothing is saved until the user has chosen', async () => {
  for (const other of [storedRequest({}), null]) {
    const { actor, clock, calls, found, answer } = start()
    await answer({ other }, 'disputed')
    expect(found).toEqual([other])
    for (const type of ['draft.written', 'page.left', 'page.shown'] as const) actor.send({ type })
    clock.increment(2 * retryPause)
    expect(calls).toHaveLength(1)
    actor.send({ type: 'conflict.settled' })
    expect(calls).toHaveLength(2)
    await answer('same', 'saved')
    expect(actor.getSnapshot().context.other).toBeNull()
  }
})

test('a choice during a call invalidates its response', async () => {
  const { actor, calls, found, answer } = start()
  actor.send({ type: 'conflict.settled' })
  expect(calls).toHaveLength(2)
  calls[0]?.done({ other: null })
  await answer('same', 'saved')
  expect(found).toEqual([])
})

test.each([
  ['no response', { status: 0 }],
  ['an error of the server', { status: 503 }],
  ['too many calls', { status: 429 }],
  ['an expired sign-in', { status: 401 }],
  ['an unknown error', {}],
])('after %s, it tries again', async (_, error) => {
  const { actor, clock, calls, fail } = start()
  await fail(error, 'waiting')
  actor.send({ type: 'draft.written' })
  clock.increment(retryPause - 1)
  expect(calls).toHaveLength(1)
  clock.increment(1)
  expect(calls).toHaveLength(2)
  await fail(error, 'waiting')
  actor.send({ type: 'page.left' })
  expect(calls).toHaveLength(3)
  await fail(error, 'waiting')
  actor.send({ type: 'page.shown' })
  expect(calls).toHaveLength(4)
})

test.each([
  ['the project is gone', { status: 404 }],
  ['the draft is too large', { status: 413 }],
  ['there are too many drafts', { status: 409 }],
  ['a newer release has saved it', new UnreadableDraft()],
])('when %s, the call is not repeated until the draft changes', async (_, error) => {
  const { actor, clock, calls, fail, value } = start()
  await fail(error, 'refused')
  for (const type of ['page.left', 'page.shown'] as const) actor.send({ type })
  clock.increment(2 * retryPause)
  expect([value(), calls.length]).toEqual(['refused', 1])
  actor.send({ type: 'draft.written' })
  clock.increment(savePause)
  expect(calls).toHaveLength(2)
})

/** A tab stays open while someone else signs in, and must not receive that person's changes. */
import { expect, onTestFinished, test } from 'vitest'
import { createActor, fromCallback, SimulatedClock, waitFor } from 'xstate'

import { firstEventMs } from '../../../machines/live/stream-pauses'
import type { ProductApi } from '../../../src/api/product'
import { connectLive } from '../../../src/workspace/live/machines'

/** The page of the user u1, with a stream that never sends anything. Tests can make `signedIn` someone else. */
function open() {
  const signedIn = { uid: 'u1', uname: 'uma', uemail: null }
  const called: string[] = []
  const calls = {
    tabId: 'this tab',
    lastId: () => null,
    follow: () => {
      called.push('follow')
      return new Promise<never>(() => {})
    },
    load: async () => {
      called.push('load')
      return []
    },
  }
  const clock = new SimulatedClock()
  const { liveChanges } = connectLive({ changes: async () => calls } as unknown as ProductApi, () => signedIn)
  const machine = liveChanges.provide({
    actors: {
      joinTabs: fromCallback(({ sendBack }) => sendBack({ type: 'tab.elected' })),
      followRest: fromCallback(() => {}),
    },
  })
  const actor = createActor(machine, { input: { userId: 'u1', projects: null }, clock }).start()
  onTestFinished(() => void actor.stop())
  return { actor, clock, called, signedIn }
}

test('the stream is not opened for somebody else', async () => {
  const { actor, called, signedIn } = open()
  signedIn.uid = 'u2'
  await waitFor(actor, (snapshot) => snapshot.matches('ended'))
  expect(called).toEqual([])
})

test('changes are not loaded for somebody else', async () => {
  const { actor, clock, called, signedIn } = open()
  await expect.poll(() => called).toEqual(['follow'])
  signedIn.uid = 'u2'
  clock.increment(firstEventMs)
  await waitFor(actor, (snapshot) => snapshot.matches('ended'))
  expect(called).toEqual(['follow'])
})

test('they are loaded for the same person', async () => {
  const { actor, clock, called } = open()
  await expect.poll(() => called).toEqual(['follow'])
  clock.increment(firstEventMs)
  await waitFor(actor, (snapshot) => snapshot.matches({ following: { stream: { here: 'pausing' } } }))
  expect(called).toEqual(['follow', 'load'])
})

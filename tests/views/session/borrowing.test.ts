// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { borrowSession } from '../../../src/session/cross-tab-session'

const loan = { access_token: 'token', expires_in: 60 }
let lender: BroadcastChannel

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  lender = new BroadcastChannel('session-loans')
})

afterEach(() => {
  lender.close()
  vi.useRealTimers()
})

/** Requests a session. Resolves when the lender has received the request. */
async function asked() {
  const received = new Promise((resolve) => (lender.onmessage = ({ data }) => resolve(data)))
  let isSettled = false
  const answer = borrowSession(true).finally(() => (isSettled = true))
  expect(await received).toBe('who is signed in?')
  return { answer, isSettled: () => isSettled }
}

/** Posts a message, and waits until it has reached every tab. */
async function post(message: unknown) {
  const witness = new BroadcastChannel('session-loans')
  const delivered = new Promise((resolve) => (witness.onmessage = resolve))
  lender.postMessage(message)
  await delivered
  witness.close()
}

test('a tab that no other tab acknowledges stops waiting after ten seconds', async () => {
  const { answer, isSettled } = await asked()
  await vi.advanceTimersByTimeAsync(9_999)
  expect(isSettled()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBeNull()
})

test('after a late acknowledgment, a tab waits longer than the lender waits for the provider', async () => {
  const { answer, isSettled } = await asked()
  await vi.advanceTimersByTimeAsync(9_000)
  await post('one moment')
  await vi.advanceTimersByTimeAsync(11_000)
  expect(isSettled()).toBe(false)
  await post(loan)
  expect(await answer).toEqual(loan)
})

test('a tab stops waiting for a lender that has acknowledged and then never answers', async () => {
  const { answer, isSettled } = await asked()
  await post('one moment')
  await vi.advanceTimersByTimeAsync(11_999)
  expect(isSettled()).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(await answer).toBeNull()
})

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { borrowSession, lendSession } from '../../../src/session/cross-tab-session'

const loan = { access_token: 'token', expires_in: 60 }
let lender: BroadcastChannel

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  lender = new BroadcastChannel('session-loans')
})

afterEach(() => {
  lender.close()
  vi.unstubAllGlobals()
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

test('messages that are neither a session nor an answer do not end the wait', async () => {
  const { answer, isSettled } = await asked()
  for (const message of ['who is signed in?', 'reachable', null, { access_token: 'token' }]) await post(message)
  await vi.advanceTimersByTimeAsync(0)
  expect(isSettled()).toBe(false)
  await post('unreachable')
  expect(await answer).toBe('unreachable')
  expect(vi.getTimerCount()).toBe(0)
})

test('the first session counts, and the tab listens no longer', async () => {
  const { answer } = await asked()
  await post({ ...loan, id_token: 'id', refresh_token: 'secret' })
  await post({ access_token: 'another', expires_in: 60 })
  expect(await answer).toEqual({ ...loan, id_token: 'id' })
  await post('one moment')
  expect(vi.getTimerCount()).toBe(0)
})

test.each([
  ['no tab has', [], []],
  ['another tab has', [{ name: 'tokens-a-tab' }], ['who is signed in?']],
])('if %s tokens of its own, the messages are %j', async (_, held, messages) => {
  vi.stubGlobal('navigator', { locks: { query: async () => ({ held }) } })
  const received: unknown[] = []
  lender.onmessage = ({ data }) => {
    received.push(data)
    lender.postMessage(loan)
  }
  expect(await borrowSession(false)).toEqual(held.length === 0 ? null : loan)
  await post('the last message')
  expect(received).toEqual(messages)
})

describe('a tab that lends its session', () => {
  let hasSession: boolean
  let offered: Promise<typeof loan | 'unreachable' | null>
  const offers = vi.fn(() => offered)
  const opened: BroadcastChannel[] = []

  beforeEach(() => {
    hasSession = true
    offered = Promise.resolve(loan)
    offers.mockClear()
    const { BroadcastChannel: Channel } = globalThis
    vi.stubGlobal(
      'BroadcastChannel',
      class extends Channel {
        constructor(name: string) {
          super(name)
          opened.push(this)
        }
      },
    )
    lendSession({ hasSession: () => hasSession, offer: offers })
  })
  afterEach(() => {
    for (const channel of opened.splice(0)) channel.close()
  })

  /** What the tab answers to a message. */
  async function answersTo(message: unknown) {
    const answers: unknown[] = []
    lender.onmessage = ({ data }) => answers.push(data)
    await post(message)
    await offered
    await post('the last message')
    return answers
  }

  test('acknowledges the question, then answers with the session', async () => {
    expect(await answersTo('who is signed in?')).toEqual(['one moment', loan])
  })

  test('tells that the provider cannot be reached', async () => {
    offered = Promise.resolve('unreachable')
    expect(await answersTo('who is signed in?')).toEqual(['one moment', 'unreachable'])
  })

  test('only acknowledges the question if it has nothing to lend after all', async () => {
    offered = Promise.resolve(null)
    expect(await answersTo('who is signed in?')).toEqual(['one moment'])
  })

  test('does not answer without a session', async () => {
    hasSession = false
    expect(await answersTo('who is signed in?')).toEqual([])
    expect(offers).not.toHaveBeenCalled()
  })

  test.each(['one moment', 'unreachable', null])('does not answer %s', async (message) => {
    expect(await answersTo(message)).toEqual([])
    expect(offers).not.toHaveBeenCalled()
  })
})

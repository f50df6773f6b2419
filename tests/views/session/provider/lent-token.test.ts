// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { clearBrowser, type FakeProvider, fakeLocks, fakeProvider, signedInPort, soon } from './fake-provider'

let fake: FakeProvider
const channels: BroadcastChannel[] = []
beforeEach(() => {
  // The time stands still.
  vi.spyOn(performance, 'now').mockReturnValue(0)
  vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  fake = fakeProvider()
})
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
  clearBrowser()
})

/** Another tab. */
function otherTab(onMessage: (data: unknown, tab: BroadcastChannel) => void) {
  const tab = new BroadcastChannel('session-loans')
  channels.push(tab)
  tab.onmessage = ({ data }) => onMessage(data, tab)
  return tab
}

/** Lets everything run that is ready, in every tab. */
async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

/** Asks this tab for its session, from another tab. Returns what the other tab receives. */
function question() {
  const answers: unknown[] = []
  otherTab((data) => answers.push(data)).postMessage('who is signed in?')
  return answers
}

/** What this tab lends to another tab, after it has acknowledged the question. */
async function answer() {
  const answers = question()
  await vi.waitFor(() => expect(answers).toHaveLength(2), soon)
  expect(answers[0]).toBe('one moment')
  return answers[1]
}

async function signedIn(lifetime: number) {
  fake.lifetime = lifetime
  const port = await signedInPort()
  fake.lifetime = 300
  return port
}
const fails = () => Response.json({}, { status: 500, statusText: 'Internal Server Error' })

// A token is lent for at least 35 seconds if it can be renewed, and as it is if it cannot.
test('a token that is valid for 35 s is lent as it is, without the refresh token', async () => {
  const port = await signedIn(35)
  expect(await answer()).toEqual({
    ...{ access_token: port.accessToken(), id_token: expect.any(String) as string, expires_in: 35 },
  })
  expect(fake.grants).toHaveLength(1)
})

test('a token that is valid for a shorter time is renewed before it is lent', async () => {
  const port = await signedIn(34)
  const token = port.accessToken()
  expect(await answer()).toMatchObject({ access_token: port.accessToken(), expires_in: 300 })
  expect(port.accessToken()).not.toBe(token)
})

test.each([20, 5])(
  'a token that expires in %i s is lent if the provider cannot be reached to renew it',
  async (left) => {
    const port = await signedIn(left)
    fake.isDown = true
    expect(await answer()).toMatchObject({ access_token: port.accessToken(), expires_in: left })
  },
)

test('a token that is valid for less than 5 s is not lent, and other tabs learn that the provider cannot be reached', async () => {
  await signedIn(4)
  fake.isDown = true
  expect(await answer()).toBe('unreachable')
})

test('a token that the provider does not renew is lent while it is valid', async () => {
  const port = await signedIn(20)
  fake.answer = fails
  expect(await answer()).toMatchObject({ access_token: port.accessToken() })
})

test('other tabs get no answer about a token that has expired if the provider responds', async () => {
  await signedIn(4)
  fake.answer = fails
  const answers = question()
  await settle()
  expect(answers).toEqual(['one moment'])
})

test('a renewed token is lent however long it is valid', async () => {
  await signedIn(4)
  fake.lifetime = 3
  expect(await answer()).toMatchObject({ expires_in: 3 })
})

test('a tab that is signed out while it renews its token lends nothing', async () => {
  const port = await signedIn(4)
  fake.answer = () => {
    port.clearToken()
    return fails()
  }
  const answers = question()
  await settle()
  expect(answers).toEqual(['one moment'])
})

test('a session that was borrowed is not lent, and neither is none', async () => {
  const port = await signedIn(300)
  port.clearToken()
  fakeLocks('tokens-another-tab')
  const answers: unknown[] = []
  const lender = otherTab((data, tab) => {
    if (data === 'who is signed in?') tab.postMessage({ access_token: `e30.${btoa('{"sub":"u9"}')}.x`, expires_in: 60 })
    else answers.push(data)
  })
  await port.borrowSession()
  expect(port.accessToken()).toContain(btoa('{"sub":"u9"}'))

  lender.postMessage('who is signed in?')
  await settle()
  port.clearToken()
  lender.postMessage('who is signed in?')
  await settle()
  expect(answers).toEqual([])
})

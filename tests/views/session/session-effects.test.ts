// @vitest-environment jsdom
/** What the session does to the tab: data that it removes, marks that it sets, and what it reports. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'

import { statusOf, userOf } from '../../../machines/session/session.machine'
import { readShared, writeShared } from '../../../src/session/drafts/cross-tab-drafts'
import { readDraft, storeDraft } from '../../../src/session/drafts/drafts'
import { deletionMark, probeMark, refusalMark, saveRoute, userMark } from '../../../src/session/storage'
import { ada, adaAtApi, never, openPage, openSignedIn } from './open-page'

beforeEach(() => {
  vi.stubGlobal('fetch', never)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('indexedDB', { deleteDatabase: () => {} })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

const isDraft = (stored: unknown): stored is object => typeof stored === 'object' && stored !== null
const request = { userId: 'u1', kind: 'request', about: 'p1' } as const
const readRequest = () => readShared(request, (stored) => (isDraft(stored) ? stored : null))

function storeUserData() {
  sessionStorage.setItem('userProfile', '{}')
  storeDraft('project', { name: 'Radar' })
  writeShared(request, { purchaseOrder: 'PO-1' })
}
const userData = () => [sessionStorage.getItem('userProfile'), readDraft('project', isDraft), readRequest()]

test('the tool session and the profile of an earlier user are removed', async () => {
  userMark.set('u0')
  sessionStorage.setItem('userProfile', '{}')
  const { log } = await openSignedIn()
  expect(log.filter(([name]) => name === 'forgetUser')).toHaveLength(1)
  expect(sessionStorage.getItem('userProfile')).toBeNull()
  expect(userMark.isOf('u1')).toBe(true)
})

test('those of the same user are kept', async () => {
  userMark.set('u1')
  sessionStorage.setItem('userProfile', '{}')
  const { log } = await openSignedIn()
  expect(log).toEqual([])
  expect(sessionStorage.getItem('userProfile')).toBe('{}')
})

test('a logout removes everything of the user before the provider is asked', async () => {
  userMark.set('u1')
  localStorage.setItem('board-kept', '1')
  const deleteDatabase = vi.fn()
  vi.stubGlobal('indexedDB', { deleteDatabase })
  let left: unknown
  const { session, log } = await openSignedIn({
    logOutOfTool: async () => {},
    port: {
      endSession: () => {
        left = userData()
        return never()
      },
    },
  })
  storeUserData()
  session.send({ type: 'logout.requested' })
  await waitFor(session, (snapshot) => snapshot.matches('endingSession'))
  expect(left).toEqual([null, null, null])
  expect(log).toEqual([['closeToolWindow'], ['forgetUser']])
  expect(deleteDatabase.mock.calls).toEqual([['kept-board']])
  expect(localStorage.getItem('board-kept')).toBe('erasing')
  expect(localStorage.getItem('logoutMarker')).not.toBeNull()
  expect(localStorage.getItem('loginMarker')).toBeNull()
})

test('a logout without a kept board leaves no mark of one', async () => {
  const { session } = await openSignedIn({ logOutOfTool: async () => {} })
  session.send({ type: 'logout.requested' })
  await waitFor(session, (snapshot) => snapshot.matches('endingSession'))
  expect(localStorage.getItem('board-kept')).toBeNull()
})

test('a full-page check is marked before the redirect, and returns to the page', async () => {
  let wasMarked: unknown
  const probeSession = vi.fn((_: string) => {
    wasMarked = probeMark.isSet()
    return never()
  })
  const port = { checkSession: async () => ({ kind: 'blocked' }) as const, probeSession }
  const { session } = openPage({ at: '/news?page=2#top', port })
  session.start()
  await waitFor(session, (snapshot) => snapshot.matches('probing'))
  expect(probeSession.mock.calls).toEqual([['/news?page=2#top']])
  expect(wasMarked).toBe(true)
})

test('a tab that was checked in this way requests the session of other tabs', async () => {
  probeMark.set()
  const borrowSession = vi.fn(async () => ({ kind: 'session', session: ada }) as const)
  const { session } = openPage({ port: { checkSession: async () => ({ kind: 'blocked' }), borrowSession } })
  session.start()
  await waitFor(session, (snapshot) => statusOf(snapshot) === 'authenticated')
  expect(borrowSession).toHaveBeenCalledTimes(1)
})

test('a return from the provider finishes the login, and other tabs notice it', async () => {
  const { session } = openPage({
    at: '/login#code=c&state=s',
    port: { finishLogin: async () => ({ session: ada, returnTo: '/' }) },
  })
  session.start()
  await waitFor(session, (snapshot) => statusOf(snapshot) === 'authenticated')
  expect(localStorage.getItem('loginMarker')).not.toBeNull()
  expect(localStorage.getItem('logoutMarker')).toBeNull()
})

describe('a refusal by the API', () => {
  test('is remembered by the tab until the API has accepted the sign-in', async () => {
    const { page } = await openSignedIn()
    page.refuse()
    expect(refusalMark.isSet()).toBe(true)
    const { session } = await openSignedIn({ fetchUser: async () => adaAtApi })
    await waitFor(session, (snapshot) => userOf(snapshot) !== null)
    expect(refusalMark.isSet()).toBe(true)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(refusalMark.isSet()).toBe(false)
  })

  test('is shown instead of a second redirect', async () => {
    refusalMark.set()
    const startLogin = vi.fn(never)
    const { page, session } = await openSignedIn({ port: { startLogin } })
    page.refuse()
    expect(session.getSnapshot().matches('refused')).toBe(true)
    expect(startLogin).not.toHaveBeenCalled()
  })
})

describe('the deletion of the data of the user', () => {
  test('is reported once on the page that follows', async () => {
    const { page } = await openSignedIn()
    page.refuse(true)
    expect(deletionMark.isSet()).toBe(true)

    const { session, log } = openPage({ port: { checkSession: async () => ({ kind: 'anonymous' }) } })
    session.start()
    await waitFor(session, (snapshot) => statusOf(snapshot) === 'anonymous')
    expect(log).toEqual([['notify', 'Your data was deleted, and you were signed out.', 'success']])
    expect(deletionMark.isSet()).toBe(false)
  })

  test('is not reported to a visitor whose data was not deleted', async () => {
    const { session, log } = openPage({ port: { checkSession: async () => ({ kind: 'anonymous' }) } })
    session.start()
    await waitFor(session, (snapshot) => statusOf(snapshot) === 'anonymous')
    expect(log).toEqual([])
  })

  test('is forgotten if a user signs in instead', async () => {
    deletionMark.set()
    await openSignedIn()
    expect(deletionMark.isSet()).toBe(false)
  })
})

test('an error that the provider returns is shown on any page, without an alert', async () => {
  const refused = Object.assign(new Error('busy'), { error: 'temporarily_unavailable' })
  const { session, log } = openPage({ port: { checkSession: () => Promise.reject(refused) } })
  session.start()
  await waitFor(session, (snapshot) => snapshot.matches('failed'))
  await vi.waitFor(() => expect(log).toHaveLength(1), { interval: 1, timeout: 20_000 })
  expect(log).toEqual([['notify', 'The sign-in service is busy. Your work is safe. Log in again in a few minutes.']])
})

test.each([
  [false, 'waiting'],
  [true, 'refreshing'],
])('when a refresh is due and the browser is online: %s, the token is %s', async (onLine, state) => {
  vi.stubGlobal('navigator', { onLine })
  const refreshToken = vi.fn(never)
  const { session } = await openSignedIn({ port: { refreshToken } })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(session.getSnapshot().value).toMatchObject({ authenticated: { token: { renewing: state } } })
  expect(refreshToken.mock.calls).toEqual(onLine ? [[60]] : [])
})

test('a profile that cannot be loaded is only logged', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { session, log } = await openSignedIn({ auth: {} })
  await waitFor(session, (snapshot) => snapshot.matches({ authenticated: { profile: 'settled' } }))
  expect(warned.mock.calls).toEqual([['The profile could not be loaded.', expect.any(Error)]])
  expect(log).not.toContainEqual(expect.arrayContaining(['notify']))
})

test('a public page that was opened is where a later login returns to', async () => {
  saveRoute('/')
  const { page } = openPage()
  await page.guard({ href: '/news?page=2', access: 'public', isProviderReturn: false, isLogin: false })
  expect(sessionStorage.getItem('lastPublicRoute')).toBe('/news?page=2')
})

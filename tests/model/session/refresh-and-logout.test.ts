import { describe, expect, test } from 'vitest'
import { waitFor } from 'xstate'

import { isPersonKnown, isRefused, isSignedOut, type User } from '../../../machines/session/session.machine'
import { refreshIntervalMs } from '../../../machines/session/token-refresh'
import { callValiditySeconds, loanValiditySeconds } from '../../../machines/session/token-validity'
import { covers } from '../../spec-coverage/covers'
import { session, start, user } from './session-run'

test('a borrowed token is valid for one refresh interval plus the minimum validity for a call', () => {
  expect(loanValiditySeconds).toBe(refreshIntervalMs / 1_000 + callValiditySeconds)
})

describe('refresh', () => {
  test('waits for the network when the browser is offline', async () => {
    let offline = true
    const { actor, clock, signedIn, done } = start({ isOffline: () => offline })
    await signedIn()
    clock.increment(30_000)
    expect(actor.getSnapshot().matches({ authenticated: { token: { renewing: 'waiting' } } })).toBe(true)
    expect(done).not.toContain('refreshToken')
    offline = false
    actor.send({ type: 'network.returned' })
    expect(done).toContain('refreshToken')
  })

  test('a rejection is forgotten after half a minute without another one', async () => {
    const { actor, clock, signedIn, done } = start({}, { wasRefused: true })
    await signedIn()
    expect(done).not.toContain('forgetRefusal')
    clock.increment(30_000)
    expect(done).toContain('forgetRefusal')
    actor.send({ type: 'access.refused' })
    expect(actor.getSnapshot().value).toBe('startingLogin')
  })

  test('a rejection is forgotten when the API accepts another sign-in, such as one in another tab', async () => {
    let isAccepted = false
    const { actor, signedIn, done } = start({
      fetchUser: async () => {
        if (!isAccepted) throw new Error('Unknown token.')
        return user
      },
      startLogin: async () => {
        throw new Error('The provider cannot be reached.')
      },
    })
    await waitFor(actor, (snapshot) => snapshot.matches('failed') || snapshot.matches('anonymous'))
    expect(done).toContain('rememberRefusal')
    isAccepted = true
    actor.send({ type: 'login.noticed' })
    await signedIn()
    expect(done.at(-1)).toBe('forgetRefusal')
  })

  test('a rejection is remembered while the token is refreshed, and until the API has accepted the sign-in', async () => {
    let accept = () => {}
    const { actor, clock, done } = start(
      {
        fetchUser: () =>
          new Promise<User>((resolve) => {
            accept = () => resolve(user)
          }),
      },
      { wasRefused: true },
    )
    await waitFor(actor, (snapshot) => snapshot.matches({ authenticated: { person: 'fetching' } }))
    clock.increment(30_000)
    await waitFor(actor, (snapshot) => snapshot.matches({ authenticated: { token: 'fresh' } }))
    expect(done).toContain('refreshToken')
    accept()
    await waitFor(actor, isPersonKnown)
    clock.increment(29_999)
    expect(done).not.toContain('forgetRefusal')
    actor.send({ type: 'access.refused' })
    expect(isRefused(actor.getSnapshot())).toBe(true)
  })

  test('replaces the session, as does a renewal by another call', async () => {
    const { actor, clock, signedIn } = start({ refresh: async () => ({ ...session, accessToken: 'second' }) })
    await signedIn()
    clock.increment(30_000)
    await waitFor(actor, ({ context }) => context.session?.accessToken === 'second')
    actor.send({ type: 'token.renewed', session: { ...session, accessToken: 'third' } })
    expect(actor.getSnapshot().context.session?.accessToken).toBe('third')
  })

  test('runs every 30 seconds, and requires 60 seconds of validity', async () => {
    covers('4-refresh-interval', '4-refresh-validity', '9-refresh-interval', '9-refresh-validity')
    const asked: object[] = []
    const { actor, clock, signedIn, done } = start({
      refresh: async (input) => {
        asked.push(input)
        return session
      },
    })
    await signedIn()
    clock.increment(29_999)
    expect(done).not.toContain('refreshToken')
    clock.increment(1)
    expect(done.filter((step) => step === 'refreshToken')).toHaveLength(1)
    await waitFor(actor, (snapshot) => snapshot.matches({ authenticated: { token: 'fresh' } }))
    clock.increment(30_000)
    expect(done.filter((step) => step === 'refreshToken')).toHaveLength(2)
    expect(asked).toEqual([{ minValidity: 60 }, { minValidity: 60 }])
  })

  test('rejected with 400 clears the token and redirects to the login page once', async () => {
    covers('4-refresh-400')
    const { actor, clock, signedIn, done } = start({
      refresh: () => Promise.reject(Object.assign(new Error('invalid_grant'), { status: 400 })),
    })
    await signedIn()
    clock.increment(30_000)
    await waitFor(actor, (snapshot) => snapshot.matches('startingLogin'))
    expect(done.filter((step) => step === 'clearToken' || step === 'startLogin')).toEqual(['clearToken', 'startLogin'])
    expect(actor.getSnapshot().context.session).toBeNull()
  })

  test('that fails in another way redirects to the login page without clearing the token', async () => {
    covers('8-refresh-fails')
    const { actor, clock, signedIn, done } = start({ refresh: () => Promise.reject(new Error('offline')) })
    await signedIn()
    clock.increment(30_000)
    await waitFor(actor, (snapshot) => snapshot.matches('startingLogin'))
    expect(done).not.toContain('clearToken')
    expect(actor.getSnapshot().context.session).toBeNull()
  })
})

describe('rejections', () => {
  test('five simultaneous 401s cause one login', async () => {
    const { actor, signedIn, done } = start()
    await signedIn()
    const before = done.length
    for (let call = 0; call < 5; call += 1) actor.send({ type: 'access.refused' })
    expect(done.slice(before)).toEqual(['clearToken', 'rememberRefusal', 'startLogin'])
    expect(actor.getSnapshot().context).toMatchObject({ session: null, user: null })
  })

  test('a 401 right after a new login is shown instead of retried', async () => {
    const { actor, signedIn, done } = start({}, { wasRefused: true })
    await signedIn()
    actor.send({ type: 'access.refused' })
    actor.send({ type: 'access.refused' })
    expect(isRefused(actor.getSnapshot())).toBe(true)
    expect(done).not.toContain('startLogin')
    expect(done.filter((step) => step === 'clearToken')).toHaveLength(1)
  })

  test('a failure to load the user redirects to the login page once, and then shows an error with Retry', async () => {
    covers('8-user-failed', 'decisions-user-fetch', 'decisions-user-fetch-once')
    const refused = { fetchUser: () => Promise.reject(new Error('no user')) }
    const first = start(refused)
    await waitFor(first.actor, (snapshot) => snapshot.matches('startingLogin'))
    expect(first.done).toContain('rememberRefusal')

    const second = start(refused, { wasRefused: true })
    await waitFor(second.actor, isRefused)
    expect(second.done).not.toContain('startLogin')
    second.actor.send({ type: 'user.retry' })
    await waitFor(second.actor, isRefused)
    expect(second.done.filter((step) => step === 'fetchUser')).toHaveLength(2)
    second.actor.send({ type: 'login.requested' })
    expect(second.actor.getSnapshot().matches('refused')).toBe(true)
    expect(second.done).not.toContain('startLogin')
  })

  test('Retry after a login checks the session again, and does not redeem the code twice', async () => {
    const { actor, done } = start(
      { fetchUser: () => Promise.reject(new Error('no user')) },
      { isProviderReturn: true, wasRefused: true },
    )
    await waitFor(actor, isRefused)
    const before = done.length
    actor.send({ type: 'user.retry' })
    expect(done.slice(before)).toEqual(['checkSession'])
  })
})

describe('logout', () => {
  test('takes its four steps in order', async () => {
    covers('4-logout-1-window', '4-logout-2-tool', '4-logout-3-marker')
    const { actor, signedIn, done } = start()
    await signedIn()
    const before = done.length
    actor.send({ type: 'logout.requested' })
    await waitFor(actor, (snapshot) => snapshot.matches('endingSession'))
    expect(done.slice(before)).toEqual(['closeToolWindow', 'logOutOfTool', 'markLogout', 'endSession'])
    expect(actor.getSnapshot().context).toMatchObject({ session: null, user: null })
  })

  test('continues when the tool server is down', async () => {
    const { actor, signedIn, done } = start({ leaveTool: () => Promise.reject(new Error('down')) })
    await signedIn()
    actor.send({ type: 'logout.requested' })
    await waitFor(actor, (snapshot) => snapshot.matches('endingSession'))
    expect(done).toContain('markLogout')
  })

  test('ends the local session even if the provider is down', async () => {
    const { actor, signedIn } = start({ end: () => Promise.reject(new Error('down')) })
    await signedIn()
    actor.send({ type: 'logout.requested' })
    const snapshot = await waitFor(actor, (state) => state.matches('anonymous'))
    expect(isSignedOut(snapshot)).toBe(true)
    expect(snapshot.context.session).toBeNull()
  })

  test('in another tab is followed without notifying that tab', async () => {
    const { actor, signedIn, done } = start()
    await signedIn()
    actor.send({ type: 'logout.noticed' })
    expect(done.slice(-2)).toEqual(['closeToolWindow', 'endSession'])
    expect(done).not.toContain('markLogout')
  })

  test('follows the deletion of the data, which is reported once nobody is signed in', async () => {
    const { actor, signedIn, done } = start({ end: () => Promise.reject(new Error('down')) })
    await signedIn()
    const before = done.length
    actor.send({ type: 'person.deleted' })
    await waitFor(actor, (snapshot) => snapshot.matches('anonymous'))
    const steps = ['markDeletion', 'closeToolWindow', 'logOutOfTool', 'markLogout', 'endSession', 'reportDeletion']
    expect(done.slice(before)).toEqual(steps)
  })

  test('a new login forgets a deletion that has not been reported', async () => {
    const { actor, signedIn, done } = start()
    await signedIn()
    const before = done.length
    actor.send({ type: 'session.opened', session })
    expect(done.slice(before)).toContain('forgetDeletion')
  })
})

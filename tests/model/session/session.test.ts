import { describe, expect, test } from 'vitest'
import { waitFor } from 'xstate'

import { type Finding, connectionOf, failureOfSession, statusOf } from '../../../machines/session/session.machine'
import { covers } from '../../spec-coverage/covers'
import { session, start, user } from './session-run'

describe('the first session check', () => {
  test('is pending, and then the user is authenticated or it has failed with an error', async () => {
    covers('3-session-flags', '4-client-pending')
    const found = start()
    expect(found.actor.getSnapshot().hasTag('pending')).toBe(true)
    const signedIn = await found.known()
    expect([signedIn.hasTag('pending'), signedIn.hasTag('authenticated')]).toEqual([false, true])
    expect(failureOfSession(signedIn)).toBeNull()

    const lost = start({ check: () => Promise.reject(new Error('no route')) })
    expect(lost.actor.getSnapshot().hasTag('pending')).toBe(true)
    const failed = await lost.known()
    expect([failed.hasTag('pending'), failed.hasTag('authenticated')]).toEqual([false, false])
    expect(failed.matches('failed')).toBe(true)
    expect(failureOfSession(failed)?.message).toBe('no route')
  })

  test('finds a session and its user', async () => {
    const { actor, signedIn } = start()
    expect(statusOf(actor.getSnapshot())).toBe('unknown')
    expect((await signedIn()).context).toMatchObject({ session, user })
  })

  test('finds no session', async () => {
    const { known } = start({ check: async () => ({ kind: 'anonymous' }) })
    expect(statusOf(await known())).toBe('anonymous')
  })

  test('a provider that cannot be reached is reported once, and the visitor is anonymous', async () => {
    covers('4-client-failed', '8-client-name')
    const { known, done } = start({ check: () => Promise.reject(new Error('no route')) })
    const snapshot = await known()
    expect(statusOf(snapshot)).toBe('anonymous')
    expect(failureOfSession(snapshot)).toEqual({ name: '[vue-keycloak]', message: 'no route', reason: null })
    expect(done.filter((step) => step === 'alert')).toHaveLength(1)
  })

  test.each(['account_selection_required', 'temporarily_unavailable'])(
    'a provider that responds with %s is reported as such, not as a failed connection',
    async (code) => {
      const { known, done } = start({ check: () => Promise.reject(Object.assign(new Error(), { error: code })) })
      const snapshot = await known()
      expect([statusOf(snapshot), failureOfSession(snapshot)?.reason]).toEqual(['anonymous', code])
      expect(done).toContain('showProviderError')
      expect(done).not.toContain('alert')
    },
  )

  test('an error without a message gets the adapter’s message', async () => {
    covers('8-client-initialize')
    const { known } = start({ check: () => Promise.reject(new Error('')) })
    expect(failureOfSession(await known())?.message).toBe('Failed to initialize the keycloak adapter')
  })

  test('the provider’s login response is redeemed instead of a check', async () => {
    const { signedIn, done } = start({}, { isProviderReturn: true })
    expect((await signedIn()).context.returnTo).toBe('/workspace')
    expect(done).not.toContain('checkSession')
  })
})

describe('the return from the provider', () => {
  test('a response that this page did not request is ignored', async () => {
    const { signedIn, done } = start(
      { finish: () => Promise.reject(Object.assign(new Error('no state'), { kind: 'unknown-state' })) },
      { isProviderReturn: true },
    )
    await signedIn()
    expect(done.slice(0, 2)).toEqual(['finishLogin', 'checkSession'])
  })

  test('authentication_expired starts a new login, and the second time shows an error', async () => {
    const expired = {
      finish: () => Promise.reject(Object.assign(new Error('expired'), { kind: 'authentication-expired' })),
    }
    const first = start(expired, { isProviderReturn: true })
    await waitFor(first.actor, (snapshot) => snapshot.matches('startingLogin'))
    expect(first.done).toContain('rememberRefusal')
    const second = start(expired, { isProviderReturn: true, wasRefused: true })
    const failed = await waitFor(second.actor, (snapshot) => snapshot.matches('failed'))
    expect(failureOfSession(failed)?.message).toBe('expired')
    expect(second.done).not.toContain('startLogin')
  })

  test.each([
    [new Error('access_denied'), 'access_denied', null],
    [{ error: 'server_error' }, 'server_error', 'server_error'],
    [Object.assign(new Error('no match'), { kind: 'untrusted' }), 'no match', 'untrusted'],
    ['temporarily_unavailable', 'temporarily_unavailable', null],
    [undefined, 'Unknown', null],
  ])('a login error %o is stored as %s, with reason %s', async (error, message, reason) => {
    covers('8-client-unknown')
    const { actor } = start({ finish: () => Promise.reject(error) }, { isProviderReturn: true })
    const failed = await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(failureOfSession(failed)).toEqual({ name: '[vue-keycloak]', message, reason })
  })

  test('any other login error is shown and not retried', async () => {
    covers('4-login-error')
    const { actor, done } = start(
      { finish: () => Promise.reject(new Error('access_denied')) },
      { isProviderReturn: true },
    )
    await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(done).toEqual(['finishLogin'])
  })
})

describe('a browser that blocks cookies in frames', () => {
  test('is checked once with a top-level navigation', async () => {
    const { actor, done } = start({ check: async () => ({ kind: 'blocked' }) })
    await waitFor(actor, (snapshot) => snapshot.matches('probing'))
    expect(done).toEqual(['checkSession', 'probeSession'])
  })

  test('is then treated as anonymous', async () => {
    const { known, done } = start({ check: async () => ({ kind: 'blocked' }) }, { wasProbed: true })
    expect(statusOf(await known())).toBe('anonymous')
    expect(done).toEqual(['checkSession', 'borrowSession', 'reportDeletion'])
  })

  test('asks the other tabs, and uses the session that one of them lends', async () => {
    const { signedIn, done } = start(
      { check: async () => ({ kind: 'blocked' }), borrow: async () => ({ kind: 'session', session }) },
      { wasProbed: true },
    )
    expect((await signedIn()).context.session).toEqual(session)
    expect(done.slice(0, 2)).toEqual(['checkSession', 'borrowSession'])
  })

  test('returns to the same page after a check without a session', async () => {
    const { known } = start(
      { finish: async () => ({ session: null, returnTo: '/privacy' }) },
      { isProviderReturn: true },
    )
    const snapshot = await known()
    expect([statusOf(snapshot), snapshot.context.returnTo]).toEqual(['anonymous', '/privacy'])
  })
})

describe('a login elsewhere', () => {
  test.each(['anonymous', 'failed'])('is detected by a page that is %s, without leaving the page', async (state) => {
    const findings: (() => Promise<Finding>)[] = [
      state === 'failed' ? () => Promise.reject(new Error('down')) : async () => ({ kind: 'anonymous' }),
      async () => ({ kind: 'blocked' }),
    ]
    const { actor, known, signedIn, done } = start({
      check: () => findings.shift()?.() ?? Promise.reject(new Error('asked too often')),
      borrow: async () => ({ kind: 'session', session }),
    })
    expect((await known()).value).toBe(state)
    actor.send({ type: 'login.noticed' })
    await signedIn()
    expect(done).not.toContain('probeSession')
    const steps = done.slice(done.indexOf('expectLender'))
    expect(steps).toEqual(expect.arrayContaining(['checkSession', 'borrowSession']))
  })

  test.each(['checking', 'borrowing'] as const)('is detected by a page that is still %s', async (state) => {
    const never = () => new Promise<never>(() => {})
    const findings: (() => Promise<Finding>)[] = [
      state === 'checking' ? never : async () => ({ kind: 'blocked' }),
      async () => ({ kind: 'session', session }),
    ]
    const { actor, signedIn, done } = start(
      { check: () => findings.shift()?.() ?? Promise.reject(new Error('asked too often')), borrow: never },
      { wasProbed: true },
    )
    await waitFor(actor, (snapshot) => snapshot.matches(state))
    actor.send({ type: 'login.noticed' })
    await signedIn()
    expect(done.slice(done.indexOf('expectLender'))).toContain('checkSession')
  })

  test('in a window of this page opens the session here and notifies the other tabs', async () => {
    const { actor, known, signedIn, done } = start({ check: async () => ({ kind: 'anonymous' }) })
    await known()
    actor.send({ type: 'session.opened', session })
    await signedIn()
    expect(done).toContain('markLogin')
  })

  test('is announced to the other tabs after a return from the provider, but not after a check', async () => {
    const arrived = start({}, { isProviderReturn: true })
    await arrived.signedIn()
    expect(arrived.done).toContain('markLogin')
    const found = start()
    await found.signedIn()
    expect(found.done).not.toContain('markLogin')
  })
})

describe('a visitor whom the route guard denies a page', () => {
  test('is redirected to the login page at once, and returns to the requested page', async () => {
    const asked: unknown[] = []
    const { actor, known, done } = start({
      check: async () => ({ kind: 'anonymous' }),
      startLogin: async (input) => void asked.push(input),
    })
    await known()
    actor.send({ type: 'route.refused', href: '/workspace?dialog=create#here' })
    expect([done.at(-1), asked]).toEqual(['startLogin', [{ returnTo: '/workspace?dialog=create#here' }]])
  })

  test('sees a known error before the login', async () => {
    const { actor, known, done } = start({ check: () => Promise.reject(new Error('down')) })
    await known()
    actor.send({ type: 'route.refused', href: '/workspace' })
    expect(done).not.toContain('startLogin')
  })
})

describe('an unreachable provider', () => {
  const unreachable = () => Promise.reject(Object.assign(new Error('no connection'), { kind: 'unreachable' }))
  const waiting = (actor: ReturnType<typeof start>['actor']) =>
    waitFor(actor, (snapshot) => snapshot.matches({ authenticated: { token: { renewing: 'waiting' } } }))

  test('is retried with increasing delays when a refresh is due, and the login is offered after five minutes', async () => {
    const { actor, clock, signedIn, done } = start({ refresh: unreachable })
    await signedIn()
    clock.increment(30_000)
    const began = clock.now()
    const tries = () => done.filter((step) => step === 'refreshToken').length
    const pauses: number[] = []
    while (connectionOf(await waiting(actor)) === 'lost') {
      const [before, from] = [tries(), clock.now()]
      while (tries() === before) clock.increment(1_000)
      pauses.push((clock.now() - from) / 1_000)
    }
    expect(pauses).toEqual([2, 8, 20, 30, 60, 60, 60, 60])
    expect(clock.now() - began).toBe(5 * 60_000)
    expect(connectionOf(actor.getSnapshot())).toBe('overdue')
    expect(actor.getSnapshot().context).toMatchObject({ session, user })
    expect(done).not.toContain('startLogin')
    // Retries continue, once a minute.
    clock.increment(60_000)
    await waiting(actor)
    expect(tries()).toBe(10)
  })

  test('that can be reached again renews the token, and the next failure starts with a short delay', async () => {
    let isBack = false
    const { actor, clock, signedIn } = start({ refresh: () => (isBack ? Promise.resolve(session) : unreachable()) })
    await signedIn()
    for (const round of [1, 2]) {
      isBack = false
      clock.increment(30_000)
      expect((await waiting(actor)).context.tries, String(round)).toBe(1)
      isBack = true
      clock.increment(2_000)
      await waitFor(actor, (snapshot) => snapshot.matches({ authenticated: { token: 'fresh' } }))
      expect(connectionOf(actor.getSnapshot())).toBe('there')
    }
  })

  test.each(['network.returned', 'login.noticed'] as const)('is retried at once on %s', async (type) => {
    const { actor, clock, signedIn, done } = start({ refresh: unreachable })
    await signedIn()
    clock.increment(30_000)
    await waiting(actor)
    const before = done.length
    actor.send({ type })
    expect(done.slice(before)).toContain('refreshToken')
  })

  test('that cannot be reached right after the network returned is retried soon', async () => {
    const { actor, clock, signedIn, done } = start({ refresh: unreachable })
    await signedIn()
    clock.increment(30_000)
    for (const pause of [2_000, 8_000, 20_000]) {
      await waiting(actor)
      clock.increment(pause)
    }
    await waiting(actor)
    actor.send({ type: 'network.returned' })
    await waiting(actor)
    const before = done.length
    clock.increment(8_000)
    expect(done.slice(before)).toContain('refreshToken')
  })

  test('is still reported while it is asked again after the network returned, and a 401 then has no effect', async () => {
    let isBack = false
    const unanswered = new Promise<never>(() => {})
    const { actor, clock, signedIn, done } = start({ refresh: () => (isBack ? unanswered : unreachable()) })
    await signedIn()
    clock.increment(30_000)
    await waiting(actor)
    isBack = true
    actor.send({ type: 'network.returned' })
    actor.send({ type: 'access.refused' })
    expect(actor.getSnapshot().matches({ authenticated: { token: { renewing: 'refreshing' } } })).toBe(true)
    expect(connectionOf(actor.getSnapshot())).toBe('lost')
    expect(done).not.toContain('clearToken')
  })

  test('is detected by a call before the next refresh, and a 401 in the meantime has no effect', async () => {
    const { actor, signedIn, done } = start({ refresh: unreachable })
    await signedIn()
    actor.send({ type: 'connection.lost' })
    expect(connectionOf(actor.getSnapshot())).toBe('lost')
    actor.send({ type: 'access.refused' })
    expect(connectionOf(actor.getSnapshot())).toBe('lost')
    expect(done).not.toContain('clearToken')
  })

  test('that finally rejects the refresh requires a new login', async () => {
    const answers = [unreachable, () => Promise.reject(Object.assign(new Error('invalid_grant'), { status: 400 }))]
    const { actor, clock, signedIn, done } = start({ refresh: () => (answers.shift() ?? unreachable)() })
    await signedIn()
    clock.increment(30_000)
    await waiting(actor)
    clock.increment(2_000)
    await waitFor(actor, (snapshot) => snapshot.matches('startingLogin'))
    expect(done).toContain('clearToken')
  })

  test('is not retried while the browser is offline', async () => {
    const { actor, clock, signedIn, done } = start({ refresh: unreachable, isOffline: () => true })
    await signedIn()
    clock.increment(30_000)
    for (let pause = 0; pause < 10; pause += 1) clock.increment(60_000)
    expect(connectionOf(actor.getSnapshot())).toBe('overdue')
    expect(done).not.toContain('refreshToken')
  })
})

test('an earlier error is hidden during the next check', async () => {
  let isDown = true
  const { actor, known } = start({
    check: () => (isDown ? Promise.reject(new Error('no route')) : new Promise<never>(() => {})),
  })
  expect(failureOfSession(await known())?.message).toBe('no route')
  isDown = false
  actor.send({ type: 'page.restored' })
  expect(failureOfSession(actor.getSnapshot())).toBeNull()
})

test('a page from the back/forward cache checks the session again', async () => {
  const { actor, known, done } = start({ check: async () => ({ kind: 'anonymous' }) })
  await known()
  actor.send({ type: 'login.requested' })
  expect(actor.getSnapshot().value).toBe('startingLogin')
  actor.send({ type: 'page.restored' })
  await known()
  expect(actor.getSnapshot().value).toBe('anonymous')
  expect(done.filter((step) => step === 'checkSession')).toHaveLength(2)
})

import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

import { loadingMachine } from '../../../machines/session/loading.machine'
import { fullnameOf, initialsOf, type UserProfile } from '../../../machines/session/profile'
import { type GuardedRoute, routeGuardMachine } from '../../../machines/session/route-guard.machine'
import { hasRealmRoles, hasResourceRoles, type Session } from '../../../machines/session/roles'
import {
  type SignInReturn,
  type Finding,
  connectionOf,
  failureOfSession,
  isRefused,
  isSignedOut,
  type SessionStatus,
  sessionMachine,
  statusOf,
  type User,
} from '../../../machines/session/session.machine'
import { covers } from '../../spec-coverage/covers'

const session: Session = {
  accessToken: 'token',
  decodedToken: { sub: 'u1' },
  userId: 'u1',
  username: 'user',
  realmRoles: ['user', 'project_manager'],
  resourceRoles: { 'pcb-web': ['viewer'] },
}
const user: User = { id: 'u1', username: 'user', fullname: 'Uma Sarin', roles: ['user'] }

type Answers = {
  check?: () => Promise<Finding>
  finish?: () => Promise<SignInReturn>
  borrow?: () => Promise<Finding>
  refresh?: (asked: { minValidity: number }) => Promise<Session>
  fetchUser?: () => Promise<User>
  startLogin?: (asked: { returnTo: string | null }) => Promise<void>
  leaveTool?: () => Promise<void>
  end?: () => Promise<void>
  profile?: () => Promise<UserProfile>
  isOffline?: () => boolean
}

/** Starts a session with the given responses and records the calls. */
function start(answers: Answers = {}, marks: { isProviderReturn?: true; wasRefused?: true; wasProbed?: true } = {}) {
  const input = { isProviderReturn: false, wasRefused: false, wasProbed: false, ...marks }
  const clock = new SimulatedClock()
  const done: string[] = []
  const note =
    <Output, Input>(name: string, answer: (input: Input) => Promise<Output>) =>
    ({ input }: { input: Input }) => {
      done.push(name)
      return answer(input)
    }
  const never = () => new Promise<never>(() => {})
  const actor = createActor(
    sessionMachine.provide({
      actors: {
        checkSession: fromPromise(
          note('checkSession', answers.check ?? (async () => ({ kind: 'session' as const, session }))),
        ),
        finishLogin: fromPromise(
          note('finishLogin', answers.finish ?? (async () => ({ session, returnTo: '/workspace' }))),
        ),
        refreshToken: fromPromise<Session, { minValidity: number }>(
          note('refreshToken', answers.refresh ?? (async () => session)),
        ),
        probeSession: fromPromise<void>(note('probeSession', never)),
        borrowSession: fromPromise(
          note('borrowSession', answers.borrow ?? (async () => ({ kind: 'anonymous' as const }))),
        ),
        loadProfile: fromPromise(note('loadProfile', answers.profile ?? (async () => ({ fullname: 'Uma Sarin' })))),
        fetchUser: fromPromise(note('fetchUser', answers.fetchUser ?? (async () => user))),
        startLogin: fromPromise<void, { returnTo: string | null }>(note('startLogin', answers.startLogin ?? never)),
        logOutOfTool: fromPromise(note('logOutOfTool', answers.leaveTool ?? (async () => {}))),
        endSession: fromPromise<void>(note('endSession', answers.end ?? never)),
      },
      actions: {
        clearToken: () => done.push('clearToken'),
        closeToolWindow: () => done.push('closeToolWindow'),
        markLogin: () => done.push('markLogin'),
        markLogout: () => done.push('markLogout'),
        tellAnswer: () => done.push('tellAnswer'),
        reportStartFailure: () => done.push('alert'),
        rememberRefusal: () => done.push('rememberRefusal'),
        forgetRefusal: () => done.push('forgetRefusal'),
        dropOthers: (_, userId) => done.push(`dropOthers ${userId}`),
        logProfileFailure: () => done.push('logProfileFailure'),
      },
      guards: { isOffline: answers.isOffline ?? (() => false) },
    }),
    { input, clock },
  ).start()
  const known = () => waitFor(actor, (snapshot) => statusOf(snapshot) !== 'unknown')
  const signedIn = () => waitFor(actor, (snapshot) => snapshot.matches({ authenticated: { person: 'known' } }))
  return { actor, clock, done, known, signedIn }
}

describe('the first look', () => {
  test('is pending, and then the person is authenticated or it has failed with its error', async () => {
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

  test('finds a session and the person in it', async () => {
    const { actor, signedIn } = start()
    expect(statusOf(actor.getSnapshot())).toBe('unknown')
    expect((await signedIn()).context).toMatchObject({ session, user })
  })

  test('finds nobody', async () => {
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
    'a provider that answers %s is told as what it is, and is no failed connection',
    async (code) => {
      const { known, done } = start({ check: () => Promise.reject(Object.assign(new Error(), { error: code })) })
      const snapshot = await known()
      expect([statusOf(snapshot), failureOfSession(snapshot)?.reason]).toEqual(['anonymous', code])
      expect(done).toContain('tellAnswer')
      expect(done).not.toContain('alert')
    },
  )

  test('a failure without a message gets the message of the adapter', async () => {
    covers('8-client-initialize')
    const { known } = start({ check: () => Promise.reject(new Error('')) })
    expect(failureOfSession(await known())?.message).toBe('Failed to initialize the keycloak adapter')
  })

  test('the provider’s answer to a login is redeemed instead of looking', async () => {
    const { signedIn, done } = start({}, { isProviderReturn: true })
    expect((await signedIn()).context.returnTo).toBe('/workspace')
    expect(done).not.toContain('checkSession')
  })
})

describe('the way back from the provider', () => {
  test('a response that this page did not request is ignored', async () => {
    const { signedIn, done } = start(
      { finish: () => Promise.reject(Object.assign(new Error('no state'), { kind: 'unknown-state' })) },
      { isProviderReturn: true },
    )
    await signedIn()
    expect(done.slice(0, 2)).toEqual(['finishLogin', 'checkSession'])
  })

  test('authentication_expired starts one fresh login, the second time an error', async () => {
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
  ])('a login error %o is kept as %s, by reason %s', async (error, message, reason) => {
    covers('8-client-unknown')
    const { actor } = start({ finish: () => Promise.reject(error) }, { isProviderReturn: true })
    const failed = await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(failureOfSession(failed)).toEqual({ name: '[vue-keycloak]', message, reason })
  })

  test('any other login error is shown, and nothing is retried', async () => {
    covers('4-login-error')
    const { actor, done } = start(
      { finish: () => Promise.reject(new Error('access_denied')) },
      { isProviderReturn: true },
    )
    await waitFor(actor, (snapshot) => snapshot.matches('failed'))
    expect(done).toEqual(['finishLogin'])
  })
})

describe('a browser that keeps cookies from frames', () => {
  test('is looked at once with the whole page', async () => {
    const { actor, done } = start({ check: async () => ({ kind: 'blocked' }) })
    await waitFor(actor, (snapshot) => snapshot.matches('probing'))
    expect(done).toEqual(['checkSession', 'probeSession'])
  })

  test('then counts as anonymous', async () => {
    const { known, done } = start({ check: async () => ({ kind: 'blocked' }) }, { wasProbed: true })
    expect(statusOf(await known())).toBe('anonymous')
    expect(done).toEqual(['checkSession', 'borrowSession'])
  })

  test('asks the other tabs, and takes the session that one of them lends', async () => {
    const { signedIn, done } = start(
      { check: async () => ({ kind: 'blocked' }), borrow: async () => ({ kind: 'session', session }) },
      { wasProbed: true },
    )
    expect((await signedIn()).context.session).toEqual(session)
    expect(done.slice(0, 2)).toEqual(['checkSession', 'borrowSession'])
  })

  test('an empty answer to that look keeps where the person was', async () => {
    const { known } = start(
      { finish: async () => ({ session: null, returnTo: '/privacy' }) },
      { isProviderReturn: true },
    )
    const snapshot = await known()
    expect([statusOf(snapshot), snapshot.context.returnTo]).toEqual(['anonymous', '/privacy'])
  })
})

describe('a login elsewhere', () => {
  test.each(['anonymous', 'failed'])('is noticed by a page that is %s, which is not left for it', async (state) => {
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
  })

  test('in a window of this page opens the session here, and the other tabs are notified', async () => {
    const { actor, known, signedIn, done } = start({ check: async () => ({ kind: 'anonymous' }) })
    await known()
    actor.send({ type: 'session.opened', session })
    await signedIn()
    expect(done).toContain('markLogin')
  })

  test('is told to the other tabs by who comes back from the provider, and not by who only looked', async () => {
    const arrived = start({}, { isProviderReturn: true })
    await arrived.signedIn()
    expect(arrived.done).toContain('markLogin')
    const found = start()
    await found.signedIn()
    expect(found.done).not.toContain('markLogin')
  })
})

describe('a visitor whom the guard keeps from a page', () => {
  test('goes to the login at once, and comes back to that page', async () => {
    const asked: unknown[] = []
    const { actor, known, done } = start({
      check: async () => ({ kind: 'anonymous' }),
      startLogin: async (input) => void asked.push(input),
    })
    await known()
    actor.send({ type: 'route.refused', href: '/workspace?dialog=create#here' })
    expect([done.at(-1), asked]).toEqual(['startLogin', [{ returnTo: '/workspace?dialog=create#here' }]])
  })

  test('of whom it is known what went wrong is told that first', async () => {
    const { actor, known, done } = start({ check: () => Promise.reject(new Error('down')) })
    await known()
    actor.send({ type: 'route.refused', href: '/workspace' })
    expect(done).not.toContain('startLogin')
  })
})

describe('a provider out of reach', () => {
  const unreachable = () => Promise.reject(Object.assign(new Error('no connection'), { kind: 'unreachable' }))
  const waiting = (actor: ReturnType<typeof start>['actor']) =>
    waitFor(actor, (snapshot) => snapshot.matches({ authenticated: { token: { renewing: 'waiting' } } }))

  test('when a refresh is due is tried again with growing pauses, and offers the login after five minutes', async () => {
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

  test('that is back renews the token, and the next loss begins anew', async () => {
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

  test.each(['network.returned', 'login.noticed'] as const)('is tried at once on %s', async (type) => {
    const { actor, clock, signedIn, done } = start({ refresh: unreachable })
    await signedIn()
    clock.increment(30_000)
    await waiting(actor)
    const before = done.length
    actor.send({ type })
    expect(done.slice(before)).toContain('refreshToken')
  })

  test('is noticed by a call before the next refresh; a 401 meanwhile leads nowhere', async () => {
    const { actor, signedIn, done } = start({ refresh: unreachable })
    await signedIn()
    actor.send({ type: 'connection.lost' })
    expect(connectionOf(actor.getSnapshot())).toBe('lost')
    actor.send({ type: 'access.refused' })
    expect(connectionOf(actor.getSnapshot())).toBe('lost')
    expect(done).not.toContain('clearToken')
  })

  test('that answers at last, and refuses, leads to the login', async () => {
    const answers = [unreachable, () => Promise.reject(Object.assign(new Error('invalid_grant'), { status: 400 }))]
    const { actor, clock, signedIn, done } = start({ refresh: () => (answers.shift() ?? unreachable)() })
    await signedIn()
    clock.increment(30_000)
    await waiting(actor)
    clock.increment(2_000)
    await waitFor(actor, (snapshot) => snapshot.matches('startingLogin'))
    expect(done).toContain('clearToken')
  })

  test('is not tried while the browser has no network', async () => {
    const { actor, clock, signedIn, done } = start({ refresh: unreachable, isOffline: () => true })
    await signedIn()
    clock.increment(30_000)
    for (let pause = 0; pause < 10; pause += 1) clock.increment(60_000)
    expect(connectionOf(actor.getSnapshot())).toBe('overdue')
    expect(done).not.toContain('refreshToken')
  })
})

describe('refresh', () => {
  test('waits for the network when there is none', async () => {
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

  test('half a minute without a rejection resets the last one', async () => {
    const { actor, clock, signedIn, done } = start({}, { wasRefused: true })
    await signedIn()
    expect(done).not.toContain('forgetRefusal')
    clock.increment(30_000)
    expect(done).toContain('forgetRefusal')
    actor.send({ type: 'access.refused' })
    expect(actor.getSnapshot().value).toBe('startingLogin')
  })

  test('brings the session that holds from then on, and so does another call', async () => {
    const { actor, clock, signedIn } = start({ refresh: async () => ({ ...session, accessToken: 'second' }) })
    await signedIn()
    clock.increment(30_000)
    await waitFor(actor, ({ context }) => context.session?.accessToken === 'second')
    actor.send({ type: 'token.renewed', session: { ...session, accessToken: 'third' } })
    expect(actor.getSnapshot().context.session?.accessToken).toBe('third')
  })

  test('is asked every 30 seconds, for 60 seconds more', async () => {
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

  test('refused with 400 clears the token and goes to login once', async () => {
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

  test('failed otherwise goes to login without clearing the token', async () => {
    covers('8-refresh-fails')
    const { actor, clock, signedIn, done } = start({ refresh: () => Promise.reject(new Error('offline')) })
    await signedIn()
    clock.increment(30_000)
    await waitFor(actor, (snapshot) => snapshot.matches('startingLogin'))
    expect(done).not.toContain('clearToken')
    expect(actor.getSnapshot().context.session).toBeNull()
  })
})

describe('refusals', () => {
  test('five 401s at once lead to one login', async () => {
    const { actor, signedIn, done } = start()
    await signedIn()
    const before = done.length
    for (let call = 0; call < 5; call += 1) actor.send({ type: 'access.refused' })
    expect(done.slice(before)).toEqual(['clearToken', 'rememberRefusal', 'startLogin'])
    expect(actor.getSnapshot().context).toMatchObject({ session: null, user: null })
  })

  test('a 401 right after a fresh login is shown instead of tried again', async () => {
    const { actor, signedIn, done } = start({}, { wasRefused: true })
    await signedIn()
    actor.send({ type: 'access.refused' })
    actor.send({ type: 'access.refused' })
    expect(isRefused(actor.getSnapshot())).toBe(true)
    expect(done).not.toContain('startLogin')
    expect(done.filter((step) => step === 'clearToken')).toHaveLength(1)
  })

  test('a person who cannot be read leads to login, and the second time to an error with Retry', async () => {
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

  test('Retry after a login looks again, and redeems nothing twice', async () => {
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

describe('log-out', () => {
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

  test('in another tab is followed without notifying it again', async () => {
    const { actor, signedIn, done } = start()
    await signedIn()
    actor.send({ type: 'logout.noticed' })
    expect(done.slice(-2)).toEqual(['closeToolWindow', 'endSession'])
    expect(done).not.toContain('markLogout')
  })
})

test('what failed before is not said any more while it is looked again', async () => {
  let isDown = true
  const { actor, known } = start({
    check: () => (isDown ? Promise.reject(new Error('no route')) : new Promise<never>(() => {})),
  })
  expect(failureOfSession(await known())?.message).toBe('no route')
  isDown = false
  actor.send({ type: 'page.restored' })
  expect(failureOfSession(actor.getSnapshot())).toBeNull()
})

test('a page from the browser’s memory looks again', async () => {
  const { actor, known, done } = start({ check: async () => ({ kind: 'anonymous' }) })
  await known()
  actor.send({ type: 'login.requested' })
  expect(actor.getSnapshot().value).toBe('startingLogin')
  actor.send({ type: 'page.restored' })
  await known()
  expect(actor.getSnapshot().value).toBe('anonymous')
  expect(done.filter((step) => step === 'checkSession')).toHaveLength(2)
})

describe('profile', () => {
  test('is loaded once somebody is signed in, after another person’s things are gone', async () => {
    const { actor, done } = start()
    const known = await waitFor(actor, ({ context }) => context.profile !== null)
    expect(known.context.profile).toEqual({ fullname: 'Uma Sarin' })
    expect(done.filter((step) => step === 'loadProfile' || step.startsWith('dropOthers'))).toEqual([
      'dropOthers u1',
      'loadProfile',
    ])
  })

  test('a failure is only logged', async () => {
    covers('8-profile-failed')
    const { actor, done } = start({ profile: () => Promise.reject(new Error('down')) })
    const snapshot = await waitFor(actor, (state) => state.matches({ authenticated: { profile: 'settled' } }))
    expect(statusOf(snapshot)).toBe('authenticated')
    expect(done.filter((step) => /profile/i.test(step))).toEqual(['loadProfile', 'logProfileFailure'])
  })

  test.each([
    [{ firstName: 'Uma', lastName: 'Sarin', username: 'user' }, 'Uma Sarin'],
    [{ firstName: 'Uma', username: 'user' }, 'Uma'],
    [{ username: 'user', preferred_username: 'other' }, 'user'],
    [{ preferred_username: 'preferred', name: 'A Name' }, 'preferred'],
    [{ name: 'A Name' }, 'A Name'],
    [{}, 'Unknown User'],
  ])('%o is called %s', (claims, fullname) => {
    covers('3-fullname-names', '3-fullname-username', '3-fullname-preferred', '3-fullname-name', '3-fullname-unknown')
    expect(fullnameOf(claims)).toBe(fullname)
  })

  test.each([
    [{ firstName: 'Uma', lastName: 'Sarin', username: 'user' }, 'US'],
    [{ firstName: 'Uma', username: 'user' }, 'U?'],
    [{ username: 'user', name: 'A Name' }, '??'],
    [{}, '??'],
  ])('%o is %s in short', (claims, initials) => {
    covers('2-avatar-initials', '2-avatar-missing-part')
    expect(initialsOf(claims)).toBe(initials)
  })

  test('the initials of nobody are ??', () => {
    covers('2-avatar-no-profile')
    expect(initialsOf(null)).toBe('??')
  })
})

test('role checks ask for every listed role', () => {
  covers(
    '5-roles-authenticated',
    '5-roles-all-realm',
    '5-roles-all-client',
    '6-has-realm-roles',
    '6-has-resource-roles',
  )
  expect(hasRealmRoles(session, ['user', 'project_manager'])).toBe(true)
  expect(hasRealmRoles(session, ['user', 'sysadmin'])).toBe(false)
  expect(hasResourceRoles(session, 'pcb-web', ['viewer'])).toBe(true)
  expect(hasResourceRoles(session, 'other', ['viewer'])).toBe(false)
  expect(hasRealmRoles(null, [])).toBe(false)
})

describe('loading overlay', () => {
  const open = () => {
    const clock = new SimulatedClock()
    let warnings = 0
    const actor = createActor(loadingMachine.provide({ actions: { warnOfTimeout: () => void (warnings += 1) } }), {
      clock,
    }).start()
    return { actor, clock, warnings: () => warnings, covered: () => actor.getSnapshot().hasTag('overlay') }
  }

  test('goes when the status is known', () => {
    covers('4-loading-start', '4-loading-known')
    const { actor, clock, covered, warnings } = open()
    expect(covered()).toBe(true)
    actor.send({ type: 'status.known' })
    expect(covered()).toBe(false)
    clock.increment(10_000)
    expect(warnings()).toBe(0)
  })

  test('goes after 4 seconds at the latest, with one warning', () => {
    covers('4-loading-timeout', '9-overlay')
    const { clock, covered, warnings } = open()
    clock.increment(3_999)
    expect(covered()).toBe(true)
    clock.increment(1)
    expect(covered()).toBe(false)
    expect(warnings()).toBe(1)
  })
})

describe('route guard', () => {
  const route: GuardedRoute = {
    href: '/workspace?project=1',
    access: 'authenticated',
    isProviderReturn: false,
    isLogin: false,
  }

  function navigate(statuses: SessionStatus[], changes: Partial<GuardedRoute> = {}) {
    const clock = new SimulatedClock()
    const recorded: string[] = []
    let looks = 0
    const actor = createActor(
      routeGuardMachine.provide({ actions: { recordRoute: (_, { href }) => void recorded.push(href) } }),
      {
        clock,
        input: {
          route: { ...route, ...changes },
          readStatus: () => statuses[Math.min(looks++, statuses.length - 1)] ?? 'unknown',
        },
      },
    ).start()
    return { actor, clock, recorded, output: () => actor.getSnapshot().output, looks: () => looks }
  }

  test('lets the authenticated pass', () => {
    covers('4-guard-authenticated')
    expect(navigate(['authenticated']).output()).toBe('pass')
  })

  test.each(['public', 'authenticated'] as const)('reads the session before a navigation to a %s page', (access) => {
    covers('4-guard-reads')
    expect(navigate(['authenticated'], { access }).looks()).toBe(1)
  })

  test('stores the target of the anonymous and sends them to login', () => {
    covers('2-workspace-fallback', '4-guard-unauthenticated')
    const { output, recorded } = navigate(['anonymous'])
    expect(output()).toBe('login')
    expect(recorded).toEqual(['/workspace?project=1'])
  })

  test('records public pages and lets them pass', () => {
    const { output, recorded } = navigate(['unknown'], { access: 'public', href: '/privacy#retention' })
    expect(output()).toBe('pass')
    expect(recorded).toEqual(['/privacy#retention'])
  })

  test('waits for the status in steps of 100 ms', () => {
    covers('9-guard-interval')
    const { output, clock } = navigate(['unknown', 'unknown', 'authenticated'])
    clock.increment(100)
    expect(output()).toBeUndefined()
    clock.increment(100)
    expect(output()).toBe('pass')
  })

  test('proceeds after 30 checks without a status', () => {
    covers('4-guard-wait', '4-guard-unknown', '9-guard-attempts')
    const { output, clock, looks } = navigate(['unknown'])
    for (let check = 1; check < 30; check += 1) clock.increment(100)
    clock.increment(99)
    expect(output()).toBeUndefined()
    clock.increment(1)
    expect(output()).toBe('pass')
    expect(looks()).toBe(31)
  })

  test('lets the response of the provider and /login pass without reading the session', () => {
    covers('4-guard-already-login')
    expect(navigate(['anonymous'], { isProviderReturn: true }).output()).toBe('pass')
    const login = navigate(['anonymous'], { isLogin: true, access: 'public' })
    expect(login.output()).toBe('pass')
    expect(login.recorded).toEqual([])
  })
})

import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { placeholderActor } from '../lib/placeholder-actor'
import type { UserProfile } from './profile'
import type { Session } from './roles'

export type SessionStatus = 'unknown' | 'anonymous' | 'authenticated'
export type User = components['schemas']['User']

/** A failure of the sign-in. `reason` chooses the text that people read (src/session/failure-text.ts). */
export type SessionFailure = { name: '[vue-keycloak]'; message: string; reason: string | null }

/**
 * What the look for a session found. `blocked`: the browser kept the provider's cookie from the hidden frame, so that
 * only a look with the whole page can tell.
 */
export type Finding = { kind: 'session'; session: Session } | { kind: 'anonymous' } | { kind: 'blocked' }

/** How a login came back: with a session, or (from a look with the whole page) without one. */
export type SignInReturn = { session: Session | null; returnTo: string }

/**
 * What went wrong, where it changes what happens next. `status` is the provider's answer to a refresh: a 400 says that
 * the stored token is worth nothing. `error` is the code of an answer. `unreachable`: nothing answers at the provider's
 * address, so its login page cannot be reached either.
 */
type Refusal = { status?: unknown; kind?: unknown; error?: unknown }

/** Milliseconds between tries while the provider cannot be reached: five minutes in all, then every minute. */
const retryPauses = [2_000, 8_000, 20_000, 30_000, 60_000, 60_000, 60_000, 60_000]

const wordsOf = (error: unknown): string | null => {
  if (typeof error === 'string') return error || null
  if (error instanceof Error) return error.message || null
  const code = (error as { error?: unknown } | null | undefined)?.error
  return typeof code === 'string' ? code : null
}

const failureOf = (error: unknown, fallback = 'Unknown'): SessionFailure => {
  const { kind, error: code } = (error ?? {}) as Refusal
  const reason = kind ?? code
  return {
    name: '[vue-keycloak]',
    message: wordsOf(error) ?? fallback,
    reason: typeof reason === 'string' ? reason : null,
  }
}

/**
 * The session, from the first look for one to the log-out.
 *
 * It asks the provider without forcing a login, keeps the access token fresh while somebody is signed in, and hands them
 * over to the provider's login when that fails. While nothing answers at the provider's address, the page stays and
 * tries again. There is never more than one refresh or redirect under way. What sent the page to the login is remembered
 * for half a minute: a second refusal within it is shown, not tried again.
 */
export const sessionMachine = setup({
  types: {
    input: {} as {
      /** The page was opened by the provider's answer to a login. */
      isProviderReturn: boolean
      /** A refusal sent this tab to the login just before. */
      wasRefused: boolean
      /** This tab has looked with the whole page already. */
      wasProbed: boolean
    },
    context: {} as {
      isProviderReturn: boolean
      wasRefused: boolean
      wasProbed: boolean
      session: Session | null
      user: User | null
      profile: UserProfile | null
      failure: SessionFailure | null
      /** Where the person wanted to be before the login; set once by its answer. */
      returnTo: string | null
      /** They logged out, and the provider could not be reached to take them away. */
      isSignedOut: boolean
      /** Refreshes in a row that found no connection. */
      tries: number
    },
    events: {} as
      | { type: 'login.requested' }
      /** The guard keeps a visitor from this address. */
      | { type: 'route.refused'; href: string }
      /** Somebody has logged in in another tab. */
      | { type: 'login.noticed' }
      /** Somebody has logged in in a window of this page. */
      | { type: 'session.opened'; session: Session }
      | { type: 'logout.requested' }
      | { type: 'logout.noticed' }
      | { type: 'access.refused' }
      | { type: 'token.renewed'; session: Session }
      /** A call found the provider out of reach before the next refresh was due. */
      | { type: 'connection.lost' }
      | { type: 'network.returned' }
      | { type: 'page.restored' }
      | { type: 'user.retry' },
    tags: {} as 'pending' | 'authenticated' | 'leaving',
  },
  actors: {
    finishLogin: placeholderActor<SignInReturn>('finishLogin'),
    checkSession: placeholderActor<Finding>('checkSession'),
    /** Leaves the page to look with the whole of it; comes back only when it could not. */
    probeSession: placeholderActor<void>('probeSession'),
    /** Asks the other tabs for their session, where only the whole page could ask the provider. */
    borrowSession: placeholderActor<Finding>('borrowSession'),
    refreshToken: placeholderActor<Session, { minValidity: number }>('refreshToken'),
    fetchUser: placeholderActor<User>('fetchUser'),
    loadProfile: placeholderActor<UserProfile>('loadProfile'),
    /** Leaves the page; comes back only when it could not. Without an address it returns to where the person is. */
    startLogin: placeholderActor<void, { returnTo: string | null }>('startLogin'),
    logOutOfTool: placeholderActor<void>('logOutOfTool'),
    /** Forgets the tokens of this tab whatever happens, then leaves the page for the provider's log-out. */
    endSession: placeholderActor<void>('endSession'),
  },
  actions: {
    clearToken: () => {},
    closeToolWindow: () => {},
    markLogin: () => {},
    markLogout: () => {},
    reportStartFailure: () => {},
    /** Says on any page what the provider answered. */
    tellAnswer: () => {},
    logProfileFailure: (_, _failure: { error: unknown }) => {},
    rememberRefusal: () => {},
    forgetRefusal: () => {},
    /** Takes away what another person left in this tab. */
    dropOthers: (_, _userId: string) => {},
    takeSession: assign({ session: (_, session: Session) => session, failure: null }),
    takeFinding: assign({ session: (_, finding: Finding) => (finding.kind === 'session' ? finding.session : null) }),
    takeArrival: assign((_, arrival: SignInReturn) => ({ ...arrival, failure: null })),
    forgetSession: assign({ session: null, user: null, profile: null }),
    /** What went wrong before is no longer to be said once something else is tried. */
    forgetFailure: assign({ failure: null }),
    fail: assign({
      failure: (_, { error, fallback }: { error: unknown; fallback?: string }) => failureOf(error, fallback),
    }),
    /** Somebody reads this page: it is not left for a look. */
    stayHere: assign({ wasProbed: true }),
    countTry: assign({ tries: ({ context }) => Math.min(context.tries, retryPauses.length) + 1 }),
  },
  guards: {
    isProviderReturn: ({ context }) => context.isProviderReturn,
    isSignedIn: (_, finding: Finding) => finding.kind === 'session',
    mayProbe: ({ context }, finding: Finding) => finding.kind === 'blocked' && !context.wasProbed,
    isBlocked: (_, finding: Finding) => finding.kind === 'blocked',
    /** The provider was reached and said what is wrong. */
    isAnswer: (_, { error }: { error: unknown }) => typeof (error as Refusal | null)?.error === 'string',
    isUnreachable: (_, { error }: { error: unknown }) => (error as Refusal | null)?.kind === 'unreachable',
    isDisconnected: ({ context }) => context.tries > 0,
    hasArrived: (_, { session }: SignInReturn) => session !== null,
    wasRefused: ({ context }) => context.wasRefused,
    isOffline: () => false,
    isWorthless: (_, { error }: { error: unknown }) => (error as Refusal | null)?.status === 400,
    isUnknownState: (_, { error }: { error: unknown }) => (error as Refusal | null)?.kind === 'unknown-state',
    isFirstExpiry: ({ context }, { error }: { error: unknown }) =>
      (error as Refusal | null)?.kind === 'authentication-expired' && !context.wasRefused,
  },
  delays: {
    refreshInterval: 30_000,
    retryPause: ({ context }) => retryPauses[context.tries - 1] ?? 60_000,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({
    ...input,
    session: null,
    user: null,
    profile: null,
    failure: null,
    returnTo: null,
    isSignedOut: false,
    tries: 0,
  }),
  initial: 'opening',
  on: {
    // A page that comes back from the browser's memory has an old idea of the session.
    'page.restored': '.checking',
    'session.opened': {
      target: '.authenticated',
      actions: [{ type: 'takeSession', params: ({ event }) => event.session }, 'markLogin'],
    },
  },
  states: {
    opening: {
      always: [{ guard: 'isProviderReturn', target: 'finishingLogin' }, { target: 'checking' }],
    },
    finishingLogin: {
      tags: 'pending',
      invoke: {
        src: 'finishLogin',
        onDone: [
          {
            guard: { type: 'hasArrived', params: ({ event }) => event.output },
            target: 'authenticated',
            actions: [{ type: 'takeArrival', params: ({ event }) => event.output }, 'markLogin'],
          },
          { target: 'anonymous', actions: { type: 'takeArrival', params: ({ event }) => event.output } },
        ],
        onError: [
          // An answer that is not to a question of ours, or was used before: look as on any other page.
          { guard: { type: 'isUnknownState', params: ({ event }) => ({ error: event.error }) }, target: 'checking' },
          {
            guard: { type: 'isFirstExpiry', params: ({ event }) => ({ error: event.error }) },
            target: 'startingLogin',
            actions: 'rememberRefusal',
          },
          { target: 'failed', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
        ],
      },
    },
    checking: {
      tags: 'pending',
      entry: 'forgetFailure',
      invoke: {
        src: 'checkSession',
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => event.output },
            target: 'authenticated',
            actions: { type: 'takeFinding', params: ({ event }) => event.output },
          },
          { guard: { type: 'mayProbe', params: ({ event }) => event.output }, target: 'probing' },
          { guard: { type: 'isBlocked', params: ({ event }) => event.output }, target: 'borrowing' },
          { target: 'anonymous' },
        ],
        onError: [
          {
            guard: { type: 'isAnswer', params: ({ event }) => ({ error: event.error }) },
            target: 'failed',
            actions: [{ type: 'fail', params: ({ event }) => ({ error: event.error }) }, 'tellAnswer'],
          },
          {
            target: 'failed',
            actions: [
              {
                type: 'fail',
                params: ({ event }) => ({
                  error: event.error,
                  fallback: 'Failed to initialize the keycloak adapter',
                }),
              },
              'reportStartFailure',
            ],
          },
        ],
      },
    },
    probing: {
      tags: 'pending',
      invoke: { src: 'probeSession', onError: 'anonymous' },
    },
    borrowing: {
      tags: 'pending',
      invoke: {
        src: 'borrowSession',
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => event.output },
            target: 'authenticated',
            actions: { type: 'takeFinding', params: ({ event }) => event.output },
          },
          { target: 'anonymous' },
        ],
        onError: 'anonymous',
      },
    },
    anonymous: {
      on: {
        'login.requested': 'startingLogin',
        'route.refused': 'startingLogin',
        'login.noticed': { target: 'checking', actions: 'stayHere' },
      },
    },
    failed: {
      on: { 'login.requested': 'startingLogin', 'login.noticed': { target: 'checking', actions: 'stayHere' } },
    },
    authenticated: {
      tags: 'authenticated',
      type: 'parallel',
      entry: { type: 'dropOthers', params: ({ context }) => context.session?.userId ?? '' },
      exit: assign({ tries: 0 }),
      on: {
        'logout.requested': 'loggingOut',
        'logout.noticed': { target: 'endingSession', actions: 'closeToolWindow' },
        'token.renewed': { actions: { type: 'takeSession', params: ({ event }) => event.session } },
        'access.refused': [
          {
            guard: 'wasRefused',
            target: 'refused',
            actions: ['clearToken', { type: 'fail', params: { error: 'The server does not accept your sign-in.' } }],
          },
          { target: 'startingLogin', actions: ['clearToken', 'rememberRefusal', 'forgetSession'] },
        ],
      },
      states: {
        token: {
          initial: 'fresh',
          states: {
            fresh: {
              entry: assign({ tries: 0 }),
              after: {
                refreshInterval: [{ guard: 'isOffline', target: 'renewing.waiting' }, { target: 'renewing' }],
              },
              on: { 'connection.lost': 'renewing.waiting' },
            },
            renewing: {
              initial: 'refreshing',
              on: {
                'token.renewed': {
                  target: 'fresh',
                  actions: { type: 'takeSession', params: ({ event }) => event.session },
                },
                // A token that could not be renewed in time is no reason to leave for a login that cannot be reached.
                'access.refused': { guard: 'isDisconnected' },
              },
              states: {
                refreshing: {
                  entry: [assign({ wasRefused: false }), 'forgetRefusal'],
                  invoke: {
                    src: 'refreshToken',
                    input: { minValidity: 60 },
                    onDone: {
                      target: '#session.authenticated.token.fresh',
                      actions: { type: 'takeSession', params: ({ event }) => event.output },
                    },
                    onError: [
                      {
                        guard: { type: 'isWorthless', params: ({ event }) => ({ error: event.error }) },
                        target: '#session.startingLogin',
                        actions: ['clearToken', 'forgetSession'],
                      },
                      {
                        guard: { type: 'isUnreachable', params: ({ event }) => ({ error: event.error }) },
                        target: 'waiting',
                      },
                      { target: '#session.startingLogin', actions: 'forgetSession' },
                    ],
                  },
                },
                waiting: {
                  entry: 'countTry',
                  after: {
                    retryPause: [{ guard: 'isOffline', target: 'waiting', reenter: true }, { target: 'refreshing' }],
                  },
                  on: { 'network.returned': 'refreshing', 'login.noticed': 'refreshing' },
                },
              },
            },
          },
        },
        person: {
          initial: 'fetching',
          states: {
            fetching: {
              invoke: {
                src: 'fetchUser',
                onDone: { target: 'known', actions: assign({ user: ({ event }) => event.output }) },
                onError: [
                  {
                    guard: 'wasRefused',
                    target: '#session.refused',
                    actions: {
                      type: 'fail',
                      params: ({ event }) => ({ error: event.error, fallback: 'The server does not answer.' }),
                    },
                  },
                  { target: '#session.startingLogin', actions: 'rememberRefusal' },
                ],
              },
            },
            known: {},
          },
        },
        profile: {
          initial: 'loading',
          states: {
            loading: {
              invoke: {
                src: 'loadProfile',
                onDone: { target: 'settled', actions: assign({ profile: ({ event }) => event.output }) },
                onError: {
                  target: 'settled',
                  actions: { type: 'logProfileFailure', params: ({ event }) => ({ error: event.error }) },
                },
              },
            },
            settled: {},
          },
        },
      },
    },
    /** The API does not accept what the provider gave. Only the person goes on from here, so that nothing loops. */
    refused: {
      on: { 'user.retry': 'checking' },
    },
    startingLogin: {
      tags: 'leaving',
      entry: 'forgetFailure',
      invoke: {
        src: 'startLogin',
        input: ({ event }) => ({ returnTo: event.type === 'route.refused' ? event.href : null }),
        onError: { target: 'failed', actions: { type: 'fail', params: ({ event }) => ({ error: event.error }) } },
      },
    },
    loggingOut: {
      tags: 'leaving',
      entry: 'closeToolWindow',
      invoke: {
        src: 'logOutOfTool',
        // The tool's answer is only logged; a tool that is down keeps nobody signed in.
        onDone: { target: 'endingSession', actions: 'markLogout' },
        onError: { target: 'endingSession', actions: 'markLogout' },
      },
    },
    endingSession: {
      tags: 'leaving',
      entry: 'forgetSession',
      invoke: { src: 'endSession', onError: { target: 'anonymous', actions: assign({ isSignedOut: true }) } },
    },
  },
})

export type SessionActor = ActorRefFrom<typeof sessionMachine>
type Snapshot = SnapshotFrom<typeof sessionMachine>

/** The three answers that the guard and the header need. A page on its way to the provider counts as anonymous. */
export const statusOf = (snapshot: Snapshot): SessionStatus =>
  snapshot.hasTag('pending') ? 'unknown' : snapshot.hasTag('authenticated') ? 'authenticated' : 'anonymous'

export const failureOfSession = (snapshot: Snapshot) => snapshot.context.failure
export const sessionOf = (snapshot: Snapshot) => snapshot.context.session
export const userOf = (snapshot: Snapshot) => snapshot.context.user
export const profileOf = (snapshot: Snapshot) => snapshot.context.profile
export const returnToOf = (snapshot: Snapshot) => snapshot.context.returnTo
export const isSignedOut = (snapshot: Snapshot) => snapshot.context.isSignedOut && snapshot.matches('anonymous')
/** Whether a wait for a fresh token goes on. */
export const isRenewing = (snapshot: Snapshot) => snapshot.matches({ authenticated: { token: 'renewing' } })
/** `overdue`: the provider has been out of reach for five minutes. */
export const connectionOf = (snapshot: Snapshot): 'there' | 'lost' | 'overdue' =>
  !isRenewing(snapshot) || snapshot.context.tries === 0
    ? 'there'
    : snapshot.context.tries > retryPauses.length
      ? 'overdue'
      : 'lost'
export const isLeaving = (snapshot: Snapshot) => snapshot.hasTag('leaving')
export const isPersonKnown = (snapshot: Snapshot) => snapshot.matches({ authenticated: { person: 'known' } })
export const isRefused = (snapshot: Snapshot) => snapshot.matches('refused')

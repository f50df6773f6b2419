import { type ActorRefFrom, assign, emit, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { placeholderActor } from '../lib/placeholder-actor'
import type { UserProfile } from './profile'
import type { Session } from './roles'
import { nextTryCount, isOverdue, refreshBelowSeconds, refreshIntervalMs, retryPauseMs } from './token-refresh'

export type SessionStatus = 'unknown' | 'anonymous' | 'authenticated'
export type User = components['schemas']['User']

/** A sign-in failure. `reason` selects the message shown to users (src/session/login-failure-text.ts). */
export type SessionFailure = { name: '[vue-keycloak]'; message: string; reason: string | null }

/**
 * The result of checking for a session. `blocked` means that the browser blocked the provider's cookie in the hidden
 * iframe, so only a full-page redirect can determine whether there is a session.
 */
export type Finding = { kind: 'session'; session: Session } | { kind: 'anonymous' } | { kind: 'blocked' }

/** The result of a return from the provider. `session` is null if a full-page check found that no user is signed in. */
export type SignInReturn = { session: Session | null; returnTo: string }

/**
 * The error properties that determine the next step. `status` is the HTTP status of a token refresh; 400 means that the
 * refresh token is no longer valid. `error` is the provider's OAuth error code. `kind` is `unreachable` when the
 * provider does not respond at all, so its login page cannot be reached either.
 */
type Refusal = { status?: unknown; kind?: unknown; error?: unknown }

const errorText = (error: unknown): string | null => {
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
    message: errorText(error) ?? fallback,
    reason: typeof reason === 'string' ? reason : null,
  }
}

/**
 * The session, from the first check to the logout.
 *
 * It requests a session from the provider without forcing a login, keeps the access token fresh while a user is signed
 * in, and redirects to the provider's login page when a refresh fails. While the provider is unreachable, the page
 * stays open and retries. Only one refresh or redirect runs at a time. A rejection by the API that caused a redirect to
 * the login page is remembered until the API has accepted the sign-in for half a minute: a second rejection within that
 * time is shown instead of causing another redirect.
 */
export const sessionMachine = setup({
  types: {
    input: {} as {
      /** Whether the page was opened by a redirect from the provider. */
      isProviderReturn: boolean
      /** Whether a rejection by the API has just redirected this tab to the login page. */
      wasRefused: boolean
      /** Whether this tab has already checked for a session with a full-page redirect. */
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
      /** The address that the user requested before the login. Set when the provider redirects back. */
      returnTo: string | null
      /**
       * Whether the user logged out while the provider could not be reached, so that there was no redirect to its
       * logout page.
       */
      isSignedOut: boolean
      /** The number of consecutive refresh attempts that failed because the provider was unreachable. */
      tries: number
    },
    events: {} as
      | { type: 'login.requested' }
      /** The route guard denied access to this address. */
      | { type: 'route.refused'; href: string }
      /** A login was completed in another tab. */
      | { type: 'login.noticed' }
      /** A login was completed in a window opened by this page. */
      | { type: 'session.opened'; session: Session }
      | { type: 'logout.requested' }
      | { type: 'logout.noticed' }
      | { type: 'access.refused' }
      /** The user deleted their data, here or on another device. */
      | { type: 'person.deleted' }
      | { type: 'token.renewed'; session: Session }
      /** An API call found the provider unreachable before the next scheduled refresh. */
      | { type: 'connection.lost' }
      | { type: 'network.returned' }
      | { type: 'page.restored' }
      | { type: 'user.retry' },
    /**
     * No user is signed in. A page that requires one must react. `isSignedOut` is true if the user has logged out on
     * this page.
     */
    emitted: {} as { type: 'user.missing'; isSignedOut: boolean },
    tags: {} as 'pending' | 'authenticated' | 'leaving',
  },
  actors: {
    finishLogin: placeholderActor<SignInReturn>('finishLogin'),
    checkSession: placeholderActor<Finding>('checkSession'),
    /** Checks for a session with a full-page redirect. Settles only by rejecting, when the redirect fails. */
    probeSession: placeholderActor<void>('probeSession'),
    /**
     * Requests the session of other tabs, for browsers in which only a full-page redirect can reach the provider.
     */
    borrowSession: placeholderActor<Finding>('borrowSession'),
    refreshToken: placeholderActor<Session, { minValidity: number }>('refreshToken'),
    fetchUser: placeholderActor<User>('fetchUser'),
    loadProfile: placeholderActor<UserProfile>('loadProfile'),
    /**
     * Redirects to the provider's login page. Settles only by rejecting, when the redirect fails. Without an address,
     * the user returns to the current page after the login or, if that is the login page, to the page before it.
     */
    startLogin: placeholderActor<void, { returnTo: string | null }>('startLogin'),
    logOutOfTool: placeholderActor<void>('logOutOfTool'),
    /** Always drops this tab's tokens first, then redirects to the provider's logout page. */
    endSession: placeholderActor<void>('endSession'),
  },
  actions: {
    clearToken: () => {},
    closeToolWindow: () => {},
    /** Remembers the deletion until the page that follows the logout has reported it. */
    markDeletion: () => {},
    reportDeletion: () => {},
    forgetDeletion: () => {},
    markLogin: () => {},
    markLogout: () => {},
    reportStartFailure: () => {},
    /** Shows the provider's error as a notice, whichever page is open. */
    showProviderError: () => {},
    logProfileFailure: (_, _failure: { error: unknown }) => {},
    rememberRefusal: () => {},
    forgetRefusal: () => {},
    /** Removes data that another user left in this tab. */
    removeOtherUsersData: (_, _userId: string) => {},
    takeSession: assign({ session: (_, session: Session) => session, failure: null }),
    takeFinding: assign({ session: (_, finding: Finding) => (finding.kind === 'session' ? finding.session : null) }),
    takeArrival: assign((_, arrival: SignInReturn) => ({ ...arrival, failure: null })),
    forgetSession: assign({ session: null, user: null, profile: null }),
    /** Clears the last failure before a new attempt. */
    forgetFailure: assign({ failure: null }),
    fail: assign({
      failure: (_, { error, fallback }: { error: unknown; fallback?: string }) => failureOf(error, fallback),
    }),
    /** Lets the next check request the session of the tab that has just signed in, even if no tab seems to have one. */
    expectLender: () => {},
    /** Prevents a full-page check, because the user is already reading this page. */
    skipProbe: assign({ wasProbed: true }),
    countFailedRefresh: assign({ tries: ({ context }) => nextTryCount(context.tries) }),
  },
  guards: {
    isProviderReturn: ({ context }) => context.isProviderReturn,
    isSignedIn: (_, finding: Finding) => finding.kind === 'session',
    mayProbe: ({ context }, finding: Finding) => finding.kind === 'blocked' && !context.wasProbed,
    isBlocked: (_, finding: Finding) => finding.kind === 'blocked',
    /** Whether the provider responded with an error code. */
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
    refreshInterval: refreshIntervalMs,
    refusalMemory: 30_000,
    retryPause: ({ context }) => retryPauseMs(context.tries),
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
    // The session of a page restored from the back/forward cache may be out of date.
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
          // The response matches no stored login state or was already used: check for a session as on any other page.
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
      // Check again: the provider may have responded before the login in the other tab.
      on: { 'login.noticed': { target: 'checking', reenter: true, actions: ['skipProbe', 'expectLender'] } },
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
            actions: [{ type: 'fail', params: ({ event }) => ({ error: event.error }) }, 'showProviderError'],
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
      on: { 'login.noticed': { target: 'checking', actions: ['skipProbe', 'expectLender'] } },
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
      entry: [
        'reportDeletion',
        emit(({ context }) => ({ type: 'user.missing' as const, isSignedOut: context.isSignedOut })),
      ],
      on: {
        'login.requested': 'startingLogin',
        'route.refused': 'startingLogin',
        'login.noticed': { target: 'checking', actions: ['skipProbe', 'expectLender'] },
      },
    },
    failed: {
      entry: emit({ type: 'user.missing' as const, isSignedOut: false }),
      on: {
        'login.requested': 'startingLogin',
        'login.noticed': { target: 'checking', actions: ['skipProbe', 'expectLender'] },
      },
    },
    authenticated: {
      tags: 'authenticated',
      type: 'parallel',
      entry: [
        { type: 'removeOtherUsersData', params: ({ context }) => context.session?.userId ?? '' },
        'forgetDeletion',
      ],
      exit: assign({ tries: 0 }),
      on: {
        'logout.requested': 'loggingOut',
        'person.deleted': { target: 'loggingOut', actions: 'markDeletion' },
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
                // The login page cannot be reached either, so a token that expires during an outage causes no redirect.
                'access.refused': { guard: 'isDisconnected' },
              },
              states: {
                refreshing: {
                  invoke: {
                    src: 'refreshToken',
                    input: { minValidity: refreshBelowSeconds },
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
                  entry: 'countFailedRefresh',
                  after: {
                    retryPause: [{ guard: 'isOffline', target: 'waiting', reenter: true }, { target: 'refreshing' }],
                  },
                  on: {
                    // The first attempt may fail because the network is not ready yet, so the pause before the next one
                    // is kept short.
                    'network.returned': { target: 'refreshing', actions: assign({ tries: 1 }) },
                    'login.noticed': 'refreshing',
                  },
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
                onDone: [
                  {
                    guard: 'wasRefused',
                    target: 'known.doubted',
                    actions: assign({ user: ({ event }) => event.output }),
                  },
                  { target: 'known.trusted', actions: assign({ user: ({ event }) => event.output }) },
                ],
                onError: [
                  {
                    guard: 'wasRefused',
                    target: '#session.refused',
                    actions: {
                      type: 'fail',
                      params: ({ event }) => ({ error: event.error, fallback: 'The server is not responding.' }),
                    },
                  },
                  { target: '#session.startingLogin', actions: 'rememberRefusal' },
                ],
              },
            },
            known: {
              initial: 'trusted',
              states: {
                /** The API has rejected the sign-in before. */
                doubted: {
                  after: {
                    refusalMemory: { target: 'trusted', actions: assign({ wasRefused: false }) },
                  },
                },
                trusted: { entry: 'forgetRefusal' },
              },
            },
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
    /** The API rejects the provider's token. Only the user can continue from here, which prevents a redirect loop. */
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
        // A failed tool logout does not keep the user signed in.
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

/** The status for the guard and the header. A page that is redirecting to the provider counts as anonymous. */
export const statusOf = (snapshot: Snapshot): SessionStatus =>
  snapshot.hasTag('pending') ? 'unknown' : snapshot.hasTag('authenticated') ? 'authenticated' : 'anonymous'

export const failureOfSession = (snapshot: Snapshot) => snapshot.context.failure
export const sessionOf = (snapshot: Snapshot) => snapshot.context.session
export const userOf = (snapshot: Snapshot) => snapshot.context.user
export const profileOf = (snapshot: Snapshot) => snapshot.context.profile
export const returnToOf = (snapshot: Snapshot) => snapshot.context.returnTo
export const isSignedOut = (snapshot: Snapshot) => snapshot.context.isSignedOut && snapshot.matches('anonymous')
/** Whether no user is signed in, as opposed to a user whose session has to be renewed. */
export const hasNoUser = (snapshot: Snapshot) => snapshot.matches('anonymous') || snapshot.matches('endingSession')
/** Whether the access token is being renewed, including the pauses between retries. */
export const isRenewing = (snapshot: Snapshot) => snapshot.matches({ authenticated: { token: 'renewing' } })
/**
 * The state of the connection to the provider. It is `overdue` once the provider has been unreachable for five minutes.
 */
export const connectionOf = (snapshot: Snapshot): 'there' | 'lost' | 'overdue' =>
  !isRenewing(snapshot) || snapshot.context.tries === 0
    ? 'there'
    : isOverdue(snapshot.context.tries)
      ? 'overdue'
      : 'lost'
export const isLeaving = (snapshot: Snapshot) => snapshot.hasTag('leaving')
export const isStartingLogin = (snapshot: Snapshot) => snapshot.matches('startingLogin')
export const isPersonKnown = (snapshot: Snapshot) => snapshot.matches({ authenticated: { person: 'known' } })
export const isRefused = (snapshot: Snapshot) => snapshot.matches('refused')

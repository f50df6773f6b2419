import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { notProvided } from '../lib/not-provided'

/** A signed-in person's tokens, as the identity provider gave them. */
export type Session = {
  accessToken: string
  userId: string
  username: string
  realmRoles: string[]
  /** Roles per client of the provider. */
  resourceRoles: Record<string, string[]>
}

export type SessionStatus = 'unknown' | 'anonymous' | 'authenticated'
export type User = components['schemas']['User']

/** A failure of the sign-in, in the words the person is shown. */
export type SessionFailure = { name: string; message: string }

/** What a refusal means for the stored token: a 400 says that it is worth nothing. */
type Refusal = { status?: unknown }

const failureOf = (error: unknown): SessionFailure => ({
  name: '[vue-keycloak]',
  message: error instanceof Error ? error.message : typeof error === 'string' ? error : 'Unknown',
})

/**
 * The session, from the first look for one to the log-out.
 *
 * It asks the provider without forcing a login, keeps the access token fresh while someone is signed in, and hands the
 * person over to the provider's login when that fails. There is never more than one refresh or redirect under way, and
 * a second refusal in a row is shown instead of tried again.
 */
export const sessionMachine = setup({
  types: {
    input: {} as {
      /** The page was opened by the provider's answer to a login. */
      isProviderReturn: boolean
      /** A refusal sent this tab to the login just before: the next one is shown. */
      wasRefused: boolean
    },
    context: {} as {
      isProviderReturn: boolean
      wasRefused: boolean
      session: Session | null
      user: User | null
      failure: SessionFailure | null
      /** Where the person wanted to be before the login; set once by its answer. */
      returnTo: string | null
    },
    events: {} as
      | { type: 'login.requested' }
      | { type: 'logout.requested' }
      | { type: 'logout.noticed' }
      | { type: 'access.refused' }
      | { type: 'refresh.due' }
      | { type: 'page.restored' }
      | { type: 'user.retry' },
    tags: {} as 'pending' | 'authenticated' | 'leaving',
  },
  actors: {
    finishLogin: notProvided<{ session: Session; returnTo: string }>('finishLogin'),
    checkSession: notProvided<Session | null>('checkSession'),
    refreshToken: notProvided<Session, { minValidity: number }>('refreshToken'),
    fetchUser: notProvided<User>('fetchUser'),
    /** Leaves the page; comes back only when it could not. */
    startLogin: notProvided<void>('startLogin'),
    logOutOfTool: notProvided<void>('logOutOfTool'),
    /** Forgets the tokens of this tab whatever happens, then leaves the page for the provider's log-out. */
    endSession: notProvided<void>('endSession'),
  },
  actions: {
    clearToken: () => {},
    closeToolWindow: () => {},
    markLogout: () => {},
    reportStartFailure: () => {},
    rememberRefusal: () => {},
    forgetRefusal: () => {},
    forgetSession: assign({ session: null, user: null }),
  },
  guards: {
    isSignedIn: (_, session: Session | null) => session !== null,
    isProviderReturn: ({ context }) => context.isProviderReturn,
    wasRefused: ({ context }) => context.wasRefused,
    isWorthless: (_, { error }: { error: unknown }) => (error as Refusal | null)?.status === 400,
  },
  delays: {
    refreshInterval: 30_000,
  },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, session: null, user: null, failure: null, returnTo: null }),
  initial: 'opening',
  on: {
    // A page that comes back from the browser's memory has an old idea of the session.
    'page.restored': '.checking',
  },
  states: {
    opening: {
      always: [{ guard: 'isProviderReturn', target: 'finishingLogin' }, { target: 'checking' }],
    },
    finishingLogin: {
      tags: 'pending',
      invoke: {
        src: 'finishLogin',
        onDone: {
          target: 'authenticated',
          actions: assign({
            session: ({ event }) => event.output.session,
            returnTo: ({ event }) => event.output.returnTo,
          }),
        },
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
      },
    },
    checking: {
      tags: 'pending',
      invoke: {
        src: 'checkSession',
        onDone: [
          {
            guard: { type: 'isSignedIn', params: ({ event }) => event.output },
            target: 'authenticated',
            actions: assign({ session: ({ event }) => event.output }),
          },
          { target: 'anonymous' },
        ],
        onError: {
          target: 'failed',
          actions: [assign({ failure: ({ event }) => failureOf(event.error) }), 'reportStartFailure'],
        },
      },
    },
    anonymous: {
      on: { 'login.requested': 'startingLogin' },
    },
    failed: {
      on: { 'login.requested': 'startingLogin' },
    },
    authenticated: {
      tags: 'authenticated',
      type: 'parallel',
      on: {
        'logout.requested': 'loggingOut',
        'logout.noticed': { target: 'endingSession', actions: 'closeToolWindow' },
        'access.refused': [
          { guard: 'wasRefused', target: '.person.refused', actions: 'clearToken' },
          { target: 'startingLogin', actions: ['clearToken', 'rememberRefusal', 'forgetSession'] },
        ],
      },
      states: {
        token: {
          initial: 'fresh',
          states: {
            fresh: {
              after: { refreshInterval: 'refreshing' },
              on: { 'refresh.due': 'refreshing' },
            },
            refreshing: {
              invoke: {
                src: 'refreshToken',
                input: { minValidity: 60 },
                onDone: { target: 'fresh', actions: assign({ session: ({ event }) => event.output }) },
                onError: [
                  {
                    guard: { type: 'isWorthless', params: ({ event }) => ({ error: event.error }) },
                    target: '#session.startingLogin',
                    actions: ['clearToken', 'forgetSession'],
                  },
                  { target: '#session.startingLogin', actions: 'forgetSession' },
                ],
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
                onDone: {
                  target: 'known',
                  actions: [assign({ user: ({ event }) => event.output, wasRefused: false }), 'forgetRefusal'],
                },
                onError: [
                  {
                    guard: 'wasRefused',
                    target: 'refused',
                    actions: assign({ failure: ({ event }) => failureOf(event.error) }),
                  },
                  { target: '#session.startingLogin', actions: 'rememberRefusal' },
                ],
              },
            },
            known: {},
            refused: { on: { 'user.retry': 'fetching' } },
          },
        },
      },
    },
    startingLogin: {
      tags: 'leaving',
      invoke: {
        src: 'startLogin',
        onError: { target: 'failed', actions: assign({ failure: ({ event }) => failureOf(event.error) }) },
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
      invoke: { src: 'endSession', onError: 'anonymous' },
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
export const isRefused = (snapshot: Snapshot) => snapshot.matches({ authenticated: { person: 'refused' } })

/** Whether the person holds every one of these realm roles. */
export const hasRealmRoles = (session: Session | null, roles: string[]) =>
  session !== null && roles.every((role) => session.realmRoles.includes(role))

/** Whether the person holds every one of these roles for a client of the provider. */
export const hasResourceRoles = (session: Session | null, client: string, roles: string[]) =>
  session !== null && roles.every((role) => session.resourceRoles[client]?.includes(role) ?? false)

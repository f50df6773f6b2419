import { assign, setup } from 'xstate'

import { placeholderCallback } from '../lib/placeholder-actor'
import type { SessionStatus } from './session.machine'

/** The target of a navigation, with everything the guard needs to decide. */
export type GuardedRoute = {
  /** The path, with query and hash. */
  href: string
  access: 'public' | 'authenticated'
  /**
   * Whether the route is /login with `code` and `state`, which are the provider's response. The guard does not check
   * them.
   */
  isProviderReturn: boolean
  isLogin: boolean
}

/**
 * Guards a single navigation. A protected route waits for the session status, with at most 30 checks 100 ms apart. If
 * the status is still unknown after that, the navigation proceeds and the API decides on access.
 */
export const routeGuardMachine = setup({
  types: {
    /** `status` is the session status when the navigation starts. */
    input: {} as { route: GuardedRoute; status: SessionStatus },
    context: {} as { route: GuardedRoute; status: SessionStatus; checks: number },
    events: {} as { type: 'status.read'; status: SessionStatus },
    output: {} as 'pass' | 'login',
  },
  actors: {
    /** Reports status.read with the current session status, once and immediately. */
    readStatus: placeholderCallback('readStatus'),
  },
  actions: {
    /** Stores the address to which the user returns after a login. */
    recordRoute: (_, _route: GuardedRoute) => {},
  },
  guards: {
    isProviderReturn: ({ context }) => context.route.isProviderReturn,
    isLogin: ({ context }) => context.route.isLogin,
    isPublic: ({ context }) => context.route.access === 'public',
    isAuthenticated: ({ context }) => context.status === 'authenticated',
    isAnonymous: ({ context }) => context.status === 'anonymous',
    isOutOfChecks: ({ context }) => context.checks >= 30,
  },
  delays: {
    checkInterval: 100,
  },
}).createMachine({
  id: 'routeGuard',
  context: ({ input }) => ({ ...input, checks: 0 }),
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: 'isProviderReturn', target: 'passed' },
        { guard: 'isLogin', target: 'passed' },
        {
          guard: 'isPublic',
          target: 'passed',
          actions: { type: 'recordRoute', params: ({ context }) => context.route },
        },
        { guard: 'isAuthenticated', target: 'passed' },
        {
          guard: 'isAnonymous',
          target: 'refused',
          actions: { type: 'recordRoute', params: ({ context }) => context.route },
        },
        { guard: 'isOutOfChecks', target: 'passed' },
        { target: 'waiting' },
      ],
    },
    waiting: {
      after: { checkInterval: 'checking' },
    },
    checking: {
      invoke: { src: 'readStatus' },
      on: {
        'status.read': {
          target: 'deciding',
          actions: assign({
            status: ({ event }) => event.status,
            checks: ({ context }) => context.checks + 1,
          }),
        },
      },
    },
    passed: { type: 'final', output: 'pass' },
    refused: { type: 'final', output: 'login' },
  },
  output: ({ event }) => (event.output === 'login' ? 'login' : 'pass'),
})

import { assign, setup } from 'xstate'

import type { SessionStatus } from './session.machine'

/** Where a navigation leads, and what the guard has to know of it. */
export type GuardedRoute = {
  /** Path with query and hash. */
  href: string
  access: 'public' | 'authenticated'
  /** /login with code and state: the provider's answer, to be let through unread. */
  isProviderReturn: boolean
  isLogin: boolean
}

/** The session as the guard looks at it, each time anew. */
type ReadStatus = () => SessionStatus

/**
 * One navigation's way past the guard. A protected route waits for the session's status, 30 looks of 100 ms at the
 * most; if it is never known, the navigation proceeds and the API has the last word.
 */
export const routeGuardMachine = setup({
  types: {
    input: {} as { route: GuardedRoute; readStatus: ReadStatus },
    context: {} as { route: GuardedRoute; readStatus: ReadStatus; status: SessionStatus; checks: number },
    output: {} as 'pass' | 'login',
  },
  actions: {
    /** Keeps the address as the last public route, where a login returns to. */
    recordRoute: (_, _route: GuardedRoute) => {},
    look: assign({
      status: ({ context }) => context.readStatus(),
      checks: ({ context }) => context.checks + 1,
    }),
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
  context: ({ input }) => ({ ...input, status: input.readStatus(), checks: 0 }),
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
      after: { checkInterval: { target: 'deciding', actions: 'look' } },
    },
    passed: { type: 'final', output: 'pass' },
    refused: { type: 'final', output: 'login' },
  },
  output: ({ event }) => (event.output === 'login' ? 'login' : 'pass'),
})

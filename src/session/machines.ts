import { fromPromise } from 'xstate'

import { routeGuardMachine } from '../../machines/session/route-guard.machine'
import { type Session, sessionMachine, type User } from '../../machines/session/session.machine'
import { loadingMachine } from '../../machines/session/loading.machine'
import type { SessionPort } from './oidc'
import { keepRoute, keptRoute, markLogout, refusalMark } from './storage'

type SessionWorld = {
  port: SessionPort
  fetchUser: (signal: AbortSignal) => Promise<User>
  logOutOfTool: () => Promise<void>
  closeToolWindow: () => void
  alert: (text: string) => void
}

/** Where the session's machines meet the world. */
export const connectSession = ({ port, fetchUser, logOutOfTool, closeToolWindow, alert }: SessionWorld) => ({
  loading: loadingMachine.provide({
    actions: {
      warnOfTimeout: () =>
        console.warn('The sign-in status is not known after 4 seconds; the page is shown without it.'),
    },
  }),
  session: sessionMachine.provide({
    actors: {
      checkSession: fromPromise<Session | null>(() => port.checkSession()),
      finishLogin: fromPromise<{ session: Session; returnTo: string }>(() => port.finishLogin()),
      refreshToken: fromPromise<Session, { minValidity: number }>(({ input }) => port.refreshToken(input.minValidity)),
      fetchUser: fromPromise<User>(({ signal }) => fetchUser(signal)),
      startLogin: fromPromise<void>(() => port.startLogin(keptRoute())),
      logOutOfTool: fromPromise<void>(logOutOfTool),
      endSession: fromPromise<void>(() => port.endSession()),
    },
    actions: {
      clearToken: port.clearToken,
      closeToolWindow,
      markLogout,
      rememberRefusal: refusalMark.set,
      forgetRefusal: refusalMark.clear,
      reportStartFailure: () => alert('Failed to initializing Keycloak. Please check your internet connection.'),
    },
  }),
  routeGuard: routeGuardMachine.provide({
    actions: { recordRoute: (_, route) => keepRoute(route.href) },
  }),
})

import { fromPromise } from 'xstate'

import { loadingMachine } from '../../machines/session/loading.machine'
import type { UserProfile } from '../../machines/session/profile'
import { routeGuardMachine } from '../../machines/session/route-guard.machine'
import type { Session } from '../../machines/session/roles'
import { type SignInReturn, type Finding, sessionMachine, type User } from '../../machines/session/session.machine'
import { dropDrafts } from './drafts'
import type { SessionPort } from './oidc-adapter'
import { dropSharedDrafts } from './cross-tab-drafts'
import {
  forgetProfile,
  keepRoute,
  keptRoute,
  markLogin,
  markLogout,
  personMark,
  probeMark,
  refusalMark,
} from './storage'

type SessionWorld = {
  port: SessionPort
  /** Where the person is, with query and hash; null at /login, which is no place to come back to. */
  place: () => string | null
  fetchUser: (signal: AbortSignal) => Promise<User>
  loadProfile: (signal: AbortSignal) => Promise<UserProfile>
  logOutOfTool: () => Promise<void>
  closeToolWindow: () => void
  /** Takes away what the last person left in this tab, their tool session included. */
  forgetPerson: () => void
  alert: (text: string) => void
  tell: (text: string) => void
}

/** For how many ms the page has been seen. */
const shownFor = () => {
  const [paint] = performance.getEntriesByType('paint')
  return paint ? performance.now() - paint.startTime : 0
}

/** Where the session's machines meet the world. */
export const connectSession = (world: SessionWorld) => {
  const { port } = world
  const returnTo = () => world.place() ?? keptRoute()
  /** What one person leaves behind goes; what the next one has left here before stays theirs. */
  const forgetEverything = (nextUser: string | null) => {
    world.forgetPerson()
    forgetProfile()
    dropDrafts()
    dropSharedDrafts(nextUser)
  }

  return {
    loading: loadingMachine.provide({
      delays: { overlayLimit: () => Math.max(0, 4_000 - shownFor()) },
      actions: {
        warnOfTimeout: () => {
          // public/before-app.js has warned of an overlay that ended before this code was there.
          if ('uncovered' in document.documentElement.dataset) return
          console.warn('The sign-in status is not known after 4 seconds; the page is shown without it.')
        },
      },
    }),

    session: sessionMachine.provide({
      actors: {
        checkSession: fromPromise<Finding>(() => port.checkSession()),
        probeSession: fromPromise<void>(() => {
          probeMark.set()
          return port.probeSession(returnTo())
        }),
        borrowSession: fromPromise<Finding>(() => port.borrowSession()),
        finishLogin: fromPromise<SignInReturn>(() => port.finishLogin()),
        refreshToken: fromPromise<Session, { minValidity: number }>(({ input }) =>
          port.refreshToken(input.minValidity),
        ),
        fetchUser: fromPromise<User>(({ signal }) => world.fetchUser(signal)),
        loadProfile: fromPromise<UserProfile>(({ signal }) => world.loadProfile(signal)),
        startLogin: fromPromise<void, { returnTo: string | null }>(({ input }) =>
          port.startLogin(input.returnTo ?? returnTo()),
        ),
        logOutOfTool: fromPromise<void>(() => world.logOutOfTool()),
        endSession: fromPromise<void>(() => {
          forgetEverything(null)
          return port.endSession()
        }),
      },
      actions: {
        clearToken: () => port.clearToken(),
        closeToolWindow: () => world.closeToolWindow(),
        markLogin,
        markLogout,
        rememberRefusal: refusalMark.set,
        forgetRefusal: refusalMark.clear,
        dropOthers: (_, userId) => {
          if (personMark.isOf(userId)) return
          forgetEverything(userId)
          personMark.set(userId)
        },
        logProfileFailure: (_, { error }) => console.warn('The profile could not be loaded.', error),
        tellAnswer: ({ context: { failure } }) =>
          void import('./failure-text').then(
            ({ failureText }) => failure && world.tell(failureText(failure)),
            () => world.tell('The login failed. Please try again.'),
          ),
        reportStartFailure: () =>
          world.alert('Failed to initializing Keycloak. Please check your internet connection.'),
      },
      guards: { isOffline: () => !navigator.onLine },
    }),

    routeGuard: routeGuardMachine.provide({
      actions: { recordRoute: (_, route) => keepRoute(route.href) },
    }),
  }
}

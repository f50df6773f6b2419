import { fromCallback, fromPromise } from 'xstate'

import { loadingMachine } from '../../machines/session/loading.machine'
import type { UserProfile } from '../../machines/session/profile'
import { routeGuardMachine } from '../../machines/session/route-guard.machine'
import type { Session } from '../../machines/session/roles'
import {
  type SignInReturn,
  type Finding,
  sessionMachine,
  type SessionStatus,
  type User,
} from '../../machines/session/session.machine'
import { deleteKeptBoard } from './kept-board-database'
import { dropDrafts } from './drafts/drafts'
import type { SessionPort } from './provider/oidc-adapter'
import { dropSharedDrafts } from './drafts/cross-tab-drafts'
import {
  deletionMark,
  forgetProfile,
  saveRoute,
  lastRoute,
  markLogin,
  markLogout,
  userMark,
  probeMark,
  refusalMark,
} from './storage'

type SessionEnv = {
  port: SessionPort
  status: () => SessionStatus
  /** The current path with query and hash; null at /login, to which the user must not return after a login. */
  place: () => string | null
  fetchUser: (signal: AbortSignal) => Promise<User>
  loadProfile: (signal: AbortSignal) => Promise<UserProfile>
  logOutOfTool: () => Promise<void>
  closeToolWindow: () => void
  /** Removes the tool session that the previous user left in this tab. */
  forgetUser: () => void
  alert: (text: string) => void
  notify: (text: string, kind?: 'error' | 'success') => void
}

/** Milliseconds since the page's first paint; 0 before it. */
const paintedFor = () => {
  const [paint] = performance.getEntriesByType('paint')
  return paint ? performance.now() - paint.startTime : 0
}

/** Provides the session machines with their actors, actions and guards. */
export const connectSession = (env: SessionEnv) => {
  const { port } = env
  const returnTo = () => env.place() ?? lastRoute()
  /** Removes the tool session, profile and drafts of the previous user. Keeps the shared drafts of the next user. */
  const removeUserData = (nextUser: string | null) => {
    env.forgetUser()
    forgetProfile()
    dropDrafts()
    dropSharedDrafts(nextUser)
  }

  return {
    loading: loadingMachine.provide({
      delays: { overlayLimit: () => Math.max(0, 4_000 - paintedFor()) },
      actions: {
        warnOfTimeout: () => {
          // If the overlay ended before this code was loaded, public/before-app.js has already logged a warning.
          if ('uncovered' in document.documentElement.dataset) return
          console.warn('The sign-in status is still unknown after 4 seconds; the page is shown without it.')
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
        fetchUser: fromPromise<User>(({ signal }) => env.fetchUser(signal)),
        loadProfile: fromPromise<UserProfile>(({ signal }) => env.loadProfile(signal)),
        startLogin: fromPromise<void, { returnTo: string | null }>(({ input }) =>
          port.startLogin(input.returnTo ?? returnTo()),
        ),
        logOutOfTool: fromPromise<void>(() => env.logOutOfTool()),
        endSession: fromPromise<void>(() => {
          removeUserData(null)
          deleteKeptBoard()
          return port.endSession()
        }),
      },
      actions: {
        clearToken: () => port.clearToken(),
        expectLender: () => port.expectLender(),
        closeToolWindow: () => env.closeToolWindow(),
        markLogin,
        markLogout,
        markDeletion: deletionMark.set,
        forgetDeletion: deletionMark.clear,
        reportDeletion: () => {
          if (!deletionMark.isSet()) return
          deletionMark.clear()
          env.notify('Your data was deleted, and you were signed out.', 'success')
        },
        rememberRefusal: refusalMark.set,
        forgetRefusal: refusalMark.clear,
        removeOtherUsersData: (_, userId) => {
          if (userMark.isOf(userId)) return
          removeUserData(userId)
          userMark.set(userId)
        },
        logProfileFailure: (_, { error }) => console.warn('The profile could not be loaded.', error),
        showProviderError: ({ context: { failure } }) =>
          void import('./login-failure-text').then(
            ({ failureText }) => failure && env.notify(failureText(failure)),
            () => env.notify('The login failed. Please try again.'),
          ),
        reportStartFailure: () => env.alert('Failed to initializing Keycloak. Please check your internet connection.'),
      },
      guards: { isOffline: () => !navigator.onLine },
    }),

    routeGuard: routeGuardMachine.provide({
      actors: { readStatus: fromCallback(({ sendBack }) => sendBack({ type: 'status.read', status: env.status() })) },
      actions: { recordRoute: (_, route) => saveRoute(route.href) },
    }),
  }
}

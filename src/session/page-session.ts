import { createActor, waitFor } from 'xstate'

import type { GuardedRoute } from '../../machines/session/route-guard.machine'
import {
  connectionOf,
  failureOfSession,
  hasNoUser,
  isRenewing,
  isStartingLogin,
  returnToOf,
  type SessionActor,
  sessionOf,
  statusOf,
  type User,
  userOf,
} from '../../machines/session/session.machine'
import { hydratable } from './hydration-snapshots'
import { connectSession } from './machines'
import { isProviderReturn, type ProviderSettings } from './provider/oidc'
import type { Address, SessionPort } from './provider/oidc-adapter'
import { loginKey, logoutKey, probeMark, refusalMark } from './storage'
import { isWorkspacePath } from './workspace-path'

/** The window, or a substitute during prerendering. */
export type Page = Address & { alert: (text: string) => void }

export type PageSession = ReturnType<typeof createPageSession>

type PageSessionOptions = {
  page: Page
  /** The `auth` section of config.json. The section or its provider may be missing. */
  auth: { provider?: ProviderSettings | undefined } | undefined
  port: SessionPort
  fetchUser: (signal: AbortSignal) => Promise<User>
  logOutOfTool: () => Promise<void>
  closeToolWindow: () => void
  forgetUser: () => void
  /** Shows a notice on any page. */
  notify: (text: string, kind?: 'error' | 'success') => void
}

/** Creates the session for this page load, with its loading overlay and route guard. */
export function createPageSession({ page, auth, port, ...rest }: PageSessionOptions) {
  const provider = auth?.provider
  const machines = connectSession({
    port,
    ...rest,
    status: () => statusOf(session.getSnapshot()),
    place: () => {
      const { pathname, search, hash } = new URL(page.href())
      return pathname === '/login' ? null : `${pathname}${search}${hash}`
    },
    loadProfile: async (signal) => {
      if (!provider) throw new Error('')
      const { loadProfile } = await import('./profile')
      return loadProfile(provider, port.accessToken() ?? '', signal)
    },
    alert: provider ? page.alert : () => {},
  })
  const session: SessionActor = hydratable(
    createActor(machines.session, {
      input: {
        isProviderReturn: isProviderReturn(new URL(page.href())),
        wasRefused: refusalMark.isSet(),
        wasProbed: probeMark.isSet(),
      },
    }),
  )
  port.onRenewed((renewed) => session.send({ type: 'token.renewed', session: renewed }))
  const loading = hydratable(createActor(machines.loading))

  return {
    session,
    loading,

    /**
     * Returns the access token for a call, refreshed first if it expires within `minValidity` seconds; undefined if
     * this tab has no token.
     */
    freshToken: async (minValidity?: number, signal?: AbortSignal): Promise<string | undefined> => {
      if (port.accessToken() === undefined) return undefined
      try {
        const snapshot = session.getSnapshot()
        // A page that is redirecting to the login page needs no new token, and may be redirecting because a refresh
        // failed.
        if (connectionOf(snapshot) === 'there' && !isStartingLogin(snapshot)) await port.refreshToken(minValidity)
      } catch (error) {
        // A lost connection is reported. After any other failure, the old token is sent, and a 401 from the API
        // redirects to the login page.
        if ((error as { kind?: unknown }).kind === 'unreachable') session.send({ type: 'connection.lost' })
      }
      if (connectionOf(session.getSnapshot()) !== 'there' && (minValidity === -1 || port.secondsLeft() <= 0)) {
        await waitFor(session, (snapshot) => !isRenewing(snapshot), signal && { signal })
      }
      return port.accessToken()
    },

    /** Runs the login in a window that this page opened, and uses its session on this page. */
    logInAt: async (windowName: string) => {
      session.send({ type: 'session.opened', session: await port.logInAt(windowName) })
    },

    /** Waits until the sign-in status is known, and returns whether a user is signed in. */
    isSignedIn: async () =>
      statusOf(await waitFor(session, (snapshot) => statusOf(snapshot) !== 'unknown')) === 'authenticated',

    /**
     * Calls `listener` on changes while a user is signed in or the sign-in has failed. Prerendered pages cannot show
     * either without their code.
     */
    onUserOrFailure: (listener: () => void) =>
      session.subscribe((snapshot) => {
        if (statusOf(snapshot) === 'authenticated' || failureOfSession(snapshot)) listener()
      }),

    /**
     * Calls `listener` with the id of the user who signs in, and with null once it is known that no user is signed in.
     */
    onUserChange: (listener: (userId: string | null) => void) => {
      let last: string | null | undefined
      session.subscribe((snapshot) => {
        const user = hasNoUser(snapshot) ? null : sessionOf(snapshot)?.userId
        if (user === undefined || user === last) return
        last = user
        listener(user)
      })
    },

    /** Whether the page shows the workspace, now or after the return from the provider. */
    opensWorkspace: () => {
      const { pathname } = new URL(returnToOf(session.getSnapshot()) ?? page.href(), page.href())
      return isWorkspacePath(pathname)
    },

    /** Reports that the product API returned 401, and whether it did so because the user's data was deleted. */
    refuse: (isDeleted = false) => session.send({ type: isDeleted ? 'person.deleted' : 'access.refused' }),

    /** The current user's fields that the API expects in addition to the token. */
    currentUser: () => {
      const snapshot = session.getSnapshot()
      const current = sessionOf(snapshot)
      return {
        uid: current?.userId ?? '',
        uname: current?.username ?? '',
        uemail: userOf(snapshot)?.email ?? null,
      }
    },

    /** Runs the route guard for a navigation. If the guard requires a login, the session is told to start it. */
    guard: async (route: GuardedRoute): Promise<'pass' | 'login'> => {
      const navigation = createActor(machines.routeGuard, {
        input: { route, status: statusOf(session.getSnapshot()) },
      }).start()
      const { output } = await waitFor(navigation, ({ status }) => status === 'done')
      if (output === 'login') session.send({ type: 'route.refused', href: route.href })
      return output ?? 'pass'
    },

    start: () => {
      loading.start()
      session.subscribe((snapshot) => {
        if (statusOf(snapshot) !== 'unknown') loading.send({ type: 'status.known' })
      })
      session.start()
      addEventListener('storage', ({ key, newValue }) => {
        if (newValue === null) return
        if (key === logoutKey) session.send({ type: 'logout.noticed' })
        if (key === loginKey) session.send({ type: 'login.noticed' })
      })
      addEventListener('online', () => session.send({ type: 'network.returned' }))
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) session.send({ type: 'page.restored' })
      })
    },
  }
}

import type { SigninRedirectArgs, User, UserManager } from 'oidc-client-ts'

import type { Session } from '../../machines/session/session.machine'
import { sessionFrom } from './claims'

/** The realm's address is `{url}/realms/{realm}`, as Keycloak has it. */
export type ProviderSettings = { url: string; realm: string; clientId: string }

export type SessionPort = ReturnType<typeof createSessionPort>

/** The provider's answers that mean "nobody is signed in", not "something failed". */
const anonymousAnswers = new Set(['login_required', 'interaction_required', 'consent_required'])

const errorCode = (error: unknown) => (error as { error?: unknown } | null)?.error

/** The provider's refusal with the HTTP status it stands for, as the session machine asks for it. */
class RefreshError extends Error {
  override name = 'RefreshError'
  readonly status: number | undefined

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The session could not be refreshed.', { cause })
    // An OAuth error answer comes with 400, except for these two (RFC 6749, 5.2).
    const code = errorCode(cause)
    this.status = typeof code === 'string' && !['invalid_client', 'server_error'].includes(code) ? 400 : undefined
  }
}

const nonce = () => crypto.randomUUID().replaceAll('-', '')

/** Whether an address carries the provider's answer to a login, in its query or its hash. */
export function isProviderReturn(url: URL): boolean {
  const answers = [url.searchParams, new URLSearchParams(url.hash.slice(1))]
  return (
    url.pathname === '/login' &&
    answers.some((answer) => answer.has('state') && (answer.has('code') || answer.has('error')))
  )
}

/**
 * The OpenID Connect protocol behind the session machine: one function per actor it names. oidc-client-ts is loaded
 * with the first call. Tokens stay in this tab's sessionStorage.
 */
export function createSessionPort(provider: ProviderSettings, page: { origin: string; href: () => string }) {
  let manager: Promise<UserManager> | undefined
  let current: User | null = null
  let refreshing: Promise<Session> | undefined

  const getManager = () => {
    manager ??= import('oidc-client-ts').then(({ UserManager, WebStorageStateStore, Log }) => {
      Log.setLogger(console)
      Log.setLevel(Log.WARN)
      return new UserManager({
        authority: `${provider.url.replace(/\/+$/, '')}/realms/${provider.realm}`,
        client_id: provider.clientId,
        redirect_uri: `${page.origin}/login`,
        silent_redirect_uri: `${page.origin}/silent-check-sso.html`,
        post_logout_redirect_uri: page.origin,
        response_mode: 'fragment',
        scope: 'openid profile email',
        userStore: new WebStorageStateStore({ store: sessionStorage }),
        automaticSilentRenew: false,
        monitorSession: false,
        silentRequestTimeoutInSeconds: 10,
        staleStateAgeInSeconds: 3600,
        checkSessionIntervalInSeconds: 5,
        loadUserInfo: false,
      })
    })
    return manager
  }

  const keep = (user: User): Session => {
    current = user
    return sessionFrom(user.access_token)
  }

  const forget = async () => {
    current = null
    await (await getManager()).removeUser()
  }

  return {
    /** Asks the provider for a session in a hidden frame. Null: nobody is signed in. */
    async checkSession(): Promise<Session | null> {
      const oidc = await getManager()
      try {
        // A stored refresh token would be used instead of the frame, and a duplicated tab has a copy of it.
        await oidc.removeUser()
        const user = await oidc.signinSilent({ nonce: nonce() })
        return user ? keep(user) : null
      } catch (error) {
        if (anonymousAnswers.has(String(errorCode(error)))) return null
        throw error
      }
    },

    /** Redeems the provider's answer in the page's address. */
    async finishLogin(): Promise<{ session: Session; returnTo: string }> {
      const user = await (await getManager()).signinRedirectCallback(page.href())
      return { session: keep(user), returnTo: typeof user.state === 'string' ? user.state : '/' }
    },

    /** Makes the access token valid for `minValidity` more seconds (-1: always anew). One refresh at a time. */
    async refreshToken(minValidity: number): Promise<Session> {
      if (current && minValidity >= 0 && (current.expires_in ?? 0) >= minValidity)
        return sessionFrom(current.access_token)
      refreshing ??= (async () => {
        try {
          const user = await (await getManager()).signinSilent()
          if (!user) throw new Error('The provider gave no session.')
          return keep(user)
        } catch (error) {
          throw new RefreshError(error)
        } finally {
          refreshing = undefined
        }
      })()
      return refreshing
    },

    /** Leaves for the provider's login. Settles only by failing. */
    async startLogin(returnTo: string): Promise<void> {
      const args: SigninRedirectArgs = { state: returnTo, nonce: nonce() }
      await (await getManager()).signinRedirect(args)
      await new Promise<never>(() => {})
    },

    /** Forgets this tab's tokens, then leaves for the provider's log-out. */
    async endSession(): Promise<void> {
      const oidc = await getManager()
      const idToken = current?.id_token
      try {
        await oidc.signoutRedirect(idToken ? { id_token_hint: idToken } : {})
      } finally {
        await forget()
      }
      await new Promise<never>(() => {})
    },

    clearToken: () => void forget(),

    accessToken: () => current?.access_token,
  }
}

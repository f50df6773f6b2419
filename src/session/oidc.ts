import type { User } from 'oidc-client-ts'

import type { Arrival, Finding, Session } from '../../machines/session/session.machine'
import { sessionFrom } from './claims'
import { Lifetime } from './lifetime'
import { holdTokens, mayUseStoredTokens } from './token-owner'

/** The realm's address is `{url}/realms/{realm}`, as Keycloak has it. */
export type ProviderSettings = { url: string; realm: string; clientId: string }

/** The realm's address: the issuer of its tokens. */
export const authorityOf = ({ url, realm }: ProviderSettings) => `${url.replace(/\/+$/, '')}/realms/${realm}`

export type SessionPort = {
  /** Begins the look for a session, so that it runs beside the page's own code; `checkSession` takes its answer up. */
  lookAhead(): void
  /** Asks the provider for a session in a hidden frame. */
  checkSession(): Promise<Finding>
  /** Leaves the page to ask with the whole of it, for browsers that keep cookies from frames. */
  probeSession(returnTo: string): Promise<void>
  /** Redeems the provider's answer in the page's address, once. */
  finishLogin(): Promise<Arrival>
  /** Makes the access token valid for `minValidity` more seconds (-1: always anew). One refresh at a time. */
  refreshToken(minValidity?: number): Promise<Session>
  /** Leaves for the provider's login. Settles only by failing. */
  startLogin(returnTo: string): Promise<void>
  /** Forgets this tab's tokens, then leaves for the provider's log-out. Fails, still without tokens, if it is down. */
  endSession(): Promise<void>
  clearToken(): void
  accessToken(): string | undefined
  /** Hears of tokens that were renewed besides the session machine's own rhythm. One listener. */
  onRenewed(listener: (session: Session) => void): void
}

/** The adapter's own margin: a token with less than this is refreshed before it is used. */
const defaultValiditySeconds = 5

/** The provider's answers that mean "nobody is signed in", not "something failed". */
const anonymousAnswers = new Set(['login_required', 'interaction_required', 'consent_required'])

/** As oidc-client-ts throws it; `state` is the luggage of the login that it answers. */
type OAuthError = { error?: unknown; error_description?: unknown; state?: unknown }

/** The token endpoint's errors that come with 400 (RFC 6749, 5.2); others may come with another status. */
const worthlessErrors = new Set(['invalid_request', 'invalid_grant', 'unsupported_grant_type', 'invalid_scope'])

/** oidc-client-ts names the status of an answer without an OAuth error in its message only: "Bad Request (400)". */
const statusIn = (message: string) => {
  const status = /\((\d{3})\)/.exec(message)?.[1]
  return status === undefined ? undefined : Number(status)
}

/** A refusal by the provider, in the form in which the session machine asks for it. */
class ProviderError extends Error {
  override name = 'ProviderError'
  readonly status: number | undefined
  readonly kind: 'authentication-expired' | undefined

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'The sign-in provider did not answer.', { cause })
    const { error, error_description } = (cause ?? {}) as OAuthError
    this.status = worthlessErrors.has(String(error)) ? 400 : statusIn(this.message)
    this.kind = error_description === 'authentication_expired' ? 'authentication-expired' : undefined
  }
}

/** What a login carries to the provider and back. */
type Luggage = { returnTo: string; probe?: true }

const isLuggage = (value: unknown): value is Luggage =>
  typeof value === 'object' && value !== null && typeof (value as Luggage).returnTo === 'string'

/** Whether an address carries the provider's answer to a login, in its query or its hash. */
export function isProviderReturn(url: URL): boolean {
  const answers = [url.searchParams, new URLSearchParams(url.hash.slice(1))]
  return (
    url.pathname === '/login' &&
    answers.some((answer) => answer.has('state') && (answer.has('code') || answer.has('error')))
  )
}

/** Whether a browser counts the two addresses as one site, as far as that can be told without the list of suffixes. */
function isSameSite(one: string, other: string): boolean {
  const siteOf = (address: string) => {
    const { hostname } = new URL(address)
    return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')
  }
  return siteOf(one) === siteOf(other)
}

/** The window's address, or its stand-in while prerendering. */
export type Address = {
  origin: string
  href: () => string
  /** Takes the provider's answer out of the address bar. */
  cleanAddress: () => void
}

/** What a configuration without a provider lacks, in the adapter's words. */
export const missingSetup = (auth: object | undefined) =>
  auth === undefined ? 'The VueKeycloakPluginConfig is required' : 'The KeycloakConfig is required'

/** Stands in where config.json names no provider: the public pages work, a login says what is missing. */
export function createMissingPort(reason: string): SessionPort {
  const refuse = () => Promise.reject(new Error(reason))
  return {
    lookAhead: () => {},
    checkSession: refuse,
    probeSession: refuse,
    finishLogin: refuse,
    refreshToken: refuse,
    startLogin: refuse,
    endSession: refuse,
    clearToken: () => {},
    accessToken: () => undefined,
    onRenewed: () => {},
  }
}

/** The OpenID Connect protocol behind the session machine. Tokens stay in this tab. */
export function createSessionPort(provider: ProviderSettings, page: Address): SessionPort {
  const authority = authorityOf(provider)
  let loading: ReturnType<typeof load> | undefined
  let current: { user: User; lifetime: Lifetime } | null = null
  let refreshing: Promise<Session> | undefined
  let callback: Promise<Arrival> | undefined
  let ahead: Promise<Finding> | undefined
  let onRenewed: (session: Session) => void = () => {}

  async function load() {
    // Missing on plain http, whatever the types say.
    if (!(globalThis.crypto as Partial<Crypto>).subtle) {
      throw new Error('Signing in needs a secure connection: open this site by its https address.')
    }
    const { CheckedUserManager, isTimeout } = await import('./checked-user-manager')
    return { oidc: new CheckedUserManager({ authority, clientId: provider.clientId, origin: page.origin }), isTimeout }
  }
  const library = () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error instanceof Error && error.message !== ''
        ? error
        : new Error('Failed to create the keycloak adapter', { cause: error })
    })
    return loading
  }

  const keep = (user: User): Session => {
    current = { user, lifetime: new Lifetime(user.expires_in ?? 0) }
    holdTokens()
    return sessionFrom(user.access_token)
  }
  const forget = async () => {
    current = null
    await (await library()).oidc.removeUser()
  }
  const nonce = () => crypto.randomUUID().replaceAll('-', '')
  const gone = () => new Promise<never>(() => {})

  /** The stored refresh token serves when the frame did not answer, unless another tab lives on the same one. */
  async function reviveStored(): Promise<Finding> {
    const { oidc } = await library()
    const stored = await oidc.getUser()
    if (!stored?.refresh_token || !(await mayUseStoredTokens())) return { kind: 'anonymous' }
    try {
      const user = await oidc.signinSilent()
      return user ? { kind: 'session', session: keep(user) } : { kind: 'anonymous' }
    } catch {
      await oidc.removeUser()
      return { kind: 'anonymous' }
    }
  }

  async function check(): Promise<Finding> {
    const { oidc, isTimeout } = await library()
    await oidc.checkIssuer()
    try {
      const user = await oidc.signinSilent({ forceIframeAuth: true, nonce: nonce() })
      return user ? { kind: 'session', session: keep(user) } : { kind: 'anonymous' }
    } catch (error) {
      if (isTimeout(error)) return reviveStored()
      if (!anonymousAnswers.has(String((error as OAuthError | null)?.error))) throw error
      await oidc.removeUser()
      return { kind: isSameSite(authority, page.origin) ? 'anonymous' : 'blocked' }
    }
  }

  async function redeem(): Promise<Arrival> {
    const { oidc } = await library()
    try {
      const user = await oidc.signinRedirectCallback(page.href())
      return { session: keep(user), returnTo: isLuggage(user.state) ? user.state.returnTo : '/' }
    } catch (error) {
      current = null
      const { error: code, state } = (error ?? {}) as OAuthError
      if (anonymousAnswers.has(String(code)) && isLuggage(state) && state.probe) {
        return { session: null, returnTo: state.returnTo }
      }
      throw typeof code === 'string' ? new ProviderError(error) : error
    } finally {
      page.cleanAddress()
    }
  }

  async function refresh(): Promise<Session> {
    try {
      const user = await (await library()).oidc.signinSilent()
      if (!user) throw new Error('The provider gave no session.')
      return keep(user)
    } catch (error) {
      throw new ProviderError(error)
    }
  }

  return {
    lookAhead() {
      if (isProviderReturn(new URL(page.href()))) return
      ahead = check()
      // Whoever takes the answer up hears of a failure.
      ahead.catch(() => {})
    },

    checkSession() {
      const finding = ahead ?? check()
      ahead = undefined
      return finding
    },

    async probeSession(returnTo) {
      const { oidc } = await library()
      const state: Luggage = { returnTo, probe: true }
      await oidc.signinRedirect({ state, nonce: nonce(), prompt: 'none', redirectMethod: 'replace' })
      await gone()
    },

    // Asked twice (a page restored in the middle), it is the same answer: a code redeemed twice revokes the session.
    finishLogin: () => (callback ??= redeem()),

    async refreshToken(minValidity = defaultValiditySeconds) {
      if (current && minValidity >= 0 && current.lifetime.left >= minValidity)
        return sessionFrom(current.user.access_token)
      if (!current) throw new ProviderError(new Error('There is no session to refresh.'))
      refreshing ??= refresh().finally(() => {
        refreshing = undefined
      })
      const session = await refreshing
      onRenewed(session)
      return session
    },

    async startLogin(returnTo) {
      const { oidc } = await library()
      const state: Luggage = { returnTo }
      await oidc.signinRedirect({ state, nonce: nonce(), redirectMethod: 'replace' })
      await gone()
    },

    async endSession() {
      const { oidc } = await library()
      const idToken = current?.user.id_token
      await forget()
      // A provider that is down would leave the person on the browser's error page.
      const discovery = await fetch(`${authority}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(5_000),
      })
      if (!discovery.ok) throw new Error(`The sign-in provider answered ${discovery.status}.`)
      // The client has to be named once: without the hint the library does so by itself.
      const named = { id_token_hint: idToken ?? '', extraQueryParams: { client_id: provider.clientId } }
      await oidc.signoutRedirect(idToken ? named : {})
      await gone()
    },

    clearToken: () => void forget(),

    accessToken: () => current?.user.access_token,

    onRenewed(listener) {
      onRenewed = listener
    },
  }
}

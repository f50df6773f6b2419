import type { User } from 'oidc-client-ts'

import type { Session } from '../../../machines/session/roles'
import type { SignInReturn, Finding } from '../../../machines/session/session.machine'
import { callValiditySeconds, loanValiditySeconds } from '../../../machines/session/token-validity'
import { sessionFrom } from './claims'
import type { SignInState } from './provider-client'
import { Lifetime } from './token-lifetime'
import { anonymousAnswers, type Core, type OAuthError, type OidcCalls } from './oidc-adapter'
import { isReachable } from '../reachability'
import { borrowSession, lendSession, type Loan, type Offer } from '../cross-tab-session'
import { mayUseStoredTokens } from './token-lock'

/** The token endpoint errors that have status 400 (RFC 6749, 5.2); others may have a different status. */
const status400Errors = new Set(['invalid_request', 'invalid_grant', 'unsupported_grant_type', 'invalid_scope'])

/**
 * Returns the HTTP status in an error message; undefined if it contains none. Without an OAuth error, oidc-client-ts
 * reports the status only there, as in "Bad Request (400)".
 */
const statusIn = (message: string) => {
  const status = /\((\d{3})\)/.exec(message)?.[1]
  return status === undefined ? undefined : Number(status)
}

/** A provider error with the properties that the session machine checks. */
class ProviderError extends Error {
  override name = 'ProviderError'
  readonly status: number | undefined
  readonly kind: 'authentication-expired' | 'unreachable' | undefined
  /** The OAuth error code. */
  readonly error: unknown

  constructor(cause: unknown, kind?: 'unreachable') {
    super(cause instanceof Error ? cause.message : 'The sign-in provider did not respond.', { cause })
    const { error, error_description } = (cause ?? {}) as OAuthError
    this.error = error
    this.status = status400Errors.has(String(error)) ? 400 : statusIn(this.message)
    this.kind = error_description === 'authentication_expired' ? 'authentication-expired' : kind
  }
}

const hasReturnTo = (state: unknown): state is SignInState & { returnTo: string } =>
  typeof (state as SignInState | null | undefined)?.returnTo === 'string'

/** The site's color mode, so that the provider's login page can match it. */
const theme = () => (document.documentElement.classList.contains('dark') ? 'dark' : 'light')

/** Never settles, because the page is being left. */
const gone = () => new Promise<never>(() => {})

/** The OpenID Connect calls that an anonymous visitor does not need. */
export function createOidcCalls(core: Core, onRenewed: (session: Session) => void): OidcCalls {
  const { authority, page, library, keep } = core
  let isLending = false
  let refreshing: Promise<Session> | undefined
  let callback: Promise<SignInReturn> | undefined

  const isProviderReachable = () => isReachable(`${authority}/.well-known/openid-configuration`)
  /**
   * fetch throws a TypeError both for a failed connection and for a response blocked by CORS; a second request
   * distinguishes the two.
   */
  const asProviderError = async (error: unknown) =>
    error instanceof ProviderError
      ? error
      : new ProviderError(
          error,
          error instanceof TypeError && !(await isProviderReachable()) ? 'unreachable' : undefined,
        )

  const hasOwnSession = () => core.held !== null && 'refresh_token' in core.held.tokens

  /**
   * Returns the tokens to lend to another tab; null if this tab has none. If they have expired or are about to, and
   * they cannot be refreshed, returns `unreachable` if that is because of the connection, and null otherwise.
   */
  async function offer(): Promise<Offer | null> {
    const failure: unknown = await refreshToken(loanValiditySeconds).then(
      () => null,
      (error: unknown) => error,
    )
    if (!core.held) return null
    const { tokens, lifetime } = core.held
    if (failure && lifetime.left < callValiditySeconds) {
      return failure instanceof ProviderError && failure.kind === 'unreachable' ? 'unreachable' : null
    }
    return {
      access_token: tokens.access_token,
      id_token: tokens.id_token,
      expires_in: lifetime.left,
    }
  }

  async function borrow(): Promise<Session | null> {
    const isExpected = core.isLenderExpected
    core.isLenderExpected = false
    const offered = await borrowSession(isExpected)
    if (offered === 'unreachable') throw new ProviderError(null, 'unreachable')
    if (!offered) return null
    core.held = { tokens: offered, lifetime: new Lifetime(offered.expires_in) }
    return sessionFrom(offered.access_token)
  }

  async function findElsewhere(): Promise<Finding> {
    const session = await borrow()
    return session ? { kind: 'session', session } : { kind: 'anonymous' }
  }

  async function reviveStored(): Promise<Finding> {
    const { oidc } = await library()
    const stored = await oidc.storedUser()
    if (!stored?.refresh_token || !(await mayUseStoredTokens())) return { kind: 'anonymous' }
    try {
      return { kind: 'session', session: keep(await oidc.renew(stored)) }
    } catch {
      await oidc.removeUser()
      return { kind: 'anonymous' }
    }
  }

  async function redeem(): Promise<SignInReturn> {
    const { oidc } = await library()
    try {
      const user = await oidc.redeem(page.href())
      return { session: keep(user), returnTo: hasReturnTo(user.state) ? user.state.returnTo : '/' }
    } catch (error) {
      core.held = null
      const { error: code, state } = (error ?? {}) as OAuthError
      if (anonymousAnswers.has(String(code)) && hasReturnTo(state) && state.probe) {
        return { session: null, returnTo: state.returnTo }
      }
      throw typeof code === 'string' || error instanceof TypeError ? await asProviderError(error) : error
    } finally {
      page.cleanAddress()
    }
  }

  async function renew({ tokens }: { tokens: User | Loan }): Promise<Session> {
    if (!('refresh_token' in tokens)) {
      const session = await borrow()
      if (!session) throw new Error('The tab that shared its session was closed.')
      return session
    }
    const { oidc } = await library()
    return keep(await oidc.renew(tokens))
  }

  async function refreshToken(minValidity = callValiditySeconds): Promise<Session> {
    const { held } = core
    if (!held) throw new ProviderError(new Error('There is no session to refresh.'))
    if (minValidity >= 0 && held.lifetime.left >= minValidity) return sessionFrom(held.tokens.access_token)
    refreshing ??= renew(held)
      .catch(async (error: unknown) => {
        throw await asProviderError(error)
      })
      .finally(() => {
        refreshing = undefined
      })
    const session = await refreshing
    onRenewed(session)
    return session
  }

  return {
    lend() {
      if (isLending) return
      isLending = true
      lendSession({ hasSession: hasOwnSession, offer })
    },

    async findUnanswered() {
      const finding = await reviveStored()
      if (finding.kind === 'session') return finding
      return findElsewhere().catch(() => finding)
    },

    async findUnseen() {
      const finding = await reviveStored()
      if (finding.kind === 'session') return finding
      await (await library()).oidc.removeUser()
      return { kind: 'blocked' }
    },

    explained: async (error) => (error instanceof TypeError ? asProviderError(error) : error),

    async probeSession(returnTo) {
      const { oidc } = await library()
      location.replace(await oidc.signInUrl({ state: { returnTo, probe: true }, prompt: 'none' }))
      await gone()
    },

    borrowSession: findElsewhere,

    // Returns the same promise on repeated calls, for example from a restored page: redeeming a code twice revokes the
    // session.
    finishLogin: () => (callback ??= redeem()),

    refreshToken,

    async startLogin(returnTo) {
      const { oidc } = await library()
      // Without a connection, the redirect would lead to the browser's error page.
      if (!(await isProviderReachable())) throw new ProviderError(null, 'unreachable')
      location.replace(await oidc.signInUrl({ state: { returnTo }, theme: theme() }))
      await gone()
    },

    async logInAt(windowName) {
      const { oidc } = await library()
      return keep(await oidc.signInAt(windowName, theme()))
    },

    async endSession() {
      const { oidc } = await library()
      const idToken = core.held?.tokens.id_token
      core.held = null
      await oidc.removeUser()
      // If the provider is down, the redirect would lead to the browser's error page.
      const discovery = await fetch(`${authority}/.well-known/openid-configuration`, {
        signal: AbortSignal.timeout(5_000),
      })
      if (!discovery.ok) throw new Error(`The sign-in provider responded with ${discovery.status}.`)
      location.assign(await oidc.signOutUrl(idToken))
      await gone()
    },
  }
}

import type { Session } from '../../../machines/session/roles'
import type { Finding } from '../../../machines/session/session.machine'
import { sessionFrom } from './claims'
import { Lifetime } from './token-lifetime'
import {
  type Address,
  anonymousAnswers,
  type Core,
  type Library,
  type OAuthError,
  type OidcCalls,
  type SessionPort,
} from './oidc-adapter'
import { isTimeout, ProviderClient } from './provider-client'
import { holdTokens } from './token-lock'

/** The provider's settings. The realm's URL is `{url}/realms/{realm}`, as in Keycloak. */
export type ProviderSettings = {
  url: string
  realm: string
  clientId: string
  /** If set, the session check need not wait for the provider's metadata. */
  authorizationEndpoint?: string | undefined
}

/** The realm's URL, which is the issuer of its tokens. */
export const authorityOf = ({ url, realm }: ProviderSettings) => `${url.replace(/\/+$/, '')}/realms/${realm}`

/** Whether a URL contains the provider's response to a login, in its query or hash. */
export function isProviderReturn(url: URL): boolean {
  const answers = [url.searchParams, new URLSearchParams(url.hash.slice(1))]
  return (
    url.pathname === '/login' &&
    answers.some((answer) => answer.has('state') && (answer.has('code') || answer.has('error')))
  )
}

/** Whether browsers treat two URLs as same-site. An approximation without the public suffix list. */
function isSameSite(one: string, other: string): boolean {
  const siteOf = (address: string) => {
    const { hostname } = new URL(address)
    return /^[\d.]+$|^\[/.test(hostname) ? hostname : hostname.split('.').slice(-2).join('.')
  }
  return siteOf(one) === siteOf(other)
}

const withKind = (error: Error, kind: string) => Object.assign(error, { kind })

/** Implements OpenID Connect for the session machine. Refresh tokens are never lent to other tabs. */
export function createSessionPort(provider: ProviderSettings, page: Address): SessionPort {
  const authority = authorityOf(provider)
  const { clientId, authorizationEndpoint } = provider
  let loading: Promise<Library> | undefined
  let calling: Promise<OidcCalls> | undefined
  let early: Promise<Finding> | undefined
  let onRenewed: (session: Session) => void = () => {}

  async function load(): Promise<Library> {
    // Undefined over plain HTTP, although its type does not declare this.
    if (!(globalThis.crypto as Partial<Crypto>).subtle) {
      throw withKind(new Error('insecure'), 'insecure')
    }
    return { oidc: new ProviderClient({ authority, clientId, origin: page.origin, authorizationEndpoint }), isTimeout }
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
  /** Loads the calls separately, because an anonymous visitor does not need them. */
  const calls = () => {
    calling ??= import('./oidc-calls').then(
      ({ createOidcCalls }) => createOidcCalls(core, (session) => onRenewed(session)),
      (cause: unknown) => {
        calling = undefined
        throw withKind(new Error('', { cause }), 'unreachable')
      },
    )
    return calling
  }
  const core: Core = {
    authority,
    page,
    library,
    held: null,
    isLenderExpected: false,
    keep: (user) => {
      holdTokens()
      core.held = { tokens: user, lifetime: new Lifetime(user.expires_in ?? 0) }
      // Loads the calls immediately: they are needed most once the connection is lost, when they can no longer be
      // loaded.
      calls().then(
        (loaded) => loaded.lend(),
        () => {},
      )
      return sessionFrom(user.access_token)
    },
  }

  async function check(): Promise<Finding> {
    const { oidc, isTimeout } = await library()
    try {
      return { kind: 'session', session: core.keep(await oidc.signInSilently()) }
    } catch (error) {
      if (isTimeout(error)) return (await calls()).findUnanswered()
      if (!anonymousAnswers.has(String((error as OAuthError | null)?.error))) throw error
      // An iframe of another site may not receive the cookie, so an anonymous result is not conclusive.
      if (!isSameSite(authority, page.origin)) return (await calls()).findUnseen()
      await oidc.removeUser()
      return { kind: 'anonymous' }
    }
  }

  return {
    lookAhead() {
      if (isProviderReturn(new URL(page.href()))) return
      early = check()
      // checkSession reports the failure; this only prevents an unhandled rejection.
      early.catch(() => {})
    },

    async checkSession() {
      const finding = early ?? check()
      early = undefined
      return finding.catch(async (error: unknown) => {
        throw await (await calls()).explained(error)
      })
    },

    probeSession: async (returnTo) => (await calls()).probeSession(returnTo),
    borrowSession: async () => (await calls()).borrowSession(),
    expectLender: () => {
      core.isLenderExpected = true
    },
    finishLogin: async () => (await calls()).finishLogin(),
    refreshToken: async (minValidity) => (await calls()).refreshToken(minValidity),
    startLogin: async (returnTo) => (await calls()).startLogin(returnTo),
    logInAt: async (windowName) => (await calls()).logInAt(windowName),
    endSession: async () => (await calls()).endSession(),

    clearToken: () => {
      core.held = null
      library()
        .then(({ oidc }) => oidc.removeUser())
        .catch(console.error)
    },

    accessToken: () => core.held?.tokens.access_token,

    secondsLeft: () => core.held?.lifetime.left ?? 0,

    onRenewed(listener) {
      onRenewed = listener
    },
  }
}

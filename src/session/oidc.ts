import type { Session } from '../../machines/session/roles'
import type { Finding } from '../../machines/session/session.machine'
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
import { holdTokens } from './token-lock'

/** The realm's address is `{url}/realms/{realm}`, as Keycloak has it. */
export type ProviderSettings = { url: string; realm: string; clientId: string }

/** The realm's address: the issuer of its tokens. */
export const authorityOf = ({ url, realm }: ProviderSettings) => `${url.replace(/\/+$/, '')}/realms/${realm}`

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

const withKind = (error: Error, kind: string) => Object.assign(error, { kind })

/** The OpenID Connect protocol behind the session machine. Refresh tokens stay in this tab. */
export function createSessionPort(provider: ProviderSettings, page: Address): SessionPort {
  const authority = authorityOf(provider)
  const { clientId } = provider
  let loading: Promise<Library> | undefined
  let calling: Promise<OidcCalls> | undefined
  let ahead: Promise<Finding> | undefined
  let onRenewed: (session: Session) => void = () => {}

  async function load(): Promise<Library> {
    // Missing on plain http, whatever the types say.
    if (!(globalThis.crypto as Partial<Crypto>).subtle) {
      throw withKind(new Error('insecure'), 'insecure')
    }
    const { CheckedUserManager, isTimeout } = await import('./checked-user-manager')
    return { oidc: new CheckedUserManager({ authority, clientId, origin: page.origin }), isTimeout }
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
  /** A visitor who only reads needs none of them, so they are loaded apart. */
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
    clientId,
    page,
    library,
    held: null,
    keep: (user) => {
      holdTokens()
      core.held = { tokens: user, lifetime: new Lifetime(user.expires_in ?? 0) }
      // At once, since they are wanted most when the connection has gone.
      calls().then(
        (its) => its.lend(),
        () => {},
      )
      return sessionFrom(user.access_token)
    },
  }

  async function look(): Promise<Finding> {
    const { oidc, isTimeout } = await library()
    try {
      await oidc.checkIssuer()
      const user = await oidc.signinSilent({ forceIframeAuth: true, nonce: crypto.randomUUID() })
      return user ? { kind: 'session', session: core.keep(user) } : { kind: 'anonymous' }
    } catch (error) {
      if (isTimeout(error)) return (await calls()).reviveStored()
      if (!anonymousAnswers.has(String((error as OAuthError | null)?.error))) throw error
      // The frame of another site has no cookie to show: that it found nobody says nothing.
      if (!isSameSite(authority, page.origin)) return (await calls()).findUnseen()
      await oidc.removeUser()
      return { kind: 'anonymous' }
    }
  }

  return {
    lookAhead() {
      if (isProviderReturn(new URL(page.href()))) return
      ahead = look()
      // Whoever takes the answer up hears of a failure.
      ahead.catch(() => {})
    },

    async checkSession() {
      const finding = ahead ?? look()
      ahead = undefined
      return finding.catch(async (error: unknown) => {
        throw await (await calls()).explained(error)
      })
    },

    probeSession: async (returnTo) => (await calls()).probeSession(returnTo),
    borrowSession: async () => (await calls()).borrowSession(),
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

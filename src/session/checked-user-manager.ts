import {
  ErrorTimeout,
  Log,
  type User,
  UserManager,
  type UserManagerSettings,
  WebStorageStateStore,
} from 'oidc-client-ts'

import { type Claims, claimsOf } from './claims'
import { siteStorage, tabStorage } from './storage'

/** Loaded with the first request to the provider. This is the only module that imports oidc-client-ts at runtime. */

export type OidcSettings = { authority: string; clientId: string; origin: string }

/** Stored login state expires after one hour. */
const stateAgeSeconds = 3_600
const messageWaitSeconds = 10

/** A response that cannot be trusted or used. `kind` determines what the session does next. */
class AnswerError extends Error {
  override name = 'AnswerError'
  readonly kind: 'unknown-state' | 'untrusted' | 'stale'

  constructor(kind: AnswerError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export const isTimeout = (error: unknown) => error instanceof ErrorTimeout

/** The parameters of the response, from the hash or the query. */
const answerIn = (url: string) => {
  const { search, hash } = new URL(url)
  const inHash = new URLSearchParams(hash.slice(1))
  return inHash.has('state') ? inHash : new URLSearchParams(search)
}

/** Moves the response into the hash, the only place where oidc-client-ts reads it when configured for fragments. */
const asFragment = (url: string) => {
  const { origin, pathname } = new URL(url)
  return `${origin}${pathname}#${answerIn(url).toString()}`
}

/** Authorization code flow with PKCE. The session machine schedules refreshes and session checks. */
export const managerSettings = ({ authority, clientId, origin }: OidcSettings): UserManagerSettings => ({
  authority,
  client_id: clientId,
  redirect_uri: `${origin}/login`,
  silent_redirect_uri: `${origin}/silent-check-sso.html`,
  popup_redirect_uri: `${origin}/silent-check-sso.html`,
  post_logout_redirect_uri: origin,
  response_mode: 'fragment',
  scope: 'openid profile email',
  userStore: new WebStorageStateStore({ store: tabStorage }),
  stateStore: new WebStorageStateStore({ store: siteStorage }),
  automaticSilentRenew: false,
  monitorSession: false,
  requestTimeoutInSeconds: messageWaitSeconds,
  silentRequestTimeoutInSeconds: messageWaitSeconds,
  staleStateAgeInSeconds: stateAgeSeconds,
  checkSessionIntervalInSeconds: 5,
  loadUserInfo: false,
})

/** The nonce travels in the state of a sign-in as well, to be compared with the one in the ID token. */
function withNonce(state: object, parameters?: Record<string, string>) {
  const nonce = crypto.randomUUID()
  return { state: { ...state, nonce }, extraQueryParams: { ...parameters, nonce } }
}

const nonceIn = (state: unknown) => (state as { nonce?: unknown } | undefined)?.nonce

/**
 * Signs users in with oidc-client-ts, and adds checks that the library lacks: issuer, audience, expiry, and age of the
 * state. It also checks the nonce, because the library reports a wrong nonce only in the text of an error.
 */
export class CheckedUserManager {
  readonly #authority: string
  readonly #clientId: string
  readonly #manager: UserManager

  constructor(options: OidcSettings) {
    Log.setLogger(console)
    Log.setLevel(Log.WARN)
    this.#authority = options.authority
    this.#clientId = options.clientId
    this.#manager = new UserManager(managerSettings(options))
  }

  /** Throws unless the issuer in the provider's metadata is the configured authority. */
  async checkIssuer(): Promise<void> {
    const issuer = await this.#manager.metadataService.getIssuer()
    if (issuer !== this.#authority) {
      throw new AnswerError('untrusted', `The provider calls itself ${issuer}.`)
    }
  }

  /** Asks in a hidden iframe for the user who is signed in at the provider. */
  checkSession(): Promise<User | null> {
    return this.#checkedSignIn(() => this.#manager.signinSilent({ forceIframeAuth: true, ...withNonce({}) }))
  }

  /** Leaves the page for the provider. `state` returns in the user, or in the provider's error. */
  redirect(state: object, parameters?: Record<string, string>): Promise<void> {
    return this.#manager.signinRedirect({ ...withNonce(state, parameters), redirectMethod: 'replace' })
  }

  /** Redeems the provider's response in the page's address. */
  async finishRedirect(url: string): Promise<User> {
    const answer = answerIn(url)
    const state = answer.get('state') ?? ''
    await this.#checkState(state)
    const issuer = answer.get('iss')
    if (issuer !== null && issuer !== this.#authority) {
      await this.#manager.settings.stateStore.remove(state)
      throw new AnswerError('untrusted', `The answer comes from ${issuer}.`)
    }
    return this.#checkedSignIn(() => this.#manager.signinRedirectCallback(asFragment(url)))
  }

  /** Signs in within a window that is already open. */
  signInAt(windowName: string, parameters: Record<string, string>): Promise<User> {
    const target = { popupWindowTarget: windowName, popupAbortOnClose: true }
    return this.#checkedSignIn(() => this.#manager.signinPopup({ ...target, ...withNonce({}, parameters) }))
  }

  /** Renews the stored user with its refresh token. Null if there is no refresh token. */
  async refresh(): Promise<User | null> {
    const stored = await this.#manager.getUser()
    if (!stored?.refresh_token) return null
    const user = await this.#checked(() =>
      this.#manager.signinSilent({ silentRequestTimeoutInSeconds: messageWaitSeconds }),
    )
    if (!user || user.refresh_token) return user
    // Providers without rotation omit the refresh token; the old one remains valid.
    user.refresh_token = stored.refresh_token
    await this.#manager.storeUser(user)
    return user
  }

  removeUser(): Promise<void> {
    return this.#manager.removeUser()
  }

  /** Leaves the page for the provider's logout. */
  signOut(idToken: string | undefined): Promise<void> {
    // The request must name the client exactly once; without a hint the library adds client_id itself.
    const parameters = idToken && { id_token_hint: idToken, extraQueryParams: { client_id: this.#clientId } }
    return this.#manager.signoutRedirect(parameters || {})
  }

  async #checkState(id: string) {
    const { stateStore } = this.#manager.settings
    const stored = await stateStore.get(id)
    if (!stored) throw new AnswerError('unknown-state', 'unknown state')
    const { created } = JSON.parse(stored) as { created?: number }
    if (Date.now() / 1000 - (created ?? 0) < stateAgeSeconds) return
    await stateStore.remove(id)
    throw new AnswerError('stale', 'state too old')
  }

  #checkedSignIn<U extends User | null>(signIn: () => Promise<U>): Promise<U> {
    return this.#checked(signIn, ({ nonce }, { state }) => {
      if (!nonce || nonce !== nonceIn(state)) throw new AnswerError('untrusted', 'wrong nonce in the ID token')
    })
  }

  /** Removes the stored user when the tokens fail validation, even if a user was stored before. */
  async #checked<U extends User | null>(
    signIn: () => Promise<U>,
    checkMore: (claims: Claims, user: User) => void = () => {},
  ): Promise<U> {
    const user = await signIn()
    if (!user) return user
    try {
      const claims = this.#checkIdToken(user.id_token)
      checkMore(claims, user)
      return user
    } catch (error) {
      await this.removeUser()
      throw error
    }
  }

  #checkIdToken(token: string | undefined): Claims {
    if (!token) throw new AnswerError('untrusted', 'no ID token')
    const claims = claimsOf(token)
    const { iss, aud, exp, iat } = claims
    if (iss !== this.#authority) throw new AnswerError('untrusted', 'wrong iss in the ID token')
    const audience = Array.isArray(aud) ? aud : [aud]
    if (!audience.includes(this.#clientId)) throw new AnswerError('untrusted', 'wrong aud in the ID token')
    // Compared with the time of issue instead of the local clock, which may be an hour off.
    if (typeof exp !== 'number' || typeof iat !== 'number' || exp <= iat) {
      throw new AnswerError('untrusted', 'wrong exp in the ID token')
    }
    return claims
  }
}

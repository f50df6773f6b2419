import {
  type CreateSigninRequestArgs,
  ErrorResponse,
  ErrorTimeout,
  Log,
  MetadataService,
  OidcClient,
  User,
  UserManagerSettingsStore,
  WebStorageStateStore,
} from 'oidc-client-ts'

import { claimsOf } from './claims'
import { askInFrame, askInWindow } from './response-window'
import { siteStorage, tabStorage } from '../storage'

/**
 * This module is loaded with the page's first script, src/main.ts. Only this module and its imports use oidc-client-ts
 * at runtime.
 */

export type ProviderClientOptions = {
  authority: string
  clientId: string
  origin: string
  /** The expected authorization endpoint, which is used before the metadata has arrived. */
  authorizationEndpoint?: string | undefined
}

/** The state passed through a login at the provider. */
export type SignInState = { returnTo?: string; probe?: true }

type SignInOptions = Pick<CreateSigninRequestArgs, 'redirect_uri' | 'prompt' | 'display'> & {
  state?: SignInState
  theme?: string
}

/** Stored login state expires after one hour. */
const stateAgeSeconds = 3_600
const messageWaitSeconds = 10

/** A response that cannot be trusted or used. `kind` determines what the session does next. */
class ResponseError extends Error {
  override name = 'ResponseError'
  readonly kind: 'unknown-state' | 'untrusted' | 'stale'

  constructor(kind: ResponseError['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}

export const isTimeout = (error: unknown) => error instanceof ErrorTimeout

/** The parameters of the response, from the hash or the query. */
const parametersOf = ({ search, hash }: URL) => {
  const inHash = new URLSearchParams(hash.slice(1))
  return inHash.has('state') ? inHash : new URLSearchParams(search)
}

/**
 * Signs users in at the provider. It stores tokens only after the checks that oidc-client-ts does not make: issuer,
 * audience, expiry and nonce of the ID token, issuer of the response, and age of the state.
 */
export class ProviderClient {
  readonly settings: UserManagerSettingsStore
  readonly #client: OidcClient
  /**
   * Makes requests to the expected authorization endpoint before the metadata has arrived; null if none is expected.
   */
  readonly #early: { client: OidcClient; endpoint: string } | null
  readonly #userKey: string

  constructor({ authority, clientId, origin, authorizationEndpoint }: ProviderClientOptions) {
    Log.setLogger(console)
    Log.setLevel(Log.WARN)
    const settings = {
      authority,
      client_id: clientId,
      redirect_uri: `${origin}/login`,
      silent_redirect_uri: `${origin}/silent-check-sso.html`,
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
    } as const
    this.settings = new UserManagerSettingsStore(settings)
    this.#client = new OidcClient(this.settings, new MetadataService(this.settings))
    this.#early = authorizationEndpoint
      ? {
          client: new OidcClient({
            ...settings,
            metadata: { issuer: authority, authorization_endpoint: authorizationEndpoint },
          }),
          endpoint: authorizationEndpoint,
        }
      : null
    this.#userKey = `user:${authority}:${clientId}`
  }

  /** Throws unless the issuer in the provider's metadata is the configured authority. */
  async #checkIssuer(): Promise<void> {
    const issuer = await this.#client.metadataService.getIssuer()
    if (issuer !== this.settings.authority) {
      throw new ResponseError('untrusted', `The metadata of the provider contains a different issuer: ${issuer}.`)
    }
  }

  async storedUser(): Promise<User | null> {
    const stored = await this.settings.userStore.get(this.#userKey)
    return stored ? User.fromStorageString(stored) : null
  }

  removeUser(): Promise<unknown> {
    return this.settings.userStore.remove(this.#userKey)
  }

  /** The provider's URL for a login. The response can be redeemed once. */
  async signInUrl({ state, theme, ...options }: SignInOptions = {}, client = this.#client): Promise<string> {
    // The library would report a wrong nonce as an error without a type, so the nonce is checked with the other claims.
    const nonce = crypto.randomUUID()
    const { url } = await client.createSigninRequest({
      ...options,
      state: { ...state, nonce },
      extraQueryParams: { nonce, ...(theme && { theme }) },
    })
    return url
  }

  /**
   * Checks for a session in a hidden iframe. A user other than the stored one counts as signed out. The request is sent
   * to the expected endpoint while the metadata is loading, and its response is used only if the metadata contains the
   * same issuer and endpoint.
   */
  async signInSilently(): Promise<User> {
    const stored = await this.storedUser()
    const stop = new AbortController()
    const expected = this.#early && this.#askInFrame(this.#early.client, stop.signal)
    // Only prevents an unhandled rejection if the check of the metadata fails first.
    expected?.catch(() => {})
    try {
      await this.#checkIssuer()
      const endpoint = await this.#client.metadataService.getAuthorizationEndpoint()
      const response = await (expected && this.#early.endpoint === endpoint
        ? expected
        : this.#askInFrame(this.#client, stop.signal))
      return await this.redeem(response, stored?.profile.sub)
    } finally {
      stop.abort()
    }
  }

  async #askInFrame(client: OidcClient, stop: AbortSignal): Promise<string> {
    const { silent_redirect_uri, silentRequestTimeoutInSeconds } = this.settings
    const url = await this.signInUrl({ redirect_uri: silent_redirect_uri, prompt: 'none' }, client)
    return askInFrame(url, silentRequestTimeoutInSeconds, stop)
  }

  /** Runs the login in a window that is already open, and leaves it open on an empty page. */
  async signInAt(windowName: string, theme: string): Promise<User> {
    const { silent_redirect_uri } = this.settings
    const url = await this.signInUrl({ redirect_uri: silent_redirect_uri, display: 'popup', theme })
    return this.redeem(await askInWindow(url, windowName))
  }

  /**
   * Redeems the provider's response in a URL, in its hash or its query, and stores the tokens. Throws `login_required`
   * if the response is for a user other than `expectedUser`.
   */
  async redeem(address: string, expectedUser?: string): Promise<User> {
    const url = new URL(address)
    const parameters = parametersOf(url)
    await this.#checkResponse(parameters)
    // The library reads the response only from the hash.
    url.hash = String(parameters)
    const response = await this.#client.processSigninResponse(url.href)
    if (expectedUser && response.profile.sub !== expectedUser) throw new ErrorResponse({ error: 'login_required' })
    return this.#store(new User(response), response.userState as { nonce?: string })
  }

  /** Renews the tokens with the refresh token or, without one, with a new check at the provider. */
  async renew(user: User): Promise<User> {
    const { refresh_token, profile, session_state, scope, id_token } = user
    if (!refresh_token) return this.signInSilently()
    const response = await this.#client.useRefreshToken({
      state: { refresh_token, profile, session_state, ...(scope && { scope }), ...(id_token && { id_token }) },
      timeoutInSeconds: messageWaitSeconds,
    })
    // Providers without rotation omit the refresh token; the old one remains valid.
    response.refresh_token ??= refresh_token
    return this.#store(new User(response))
  }

  /**
   * The provider's URL for a logout. The request must contain the client ID exactly once; without a hint, the library
   * adds it.
   */
  async signOutUrl(idToken: string | undefined): Promise<string> {
    const { client_id } = this.settings
    const hint = idToken && { id_token_hint: idToken, extraQueryParams: { client_id } }
    return (await this.#client.createSignoutRequest(hint || {})).url
  }

  /** Checks the state and the issuer of a response. A state that is refused cannot be used again. */
  async #checkResponse(parameters: URLSearchParams) {
    const id = parameters.get('state') ?? ''
    const stored = await this.settings.stateStore.get(id)
    if (!stored) throw new ResponseError('unknown-state', 'unknown state')
    const { created } = JSON.parse(stored) as { created?: number }
    const issuer = parameters.get('iss')
    const error =
      Date.now() / 1000 - (created ?? 0) >= stateAgeSeconds
        ? new ResponseError('stale', 'state too old')
        : issuer !== null && issuer !== this.settings.authority
          ? new ResponseError('untrusted', `The response comes from a different issuer: ${issuer}.`)
          : null
    if (!error) return
    await this.settings.stateStore.remove(id)
    throw error
  }

  /**
   * Stores the tokens if the ID token is valid; otherwise removes the stored tokens, even if they are from an earlier
   * login, and throws an error.
   */
  async #store(user: User, request?: { nonce?: string }): Promise<User> {
    const claim = this.#wrongClaim(user.id_token, request)
    if (claim) {
      await this.removeUser()
      throw new ResponseError('untrusted', `wrong ${claim} in the ID token`)
    }
    await this.settings.userStore.set(this.#userKey, user.toStorageString())
    return user
  }

  /**
   * The name of the first wrong claim of an ID token; null if there is none. A refreshed token need not repeat the
   * nonce.
   */
  #wrongClaim(token: string | undefined, request?: { nonce?: string }): string | null {
    const { iss, aud, exp, iat, nonce } = token ? claimsOf(token) : {}
    if (iss !== this.settings.authority) return 'iss'
    if (![aud].flat().includes(this.settings.client_id)) return 'aud'
    // Compared with the time of issue instead of the local clock, which may be an hour off.
    if (typeof exp !== 'number' || typeof iat !== 'number' || exp <= iat) return 'exp'
    return request && nonce !== request.nonce ? 'nonce' : null
  }
}

import { ErrorTimeout, Log, UserManager, type User, WebStorageStateStore } from 'oidc-client-ts'

import { claimsOf } from './claims'
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

/** A UserManager that adds checks missing from the library: issuer, audience, expiry, and age of the state. */
export class CheckedUserManager extends UserManager {
  readonly #authority: string
  readonly #clientId: string

  constructor({ authority, clientId, origin }: OidcSettings) {
    Log.setLogger(console)
    Log.setLevel(Log.WARN)
    super({
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
    this.#authority = authority
    this.#clientId = clientId
  }

  /** Throws unless the issuer in the provider's metadata is the configured authority. */
  async checkIssuer(): Promise<void> {
    const issuer = await this.metadataService.getIssuer()
    if (issuer !== this.#authority) {
      throw new AnswerError('untrusted', `The metadata of the provider names a different issuer: ${issuer}.`)
    }
  }

  protected override async _signinEnd(url: string, verifySub?: string): Promise<User> {
    const answer = answerIn(url)
    await this.#checkState(answer.get('state') ?? '')
    const issuer = answer.get('iss')
    if (issuer !== null && issuer !== this.#authority) {
      await this.settings.stateStore.remove(answer.get('state') ?? '')
      throw new AnswerError('untrusted', `The response comes from another issuer: ${issuer}.`)
    }
    return this.#checked(() => super._signinEnd(asFragment(url), verifySub))
  }

  protected override async _useRefreshToken(args: Parameters<UserManager['_useRefreshToken']>[0]): Promise<User> {
    const { refresh_token } = args.state
    // signinSilent passes on its own undefined timeout, which overrides the configured one.
    const user = await this.#checked(() => super._useRefreshToken({ ...args, timeoutInSeconds: messageWaitSeconds }))
    if (user.refresh_token) return user
    // Providers without rotation omit the refresh token; the old one remains valid.
    user.refresh_token = refresh_token
    await this.storeUser(user)
    return user
  }

  async #checkState(id: string) {
    const stored = await this.settings.stateStore.get(id)
    if (!stored) throw new AnswerError('unknown-state', 'unknown state')
    const { created } = JSON.parse(stored) as { created?: number }
    if (Date.now() / 1000 - (created ?? 0) < stateAgeSeconds) return
    await this.settings.stateStore.remove(id)
    throw new AnswerError('stale', 'state too old')
  }

  /** Removes the stored user when the tokens fail validation, even if a user was stored before. */
  async #checked(work: () => Promise<User>): Promise<User> {
    try {
      const user = await work()
      this.#checkIdToken(user.id_token)
      return user
    } catch (error) {
      if (!isUntrusted(error)) throw error
      await this.removeUser()
      throw Object.assign(error, { kind: 'untrusted' })
    }
  }

  #checkIdToken(token: string | undefined) {
    if (!token) throw new AnswerError('untrusted', 'no ID token')
    const { iss, aud, exp, iat } = claimsOf(token)
    if (iss !== this.#authority) throw new AnswerError('untrusted', 'wrong iss in the ID token')
    const audience = Array.isArray(aud) ? aud : [aud]
    if (!audience.includes(this.#clientId)) throw new AnswerError('untrusted', 'wrong aud in the ID token')
    // Compared with the time of issue instead of the local clock, which may be an hour off.
    if (typeof exp !== 'number' || typeof iat !== 'number' || exp <= iat) {
      throw new AnswerError('untrusted', 'wrong exp in the ID token')
    }
  }
}

/** Our own validation errors, and the library's error for a nonce mismatch. */
const isUntrusted = (error: unknown): error is Error =>
  (error instanceof AnswerError && error.kind === 'untrusted') ||
  (error instanceof Error && error.message.startsWith('nonce in id_token'))

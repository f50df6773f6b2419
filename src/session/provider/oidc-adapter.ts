import type { User } from 'oidc-client-ts'

import type { Session } from '../../../machines/session/roles'
import type { SignInReturn, Finding } from '../../../machines/session/session.machine'
import type { ProviderClient } from './provider-client'
import type { Lifetime } from './token-lifetime'
import type { Loan } from '../cross-tab-session'

export type SessionPort = {
  /** Starts the session check early, so that it runs while the page's code loads; `checkSession` returns its result. */
  lookAhead(): void
  /** Requests a session from the provider in a hidden iframe. */
  checkSession(): Promise<Finding>
  /** Checks for a session with a full-page redirect, for browsers that block cookies in iframes. */
  probeSession(returnTo: string): Promise<void>
  /** Requests the session of other tabs, for browsers in which an iframe cannot reach the provider. */
  borrowSession(): Promise<Finding>
  /**
   * Called when another tab has just signed in. The next attempt to borrow a session then sends a request to the tabs
   * even if none seems to have one.
   */
  expectLender(): void
  /** Redeems the provider's response in the page's URL, once. */
  finishLogin(): Promise<SignInReturn>
  /** Refreshes an access token that expires within `minValidity` seconds (-1: always). Runs one refresh at a time. */
  refreshToken(minValidity?: number): Promise<Session>
  /** Redirects to the provider's login page. Settles only by rejecting. */
  startLogin(returnTo: string): Promise<void>
  /** Runs the login in a window that is already open, and leaves it open on an empty page. */
  logInAt(windowName: string): Promise<Session>
  /** Drops this tab's tokens, then redirects to the provider's logout page. Rejects if the provider is down. */
  endSession(): Promise<void>
  clearToken(): void
  accessToken(): string | undefined
  /** The remaining lifetime of the access token in seconds. */
  secondsLeft(): number
  /**
   * Sets the single listener for renewed tokens, including those that are renewed outside the session machine's
   * schedule.
   */
  onRenewed(listener: (session: Session) => void): void
}

/** The calls that an anonymous visitor does not need. */
export type OidcCalls = Pick<
  SessionPort,
  'probeSession' | 'borrowSession' | 'finishLogin' | 'refreshToken' | 'startLogin' | 'logInAt' | 'endSession'
> & {
  /** Responds to other tabs that request a session. */
  lend(): void
  /**
   * Called when the iframe has timed out. Tries the stored refresh token, unless another tab uses the same token, and
   * then requests a session from the other tabs.
   */
  findUnanswered(): Promise<Finding>
  /**
   * Called when the cookie is not available in the iframe. Tries the stored refresh token, like `findUnanswered`. If
   * that does not provide a session, the result is `blocked`.
   */
  findUnseen(): Promise<Finding>
  /** Returns the error of a failed session check, as a provider error if it was a network error. */
  explained(error: unknown): Promise<unknown>
}

/** The window's location, or a substitute during prerendering. */
export type Address = {
  origin: string
  href: () => string
  /** Removes the provider's response from the address bar. */
  cleanAddress: () => void
}

/** The state shared by the initial session check and later calls. */
export type Core = {
  authority: string
  page: Address
  /** The tokens of this tab, its own or borrowed from another tab; null if it has none. */
  held: { tokens: User | Loan; lifetime: Lifetime } | null
  /** Whether another tab has signed in since the last request to the tabs. */
  isLenderExpected: boolean
  library: () => Promise<Library>
  /** Stores newly issued tokens as this tab's own, and returns the session. */
  keep: (user: User) => Session
}

export type Library = { oidc: ProviderClient; isTimeout: (error: unknown) => boolean }

/** The provider's error codes that mean "no user is signed in" rather than a failure. */
export const anonymousAnswers = new Set(['login_required', 'interaction_required', 'consent_required'])

/** The fields of an error thrown by oidc-client-ts. `state` is the state that was passed to the login. */
export type OAuthError = { error?: unknown; error_description?: unknown; state?: unknown }

import type { User } from 'oidc-client-ts'

import type { Session } from '../../machines/session/roles'
import type { SignInReturn, Finding } from '../../machines/session/session.machine'
import type { CheckedUserManager } from './checked-user-manager'
import type { Lifetime } from './token-lifetime'
import type { Loan } from './cross-tab-session'

export type SessionPort = {
  /** Begins the look for a session, so that it runs beside the page's own code; `checkSession` takes its answer up. */
  lookAhead(): void
  /** Asks the provider for a session in a hidden frame. */
  checkSession(): Promise<Finding>
  /** Leaves the page to ask with the whole of it, for browsers that keep cookies from frames. */
  probeSession(returnTo: string): Promise<void>
  /** Asks the other tabs for their session, where no frame can ask the provider. */
  borrowSession(): Promise<Finding>
  /** Redeems the provider's answer in the page's address, once. */
  finishLogin(): Promise<SignInReturn>
  /** Makes the access token valid for `minValidity` more seconds (-1: always anew). One refresh at a time. */
  refreshToken(minValidity?: number): Promise<Session>
  /** Leaves for the provider's login. Settles only by failing. */
  startLogin(returnTo: string): Promise<void>
  /** Has the person log in in a window that is open already, and leaves it open at an empty page. */
  logInAt(windowName: string): Promise<Session>
  /** Forgets this tab's tokens, then leaves for the provider's log-out. Fails, still without tokens, if it is down. */
  endSession(): Promise<void>
  clearToken(): void
  accessToken(): string | undefined
  /** Seconds that the access token still lives. */
  secondsLeft(): number
  /** Hears of tokens that were renewed besides the session machine's own rhythm. One listener. */
  onRenewed(listener: (session: Session) => void): void
}

/** The calls that a visitor who only reads does not make. */
export type OidcCalls = Pick<
  SessionPort,
  'probeSession' | 'borrowSession' | 'finishLogin' | 'refreshToken' | 'startLogin' | 'logInAt' | 'endSession'
> & {
  /** Answers other tabs that ask for a session. */
  lend(): void
  /** The stored refresh token serves when the frame did not answer, unless another tab lives on the same one. */
  reviveStored(): Promise<Finding>
  /** The same where no frame can answer; without a token of its own, the tab has to ask with the whole page. */
  findUnseen(): Promise<Finding>
  /** A failed look, with what its failure means. */
  explained(error: unknown): Promise<unknown>
}

/** The window's address, or its stand-in while prerendering. */
export type Address = {
  origin: string
  href: () => string
  /** Takes the provider's answer out of the address bar. */
  cleanAddress: () => void
}

/** What the look at the start shares with the calls that follow it. */
export type Core = {
  authority: string
  clientId: string
  page: Address
  /** The tokens of this tab, or those that another one has lent it. */
  held: { tokens: User | Loan; lifetime: Lifetime } | null
  library: () => Promise<Library>
  /** Holds tokens of this tab's own. */
  keep: (user: User) => Session
}

export type Library = { oidc: CheckedUserManager; isTimeout: (error: unknown) => boolean }

/** The provider's answers that mean "nobody is signed in", not "something failed". */
export const anonymousAnswers = new Set(['login_required', 'interaction_required', 'consent_required'])

/** As oidc-client-ts throws it; `state` is the luggage of the login that it answers. */
export type OAuthError = { error?: unknown; error_description?: unknown; state?: unknown }

/** The provider's pages. None of them requires a script. */
import { html, Markup, page, type Theme } from '../http/page'
import type { Person } from './accounts'

/** All routes of the provider are below its realm, as in Keycloak. */
export const REALM = '/realms/pcb'

const fullName = (account: Person) => `${account.firstName} ${account.lastName}`

/** Why the last attempt failed: wrong credentials, or too many attempts. Null if there was no failure. */
export type LoginFailure = 'wrong' | { waitMs: number } | null

export const loginPage = (o: {
  action: string
  username: string
  failure: LoginFailure
  theme: Theme | null
  siteUrl: string
  isTrial: boolean
}) =>
  page({
    isTrial: o.isTrial,
    siteUrl: o.siteUrl,
    theme: o.theme,
    title: o.failure ? 'Error: Sign in' : 'Sign in',
    base: REALM,
    main: html`<p class="eyebrow">Engineering workspace</p>
<h1>Sign in</h1>
<p class="muted">Use your workspace account.</p>
<form method="post" action="${o.action}">
${o.failure === null ? null : html`<p class="alert" id="failure" role="alert">${failureText(o.failure)}</p>`}
<div class="field">
<label for="username">Username or e-mail</label>
<input id="username" name="username" value="${o.username}" autocomplete="username" autocapitalize="none"
 spellcheck="false" required maxlength="254"${o.username ? null : autofocus}${o.failure === 'wrong' ? invalid : null}>
</div>
<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required
 maxlength="1024"${o.username ? autofocus : null}${o.failure === 'wrong' ? invalid : null}>
</div>
<button class="full">Sign in</button>
<p class="small"><a href="${o.action}/forgot">Forgot password?</a></p>
</form>
<p class="small or">New here?</p>
<p><a class="button quiet full" href="${o.action}/register">Create account</a></p>
<p class="small muted">This is the built-in sign-in for trials and development. Its demo accounts are listed in the
terminal where the server was started.</p>
<p class="small"><a href="${o.siteUrl}/">Back to the site</a></p>`,
  })

const failureText = (failure: NonNullable<LoginFailure>) => {
  if (failure === 'wrong') return 'Wrong username or password. Check both and try again.'
  return `${waitText(failure.waitMs)} This attempt was not checked, and the account is unchanged.`
}

export const waitText = (waitMs: number) => {
  const minutes = Math.ceil(waitMs / 60_000)
  return `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
}

const autofocus = new Markup(' autofocus')
const invalid = new Markup(' aria-invalid="true" aria-describedby="failure"')

/** Asks for confirmation before signing out. `form` is oidc-provider's own form with the id op.logoutForm. */
export const logoutPage = (o: { form: string; siteUrl: string; isTrial: boolean }) =>
  page({
    isTrial: o.isTrial,
    siteUrl: o.siteUrl,
    title: 'Sign out?',
    base: REALM,
    main: html`<p class="eyebrow">Engineering workspace</p>
<h1>Sign out?</h1>
<p class="muted">This ends your session in every tab of this browser.</p>
${new Markup(o.form)}
<p class="actions">
<button form="op.logoutForm" name="logout" value="yes">Sign out</button>
<a class="button quiet" href="${o.siteUrl}/">Stay signed in</a>
</p>`,
  })

export const signedOutPage = ({ siteUrl, isTrial }: { siteUrl: string; isTrial: boolean }) =>
  page({
    isTrial,
    siteUrl,
    title: 'You are signed out',
    base: REALM,
    main: html`<p class="eyebrow">Engineering workspace</p>
<h1>You are signed out</h1>
<p class="muted">Your session has ended in every tab of this browser.</p>
<p class="actions"><a class="button" href="${siteUrl}/">Go to the site</a></p>`,
  })

/** `account` is null if no user is signed in on this browser. */
export const accountPage = (o: { account: Person | null; siteUrl: string; logoutUrl: string; isTrial: boolean }) =>
  page({
    isTrial: o.isTrial,
    siteUrl: o.siteUrl,
    title: 'Your account',
    base: REALM,
    main: html`<p class="eyebrow">Engineering workspace</p>
<h1>Your account</h1>
${
  o.account
    ? html`<dl>
<dt>Name</dt><dd>${fullName(o.account)}</dd>
<dt>Username</dt><dd>${o.account.username}</dd>
<dt>E-mail</dt><dd>${o.account.email ?? 'not confirmed'}</dd>
<dt>Roles</dt><dd>${(o.account.roles ?? []).join(', ') || 'none'}</dd>
</dl>
<p class="notice">Names and e-mail addresses cannot be changed with the built-in sign-in. If the server sends
e-mails, you can change the password of an account that you created: sign out, then choose “Forgot password?” on the
sign-in page.
The passwords of the demo accounts are fixed. If the site uses an organization’s own sign-in provider, users can change
their details on the account page of that provider.</p>
<p class="actions">
<a class="button" href="${o.siteUrl}/workspace">Back to the workspace</a>
<a class="button quiet" href="${o.logoutUrl}">Sign out</a>
</p>`
    : html`<p class="muted">Nobody is signed in on this browser.</p>
<p class="actions"><a class="button" href="${o.siteUrl}/workspace">Sign in</a></p>`
}`,
  })

/** Shows a readable message, the protocol's error as a detail, and a link to the site or to a new sign-in. */
export const errorPage = (o: {
  title: string
  text: string
  detail?: string
  siteUrl: string
  isTrial: boolean
  again?: boolean
}) =>
  page({
    isTrial: o.isTrial,
    siteUrl: o.siteUrl,
    title: o.title,
    base: REALM,
    main: html`<p class="eyebrow">Engineering workspace</p>
<h1>${o.title}</h1>
<p>${o.text}</p>
${o.detail ? html`<p class="small muted">Details for support: ${o.detail}</p>` : null}
<p class="actions">
${
  o.again
    ? html`<a class="button" href="${o.siteUrl}/workspace">Sign in again</a>`
    : html`<a class="button" href="${o.siteUrl}/">Go to the site</a>`
}
</p>`,
  })

/** The pages for creating an account and for setting a new password. None of them requires a script. */
import { html, Markup, page, type Theme } from '../http/page'
import { REALM, waitText } from './pages'
import { MIN_PASSWORD, type RegistrationErrors, type RegistrationForm } from './registration-form'

type Common = { theme: Theme | null; siteUrl: string; isTrial: boolean; signInUrl: string }

/** Why the last attempt failed: invalid input, or too many attempts. Null if there was no failure. */
export type Refusal = { text: string } | { waitMs: number } | null

const textOf = (refusal: NonNullable<Refusal>) => ('text' in refusal ? refusal.text : waitText(refusal.waitMs))

const frame = ({ theme, isTrial, siteUrl }: Common, title: string, isFailed: boolean, main: Markup) =>
  page({ isTrial, siteUrl, theme, title: isFailed ? `Error: ${title}` : title, base: REALM, main })

const alert = (refusal: Refusal) => refusal && html`<p class="alert" id="failure" role="alert">${textOf(refusal)}</p>`

/** The attributes of a field whose error is described below it; null if the field has no error. */
const wrong = (name: string, error: string | undefined) =>
  error === undefined ? null : html` aria-invalid="true" aria-describedby="${name}-error"`
const errorText = (name: string, error: string | undefined) =>
  error === undefined ? null : html`<p class="error small" id="${name}-error">${error}</p>`

const backToSignIn = ({ signInUrl }: Common) => html`<p class="small"><a href="${signInUrl}">Back to sign in</a></p>`

export const registrationPage = (
  o: Common & {
    action: string
    form: RegistrationForm
    errors: RegistrationErrors
    refusal: Refusal
    hasMail: boolean
  },
) => {
  const isFailed = o.refusal !== null || Object.keys(o.errors).length > 0
  const input = (
    name: 'firstName' | 'lastName' | 'email',
    label: string,
    attributes: string,
  ) => html`<div class="field">
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${o.form[name]}" required${new Markup(attributes)}${wrong(name, o.errors[name])}>
${errorText(name, o.errors[name])}
</div>`
  const choice = (name: 'terms' | 'adult', label: Markup) => html`<div class="field">
<div class="choice">
<input id="${name}" name="${name}" type="checkbox" value="yes" required${o.form[name] ? new Markup(' checked') : null}${wrong(name, o.errors[name])}>
<label for="${name}">${label}</label>
</div>
${errorText(name, o.errors[name])}
</div>`
  return frame(
    o,
    'Create account',
    isFailed,
    html`<p class="eyebrow">Engineering workspace</p>
<h1>Create account</h1>
<p class="muted">${
      o.hasMail
        ? 'We will send a code to your e-mail address to confirm it.'
        : 'This server cannot send e-mail. Your e-mail address serves only as your sign-in name and will not be confirmed, and a forgotten password cannot be reset.'
    }</p>
<form method="post" action="${o.action}">
${alert(o.refusal)}
<div class="fields">
${input('firstName', 'First name', ` autocomplete="given-name" maxlength="100"${isFailed ? '' : ' autofocus'}`)}
${input('lastName', 'Last name', ' autocomplete="family-name" maxlength="100"')}
</div>
${input('email', 'E-mail', ' type="email" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="254"')}
${newPasswordField(o.errors.password)}
${choice(
  'terms',
  html`I accept the <a href="${o.siteUrl}/terms" target="_blank">terms of service</a> and the
<a href="${o.siteUrl}/privacy" target="_blank">privacy policy</a>.`,
)}
${choice('adult', html`I am 18 or older.`)}
<button class="full">Create account</button>
</form>
<p class="small">Already have an account? <a href="${o.signInUrl}">Sign in</a></p>`,
  )
}

const newPasswordField = (error: string | undefined) => html`<div class="field">
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${MIN_PASSWORD}"
 maxlength="1024" aria-describedby="password-help${error === undefined ? '' : ' password-error'}"${
   error === undefined ? null : new Markup(' aria-invalid="true"')
 }>
<p class="small muted" id="password-help">At least ${MIN_PASSWORD} characters. A few words are easy to remember.</p>
${errorText('password', error)}
</div>`

const codeField = (hasFocus: boolean) => html`<div class="field">
<label for="code">Code from the e-mail</label>
<input id="code" name="code" class="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="20"${
  hasFocus ? new Markup(' autofocus') : null
}>
</div>`

const SPAM = 'It may take a minute to arrive. Check your spam folder, too.'

export const confirmationPage = (o: Common & { action: string; email: string; refusal: Refusal; againUrl: string }) =>
  frame(
    o,
    'Confirm your e-mail',
    o.refusal !== null,
    html`<p class="eyebrow">Engineering workspace</p>
<h1>Confirm your e-mail</h1>
<p>We sent a code to <strong>${o.email}</strong>. Enter it within 30 minutes. ${SPAM}</p>
<form method="post" action="${o.action}">
${alert(o.refusal)}
${codeField(true)}
<button class="full">Confirm and continue</button>
</form>
<p class="small">No e-mail, or wrong address? <a href="${o.againUrl}">Start over</a></p>
${backToSignIn(o)}`,
  )

export const forgottenPage = (o: Common & { action: string; email: string; refusal: Refusal; hasMail: boolean }) =>
  frame(
    o,
    'Forgot password',
    o.refusal !== null,
    o.hasMail
      ? html`<p class="eyebrow">Engineering workspace</p>
<h1>Forgot password</h1>
<p class="muted">Enter the e-mail address of your account. We will send you a code to set a new password.</p>
<form method="post" action="${o.action}">
${alert(o.refusal)}
<div class="field">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" value="${o.email}" autocomplete="username" autocapitalize="none"
 spellcheck="false" required maxlength="254"${new Markup(' autofocus')}>
</div>
<button class="full">Send code</button>
</form>
${backToSignIn(o)}`
      : html`<p class="eyebrow">Engineering workspace</p>
<h1>Forgot password</h1>
<p>This server cannot send e-mail, so a forgotten password cannot be reset here. Ask the operator of this site for
help, or create another account.</p>
${backToSignIn(o)}`,
  )

export const newPasswordPage = (
  o: Common & { action: string; email: string; refusal: Refusal; passwordError: string | undefined; againUrl: string },
) =>
  frame(
    o,
    'Choose a new password',
    o.refusal !== null || o.passwordError !== undefined,
    html`<p class="eyebrow">Engineering workspace</p>
<h1>Choose a new password</h1>
<p>If there is an account for <strong>${o.email}</strong>, we have sent a code to that address. It is valid for 30 minutes. ${SPAM}</p>
<form method="post" action="${o.action}">
${alert(o.refusal)}
${codeField(true)}
${newPasswordField(o.passwordError)}
<p class="small muted">Changing the password signs you out everywhere else.</p>
<button class="full">Change password and sign in</button>
</form>
<p class="small">No e-mail, or wrong address? <a href="${o.againUrl}">Start over</a></p>
${backToSignIn(o)}`,
  )

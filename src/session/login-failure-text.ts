import type { SessionFailure } from '../../machines/session/session.machine'

/** The messages, keyed by the provider's error code or our own reason. Each states what happened and what to do. */
const texts: Record<string, string> = {
  access_denied:
    'The login was canceled, or your account is not allowed to use this site. Log in again, or ask your administrator for access.',
  account_selection_required:
    'You are signed in with more than one account. Log in again and choose the one to use here.',
  temporarily_unavailable: 'The sign-in service is busy. Your work is safe. Log in again in a few minutes.',
  server_error: 'The sign-in service failed. Your work is safe. Log in again in a few minutes.',
  'authentication-expired': 'The login took too long, so it expired. Log in again.',
  stale: 'This login was started more than an hour ago, so it expired. Log in again.',
  untrusted:
    'The response from the sign-in service failed validation, so you were not signed in. Log in again. If this happens again, contact the operator of this site.',
  unreachable: 'The sign-in service cannot be reached. Check your connection, then try again.',
  insecure: 'Signing in requires a secure connection. Open this site over HTTPS.',
}

const otherText =
  'The sign-in service could not finish the login. Your work is safe. Please try again. If this happens again, contact the operator of this site.'

/** The message shown for a sign-in failure. */
export function failureText({ reason, message }: SessionFailure): string {
  if (reason === 'not-set-up') return `Signing in is not set up on this site: ${message}. Contact the operator.`
  return texts[reason ?? ''] ?? otherText
}

import { expect, test } from 'vitest'

import { failureText } from '../../../src/session/login-failure-text'

/** What the provider, the library or the browser reported. It means nothing to users. */
const raw = [
  'access_denied',
  'invalid nonce',
  'Failed to fetch',
  'account_selection_required',
  'temporarily_unavailable',
]
const reasons = [
  ...['access_denied', 'account_selection_required', 'temporarily_unavailable', 'server_error', 'invalid_request'],
  ...['authentication-expired', 'stale', 'untrusted', 'unreachable', 'insecure', null],
]

test.each(reasons)('a login that failed with the reason %s is explained without what was reported', (reason) => {
  for (const message of raw) {
    const text = failureText({ name: '[vue-keycloak]', message, reason })
    expect(text).not.toMatch(/[a-z]_[a-z]|nonce|fetch/i)
    expect(text).toMatch(/Log in again|try again|Open this site/i)
  }
})

test.each([
  ['access_denied', /login was canceled, or your account is not allowed.*ask your administrator for access/],
  ['account_selection_required', /more than one account.*choose the one to use here/],
  ['temporarily_unavailable', /sign-in service is busy.*work is safe.*in a few minutes/],
  ['server_error', /sign-in service failed\. Your work is safe.*in a few minutes/],
  ['authentication-expired', /login took too long, so it expired/],
  ['stale', /started more than an hour ago, so it expired/],
  ['untrusted', /failed validation, so you were not signed in.*contact the operator/],
  ['unreachable', /service cannot be reached\. Check your connection/],
  ['insecure', /requires a secure connection.*over HTTPS/],
  ['invalid_request', /could not finish the login\. Your work is safe.*contact the operator/],
  [null, /could not finish the login\. Your work is safe.*contact the operator/],
])('the text for the reason %s states what happened and what to do', (reason, text) => {
  expect(failureText({ name: '[vue-keycloak]', message: '', reason })).toMatch(text)
})

test('each known reason has a text of its own', () => {
  const known = reasons.filter((reason) => reason !== 'invalid_request' && reason !== null)
  const texts = known.map((reason) => failureText({ name: '[vue-keycloak]', message: '', reason }))
  expect(new Set(texts).size).toBe(known.length)
})

test('a site on which signing in is not set up says what is missing', () => {
  const message = 'The KeycloakConfig is required'
  expect(failureText({ name: '[vue-keycloak]', message, reason: 'not-set-up' })).toContain(message)
})

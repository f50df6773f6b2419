import { expect, test } from 'vitest'

import { demoAccounts } from '../../../server/identity/accounts'
import { covers } from '../../spec-coverage/covers'
import { importedRealm } from '../../support/services/keycloak-realm'

const realm = importedRealm()

test('people create accounts and reset passwords, both with an address that is confirmed', () => {
  covers('decisions-keycloak-realm')
  expect(realm).toMatchObject({
    registrationAllowed: true,
    resetPasswordAllowed: true,
    verifyEmail: true,
    duplicateEmailsAllowed: false,
  })
  const action = (alias: string) => realm.requiredActions.find((one) => one.alias === alias)
  expect(action('VERIFY_EMAIL')).toMatchObject({ enabled: true })
  expect(action('UPDATE_PASSWORD')).toMatchObject({ enabled: true })
})

test('every new person accepts the terms and the privacy policy, and confirms to be 18 or older', () => {
  expect(realm.requiredActions.find(({ alias }) => alias === 'TERMS_AND_CONDITIONS')).toMatchObject({
    enabled: true,
    defaultAction: true,
  })
  const text = realm.localizationTexts['en']?.['termsText'] ?? ''
  expect(text).toContain('href="http://localhost:8080/terms"')
  expect(text).toContain('href="http://localhost:8080/privacy"')
  expect(text).toMatch(/you agree to .* and confirm that you are 18 or older/)
})

test('every new person has the role of users, and the demo users are those of the embedded sign-in', () => {
  const roles = realm.roles.realm.find(({ name }) => name === realm.defaultRole?.name)
  expect(roles?.composites?.realm).toContain('user')
  expect(realm.users.map(({ username, email }) => [username, email])).toEqual(
    demoAccounts.map(({ username, email }) => [username, email]),
  )
  expect(realm.users.filter(({ emailVerified }) => !emailVerified)).toEqual([])
})

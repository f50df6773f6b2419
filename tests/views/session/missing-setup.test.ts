import { expect, test } from 'vitest'

import { createMissingPort } from '../../../src/session/provider/unconfigured-oidc'

test.each([
  ['no auth section', undefined, 'The VueKeycloakPluginConfig is required'],
  ['an auth section without a provider', {}, 'The KeycloakConfig is required'],
])('a login with a configuration that has %s fails with what is missing', async (_, auth, message) => {
  await expect(createMissingPort(auth).startLogin('/')).rejects.toMatchObject({ kind: 'not-set-up', message })
})

// @vitest-environment jsdom
import { Log } from 'oidc-client-ts'
import { afterEach, expect, test, vi } from 'vitest'

import { ProviderClient } from '../../../../src/session/provider/provider-client'
import { createSessionPort, isProviderReturn } from '../../../../src/session/provider/oidc'
import { covers } from '../../../spec-coverage/covers'

const options = { authority: 'https://id.example/realms/pcb', clientId: 'pcb-web', origin: 'https://boards.example' }

afterEach(() => vi.restoreAllMocks())

test('the library is configured with the standard flow, without a login iframe, and with the specified times', () => {
  covers('4-standard-flow', '9-setup-defaults', '9-state-expiry', '9-message-wait', '9-session-check')
  const { settings } = new ProviderClient(options)
  expect(settings).toMatchObject({
    response_type: 'code',
    disablePKCE: false,
    monitorSession: false,
    automaticSilentRenew: false,
    staleStateAgeInSeconds: 60 * 60,
    requestTimeoutInSeconds: 10,
    silentRequestTimeoutInSeconds: 10,
    checkSessionIntervalInSeconds: 5,
    redirect_uri: 'https://boards.example/login',
    silent_redirect_uri: 'https://boards.example/silent-check-sso.html',
    post_logout_redirect_uri: 'https://boards.example',
  })
})

test('the library logs only warnings and errors', () => {
  covers('decisions-logging-level')
  const level = vi.spyOn(Log, 'setLevel')
  const logger = vi.spyOn(Log, 'setLogger')
  new ProviderClient(options)
  expect(level.mock.calls).toEqual([[Log.WARN]])
  expect(logger.mock.calls).toEqual([[console]])
})

test('a library that cannot be configured is reported as an adapter that could not be created', async () => {
  covers('8-client-create')
  vi.spyOn(Log, 'setLogger').mockImplementation(() => {
    throw new Error('')
  })
  const port = createSessionPort(
    { url: 'https://id.example', realm: 'pcb', clientId: 'pcb-web' },
    { origin: options.origin, href: () => options.origin, cleanAddress: () => {} },
  )
  await expect(port.checkSession()).rejects.toThrow('Failed to create the keycloak adapter')
})

test.each([
  ['/login?code=1&state=2', true],
  ['/login#code=1&state=2', true],
  ['/login?code=1', false],
  ['/login?state=2', false],
  ['/login#code=1', false],
  ['/login?code=1#state=2', false],
  ['/login', false],
  ['/workspace?code=1&state=2', false],
])('%s is a provider response: %s', (address, isAnswer) => {
  covers('4-guard-return-query', '4-guard-return-hash', '4-guard-return-both')
  expect(isProviderReturn(new URL(address, 'https://boards.example'))).toBe(isAnswer)
})

// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { waitFor } from 'xstate'

import { isStartingLogin, statusOf } from '../../../machines/session/session.machine'
import { createPageSession } from '../../../src/session/page-session'
import { createMissingPort } from '../../../src/session/provider/unconfigured-oidc'
import { session as uma } from '../../model-based/site'

const never = <Output>() => new Promise<Output>(() => {})

test('a call of a page that is on its way to the login page does not refresh the token', async () => {
  let refreshes = 0
  const page = createPageSession({
    page: { origin: 'https://boards.example', href: () => 'https://boards.example/', cleanAddress() {}, alert() {} },
    auth: { provider: { url: 'https://id.example', realm: 'pcb', clientId: 'pcb-web' } },
    port: {
      ...createMissingPort({}),
      checkSession: async () => ({ kind: 'session', session: uma }),
      refreshToken: async () => {
        refreshes += 1
        return uma
      },
      startLogin: never<void>,
      accessToken: () => uma.accessToken,
      secondsLeft: () => 1,
    },
    fetchUser: never,
    logOutOfTool: never<void>,
    closeToolWindow() {},
    forgetUser() {},
    notify() {},
  })
  page.session.start()
  await waitFor(page.session, (snapshot) => statusOf(snapshot) === 'authenticated')
  expect(await page.freshToken()).toBe(uma.accessToken)
  expect(refreshes).toBe(1)

  page.refuse()
  await waitFor(page.session, isStartingLogin)
  expect(await page.freshToken()).toBe(uma.accessToken)
  expect(refreshes).toBe(1)
  page.session.stop()
})

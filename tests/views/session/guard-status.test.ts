// @vitest-environment jsdom
import { expect, test, vi } from 'vitest'
import { waitFor } from 'xstate'

import { statusOf } from '../../../machines/session/session.machine'
import { createPageSession } from '../../../src/session/page-session'
import { createMissingPort } from '../../../src/session/provider/unconfigured-oidc'
import { session as uma } from '../../model-based/site'
import { covers } from '../../spec-coverage/covers'

const never = <Output>() => new Promise<Output>(() => {})

test.each(['public', 'authenticated'] as const)(
  'reads the session before a navigation to a %s page',
  async (access) => {
    covers('4-guard-reads')
    const page = createPageSession({
      page: { origin: 'https://boards.example', href: () => 'https://boards.example/', cleanAddress() {}, alert() {} },
      auth: { provider: { url: 'https://id.example', realm: 'pcb', clientId: 'pcb-web' } },
      port: { ...createMissingPort({}), checkSession: async () => ({ kind: 'session', session: uma }) },
      fetchUser: never,
      logOutOfTool: never<void>,
      closeToolWindow() {},
      forgetUser() {},
      notify() {},
    })
    page.session.start()
    await waitFor(page.session, (snapshot) => statusOf(snapshot) === 'authenticated')
    const reads = vi.spyOn(page.session, 'getSnapshot')
    const route = { href: '/workspace', access, isProviderReturn: false, isLogin: false }
    expect(await page.guard(route)).toBe('pass')
    expect(reads).toHaveBeenCalledTimes(1)
    page.session.stop()
  },
)

import createCache from '@emotion/cache'
import { createMemoryHistory } from '@tanstack/react-router'
import { act, render } from '@testing-library/react'
import { beforeAll, vi } from 'vitest'

import type { Session } from '../../machines/session/roles'
import type { User } from '../../machines/session/session.machine'
import { App } from '../../src/app/app'
import { followOverlay } from '../../src/app/loading-overlay'
import { createAppRouter } from '../../src/routes/router'
import { createServices, type Services } from '../../src/app/services'
import type { connectSession } from '../../src/session/machines'
import type { SessionPort } from '../../src/session/provider/oidc-adapter'
import { settle } from './view-harness'

/**
 * The complete site as it runs in a browser, with its router, shell, pages and session. The provider and the API return
 * the test's responses.
 */

type SessionMachines = ReturnType<typeof connectSession>

/** Replaces the connected machine with the machine under test. */
const wiring = vi.hoisted(() => ({ inPlace: (machines: object) => machines }))
vi.mock(import('../../src/session/machines'), async (original) => {
  const { connectSession } = await original()
  return { connectSession: (world) => wiring.inPlace(connectSession(world)) as SessionMachines }
})

// A path renders whole pages repeatedly, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

// Load these modules first, so that no test has to wait for them.
beforeAll(async () => {
  await Promise.all([
    ...[import('../../src/routes/home-screen'), import('../../src/routes/login-screen')],
    ...[import('../../src/routes/workspace/screen'), import('../../src/routes/workspace/project-screen')],
    ...[import('../../src/site/legal/privacy-page')],
    ...[import('../../src/site/shell/profile-card'), import('../../src/api/product')],
    ...[import('../../src/routes/connection-notice'), import('../../src/session/login-failure-text')],
  ])
}, 60_000)

const origin = 'https://boards.example'
const config: Services['config'] = {
  auth: { provider: { url: 'https://id.example', realm: 'pcb', clientId: 'pcb-web' } },
  api: { base: `${origin}/api`, v1: `${origin}/api/v1` },
  loginUrl: '/workspace',
  tools: {
    s2spice: { name: 'S2SPice Tool', serverApi: null },
    inductance: { name: 'Inductance calculator', url: null },
    impedance: { name: 'PCB Trace Impedance Calculator', url: null },
  },
}

export const session: Session = {
  accessToken: 'token',
  decodedToken: { sub: 'u1' },
  userId: 'u1',
  username: 'uma',
  realmRoles: ['user'],
  resourceRoles: {},
}
export const person: User = { id: 'u1', username: 'uma', fullname: 'Uma Sarin', roles: ['user'] }

const never = () => new Promise<never>(() => {})
const answers: Record<string, object> = {
  '/api/v1/users/me': person,
  '/api/v1/projects': [],
  '/realms/pcb/account': { id: 'u1', firstName: 'Uma', lastName: 'Sarin' },
}

/** Stubs for browser features that jsdom does not implement. */
function stubBrowser() {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('scrollTo', () => {})
}

type Visit = {
  at: string
  /** The provider's responses. Calls without one never resolve. */
  port?: Partial<SessionPort>
  machines?: (wired: SessionMachines) => SessionMachines
  services?: (made: Services) => Services
}

/** Opens the site at a URL. */
export async function visit({ at, port = {}, machines, services: change = (made) => made }: Visit) {
  stubBrowser()
  vi.stubGlobal('fetch', async (request: Request | string) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url)
    const body = answers[pathname]
    return Response.json(body ?? {}, { status: body ? 200 : 404 })
  })
  wiring.inPlace = (wired) => machines?.(wired as SessionMachines) ?? wired
  const history = createMemoryHistory({ initialEntries: [at] })
  const services = change(
    createServices(
      config,
      { origin, href: () => origin + history.location.href, cleanAddress: () => {}, alert: () => {} },
      {
        lookAhead: () => {},
        clearToken: () => {},
        expectLender: () => {},
        accessToken: () => undefined,
        onRenewed: () => {},
        secondsLeft: () => 0,
        borrowSession: never,
        logInAt: never,
        checkSession: never,
        probeSession: never,
        finishLogin: never,
        refreshToken: never,
        startLogin: never,
        endSession: never,
        ...port,
      },
    ),
  )
  // As in index.html.
  document.body.innerHTML = '<div data-loading-overlay role="status">Loading...</div><div id="root"></div>'
  const root = document.querySelector<HTMLElement>('#root')!
  followOverlay(services.session.loading)
  const router = createAppRouter(services, { history })
  await router.load()
  await act(async () => {
    render(<App router={router} cache={createCache({ key: 'css' })} />, { container: root })
    await vi.dynamicImportSettled()
  })
  services.session.start()
  await arrive()
  return {
    services,
    path: () => router.state.location.pathname,
    /** The search parameters as text. */
    search: () => router.state.location.searchStr,
    /** Follows a link. */
    goTo: async (href: string) => {
      act(() => history.push(href))
      await arrive()
    },
  }
}

export type Visited = Awaited<ReturnType<typeof visit>>

/** Waits for a navigation to end. It may trigger another one, and each may load code. */
export async function arrive() {
  for (let step = 0; step < 3; step += 1) await settle()
}

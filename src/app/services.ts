import { type ActorRefFrom, createActor, waitFor } from 'xstate'

import type { loadingMachine } from '../../machines/session/loading.machine'
import type { GuardedRoute } from '../../machines/session/route-guard.machine'
import { type SessionActor, sessionOf, statusOf, userOf } from '../../machines/session/session.machine'
import type { ToolLaunchActor } from '../../machines/tools/tool-launch.machine'
import { type Actor, createProductApi, type ProductApi } from '../api/product'
import { connectSession } from '../session/machines'
import { createSessionPort, isProviderReturn, type SessionPort } from '../session/oidc'
import { logoutKey, refusalMark } from '../session/storage'
import { connectTools } from '../tools/machines'
import type { AppConfig } from './config'

/** What routes work with: made once a page load, before the router. */
export type Services = {
  config: AppConfig
  session: SessionActor
  loading: ActorRefFrom<typeof loadingMachine>
  tools: ToolLaunchActor
  api: ProductApi
  /** Who acts in the workspace, by the session as it is at the moment. */
  who: () => Actor
  /** Takes a navigation past the route guard. */
  guard: (route: GuardedRoute) => Promise<'pass' | 'login'>
  /** Begins the session's work. Called once the page is there, so that what is hydrated is what was prerendered. */
  start: () => void
}

/** Stands in where config.json names no provider: the public pages work, a login says what is missing. */
const portWithout = (reason: string): SessionPort => {
  const refuse = () => Promise.reject(new Error(reason))
  return {
    checkSession: refuse,
    finishLogin: refuse,
    refreshToken: refuse,
    startLogin: refuse,
    endSession: refuse,
    clearToken: () => {},
    accessToken: () => undefined,
  }
}

const missingSetup = (auth: AppConfig['auth']) =>
  auth === undefined ? 'The VueKeycloakPluginConfig is required' : 'The KeycloakConfig is required'

/** Wires configuration, session, API and guard to each other. `page` is the window, or its stand-in while prerendering. */
export function createServices(
  config: AppConfig,
  page: { origin: string; href: () => string; alert: (text: string) => void },
): Services {
  const provider = config.auth?.provider
  const port = provider ? createSessionPort(provider, page) : portWithout(missingSetup(config.auth))
  const api = createProductApi({
    bases: config.api,
    accessToken: port.accessToken,
    onUnauthorized: () => session.send({ type: 'access.refused' }),
  })
  const toolbox = connectTools(config.tools, api)
  const machines = connectSession({
    port,
    fetchUser: api.getMe,
    logOutOfTool: toolbox.logOutOfTool,
    closeToolWindow: toolbox.closeOpenedTool,
    alert: provider ? page.alert : () => {},
  })
  const session: SessionActor = createActor(machines.session, {
    input: { isProviderReturn: isProviderReturn(new URL(page.href())), wasRefused: refusalMark.isSet() },
  })
  const loading = createActor(machines.loading)
  const tools = createActor(toolbox.toolLaunch)

  let isStarted = false

  return {
    config,
    session,
    loading,
    tools,
    api,
    who: () => {
      const current = sessionOf(session.getSnapshot())
      return {
        uid: current?.userId ?? '',
        uname: current?.username ?? '',
        uemail: userOf(session.getSnapshot())?.email ?? null,
      }
    },
    guard: async (route) => {
      const navigation = createActor(machines.routeGuard, {
        input: { route, readStatus: () => statusOf(session.getSnapshot()) },
      }).start()
      const { output } = await waitFor(navigation, ({ status }) => status === 'done')
      return output ?? 'pass'
    },
    start: () => {
      if (isStarted) return
      isStarted = true
      loading.start()
      tools.start()
      session.subscribe((snapshot) => {
        if (statusOf(snapshot) !== 'unknown') loading.send({ type: 'status.known' })
      })
      session.start()
      addEventListener('storage', ({ key, newValue }) => {
        if (key === logoutKey && newValue !== null) session.send({ type: 'logout.noticed' })
      })
      addEventListener('pageshow', ({ persisted }) => {
        if (persisted) session.send({ type: 'page.restored' })
      })
    },
  }
}

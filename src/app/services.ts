import type { ProductApi } from '../api/product'
import type { SessionPort } from '../session/provider/oidc-adapter'
import { createPageSession, type Page, type PageSession } from '../session/page-session'
import { notify } from '../ui/notices/notify'
import { createKeptList } from '../workspace/projects/list/kept-list'
import type { AppConfig } from './config'
import { earlyList } from './early-list'
import { lazyTools, type Tools } from './lazy-tools'
import { lazyProductApi } from './product-api'

/** The services available to routes, created once per page load before the router. */
export type Services = {
  config: AppConfig
  session: PageSession
  tools: Tools
  api: ProductApi
  keptList: ReturnType<typeof createKeptList>
}

/** Connects configuration, session, API and tools. The port may already have started its session check. */
export function createServices(config: AppConfig, page: Page, port: SessionPort): Services {
  const calls = lazyProductApi({
    bases: config.api,
    uploadPartMb: config.uploadPartMb,
    accessToken: (minValidity, signal) => session.freshToken(minValidity, signal),
    onUnauthorized: (isDeleted) => session.refuse(isDeleted),
  })
  const early = earlyList(calls.listProjects)
  const api = Object.assign(Object.create(calls) as ProductApi, { listProjects: early.listProjects })
  const tools = lazyTools({
    settings: config.tools,
    api,
    session: {
      isSignedIn: () => session.isSignedIn(),
      freshen: () => session.freshToken(30),
      logInAt: (windowName) => session.logInAt(windowName),
    },
  })
  const session: PageSession = createPageSession({
    page,
    auth: config.auth,
    port,
    fetchUser: api.getMe,
    logOutOfTool: tools.logOutOfTool,
    closeToolWindow: tools.closeOpenedTool,
    forgetUser: tools.forgetUser,
    notify,
  })
  const keptList = createKeptList({ readsAhead: session.opensWorkspace() })
  keptList.start()
  session.onUserChange((userId) => {
    if (userId === null) {
      keptList.send({ type: 'user.gone' })
      early.cancel()
      return
    }
    keptList.send({ type: 'user.known', userId })
    if (session.opensWorkspace()) early.request(session.currentUser())
  })
  return { config, session, tools, api, keptList }
}

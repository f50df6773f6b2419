import type { ProductApi } from '../api/product'
import type { SessionPort } from '../session/oidc'
import { createPageSession, type Page, type PageSession } from '../session/page-session'
import type { AppConfig } from './config'
import { lazyTools, type Tools } from './lazy-tools'
import { lazyProductApi } from './product-api'

/** What routes work with: made once a page load, before the router. */
export type Services = {
  config: AppConfig
  session: PageSession
  tools: Tools
  api: ProductApi
}

/** Wires configuration, session, API and tools to each other. `port` may be at work already. */
export function createServices(config: AppConfig, page: Page, port: SessionPort): Services {
  const api: ProductApi = lazyProductApi({
    bases: config.api,
    accessToken: (minValidity) => session.freshToken(minValidity),
    onUnauthorized: () => session.refuse(),
  })
  const tools = lazyTools(config.tools, api, () => session.freshToken(30))
  const session: PageSession = createPageSession({
    page,
    auth: config.auth,
    port,
    fetchUser: api.getMe,
    logOutOfTool: tools.logOutOfTool,
    closeToolWindow: tools.closeOpenedTool,
    forgetPerson: tools.forgetPerson,
  })
  return { config, session, tools, api }
}

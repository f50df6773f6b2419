import createCache from '@emotion/cache'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { App } from './app/app'
import { ConfigError, loadConfig } from './app/config'
import { createAppRouter } from './app/router'
import { createServices } from './app/services'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element with the id root.')

async function start(root: HTMLElement) {
  // In a frame (a host that answers everything with this page, asked for the silent check) there is nothing to start.
  if (window.self !== window.top) return
  const services = createServices(await loadConfig(), {
    origin: location.origin,
    href: () => location.href,
    cleanAddress: () => history.replaceState(history.state, '', location.pathname),
    alert: (text) => window.alert(text),
  })
  services.session.lookAhead()
  const router = createAppRouter(services)
  const isPrerendered = root.dataset['prerendered'] === 'page'
  // The router takes over markup only when it believes that a server of its own made it.
  if (isPrerendered) router.ssr = { manifest: undefined }
  // A prerendered page must be hydrated as it was rendered, so its session starts with the mounted shell. Elsewhere the
  // guard waits for the session's word before anything is rendered.
  else services.session.start()
  await router.load()
  const app = (
    <StrictMode>
      <App router={router} cache={createCache({ key: 'css' })} />
    </StrictMode>
  )
  if (isPrerendered) hydrateRoot(root, app)
  else createRoot(root).render(app)
}

start(root).catch(async (error: unknown) => {
  if (!(error instanceof ConfigError)) throw error
  const { showConfigPage } = await import('./app/config-page')
  showConfigPage(root, error)
})

import createCache from '@emotion/cache'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { App } from './app/app'
import type { AppConfig } from './app/config'
import { nextTask } from './app/yield-to-browser'
import { createAppRouter } from './routes/router'
import { createServices } from './app/services'
import type { SessionPort } from './session/oidc-adapter'
import type { Page } from './session/page-session'

/** Hydrates the prerendered page, or renders it on the client. */
export async function showPage(root: HTMLElement, config: AppConfig, page: Page, port: SessionPort) {
  const services = createServices(config, page, port)
  const router = createAppRouter(services)
  const isPrerendered = root.dataset['prerendered'] === 'page'
  // The router hydrates existing markup only if it appears to come from its own server.
  if (isPrerendered) router.ssr = { manifest: undefined }
  // A prerendered page must hydrate in its prerendered state, so its session starts when the shell is mounted. On other
  // pages the guard waits for the session before anything is rendered.
  else services.session.start()
  await router.load()
  await nextTask()
  const app = (
    <StrictMode>
      <App router={router} cache={createCache({ key: 'css' })} />
    </StrictMode>
  )
  // A transition hydrates in slices instead of blocking the main thread.
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

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

/** Brings the page to life: over its prerendered markup, or from nothing. */
export async function showPage(root: HTMLElement, config: AppConfig, page: Page, port: SessionPort) {
  const services = createServices(config, page, port)
  const router = createAppRouter(services)
  const isPrerendered = root.dataset['prerendered'] === 'page'
  // The router takes over markup only when it believes that a server of its own made it.
  if (isPrerendered) router.ssr = { manifest: undefined }
  // A prerendered page must be hydrated as it was rendered, so its session starts with the mounted shell. Elsewhere the
  // guard waits for the session's word before anything is rendered.
  else services.session.start()
  await router.load()
  await nextTask()
  const app = (
    <StrictMode>
      <App router={router} cache={createCache({ key: 'css' })} />
    </StrictMode>
  )
  // As a transition it is done in slices.
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

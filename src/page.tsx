import createCache from '@emotion/cache'
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { App } from './app/app'
import type { Services } from './app/services'
import { nextTask } from './app/yield-to-browser'
import { createAppRouter } from './routes/router'
import { repeatPress } from './ui/early-press'

/** Hydrates the prerendered page, or renders it on the client. The session is already running. */
export async function showPage(root: HTMLElement, services: Services) {
  const router = createAppRouter(services)
  const isPrerendered = root.dataset['prerendered'] === 'page'
  // The router hydrates existing markup only if it appears to come from its own server.
  if (isPrerendered) router.ssr = { manifest: undefined }
  await router.load()
  await nextTask()
  const app = (
    <StrictMode>
      <Hydrated root={root}>
        <App router={router} cache={createCache({ key: 'css' })} />
      </Hydrated>
    </StrictMode>
  )
  // A transition hydrates in slices instead of blocking the main thread.
  if (isPrerendered) startTransition(() => void hydrateRoot(root, app))
  else createRoot(root).render(app)
}

/** Marks the page as hydrated, except for the parts that follow later, and repeats a press that came earlier. */
function Hydrated({ root, children }: { root: HTMLElement; children: ReactNode }) {
  useLayoutEffect(() => {
    root.removeAttribute('data-later')
    repeatPress()
  }, [root])
  return children
}

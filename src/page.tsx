import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'

import { App } from './app/app'
import type { Services } from './app/services'
import { createPageCache } from './ui/theme/style-cache'
import { nextTask } from './ui/loading/yield-to-browser'
import { createAppRouter } from './routes/router'
import { isBoardGiven, onBoardExpected } from './site/pricing/expected-board'
import { repeatPress } from './ui/loading/early-press'

/** Hydrates the prerendered page, or renders it on the client. The session is already running. */
export async function showPage(root: HTMLElement, services: Services) {
  const isPrerendered = root.dataset['prerendered'] === 'page'
  const router = createAppRouter(services, { isPrerendered })
  // Marks the markup as coming from the router's own server, because the router hydrates no other markup.
  if (isPrerendered) router.ssr = { manifest: undefined }
  onBoardExpected(() => {
    import('./routes/price/price-screen').then(({ preloadBoardPrice }) => preloadBoardPrice()).catch(() => {})
  })
  let isRendered = false as boolean
  const rendered = new Promise<void>((resolve) =>
    router.subscribe('onRendered', () => {
      isRendered = true
      resolve()
    }),
  )
  if (isPrerendered) {
    await router.load()
    // If a route failed to load, keep the prerendered page: it is better than an error page, and it contains what the
    // visitor has typed.
    const failed = router.state.matches.find(({ status }) => status === 'error')
    if (failed) throw failed.error
    await nextTask()
  }
  const started = new Promise<void>((resolve) => {
    const app = (
      <StrictMode>
        <Started onStart={resolve}>
          <App router={router} cache={createPageCache()} />
        </Started>
      </StrictMode>
    )
    const show = () => {
      if (isPrerendered) hydrateRoot(root, app)
      else createRoot(root).render(app)
    }
    // A transition renders in slices instead of blocking the main thread, which also runs the session check. On a page
    // that is not prerendered, the router starts when it is mounted, and shows the shell until the check has ended. But
    // rendering in slices takes longer overall, so no transition is used if the visitor has dropped a board and is
    // waiting for its price.
    if (isBoardGiven()) show()
    else startTransition(show)
  })
  // A held press is repeated only after `started` and `rendered`: before that, a machine may not have started, or the
  // router may not have recorded the current page.
  await started
  // If the browser followed a link to an anchor after `router.load()`, the router neither loads the new address nor
  // reports the page as rendered, so load the address here.
  if (isPrerendered && !isRendered) await router.load()
  await rendered
  root.removeAttribute('data-later')
  repeatPress(root)
}

/** Calls `onStart` after the first effects of its children. */
function Started({ onStart, children }: { onStart: () => void; children: ReactNode }) {
  useEffect(onStart, [onStart])
  return children
}

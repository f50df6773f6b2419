import {
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router'

import { homeAliasRoute, homeRoute } from './home'
import { loginRoute } from './login'
import { priceRoute } from './price/price'
import { privacyRoute } from './privacy'
import { rootRoute } from './root'
import { sampleReportRoute } from './sample-report/sample-report'
import { termsRoute } from './terms'
import { staffRoute } from './staff/route'
import { workspaceRoute } from './workspace/route'
import { BrokenPage } from '../site/shell/message-page'
import { isSignedInPath } from '../session/workspace-path'
import { failToLoad } from '../ui/loading/load-failure'
import type { Services } from '../app/services'

const routeTree = rootRoute.addChildren([
  homeRoute,
  homeAliasRoute,
  priceRoute,
  privacyRoute,
  termsRoute,
  sampleReportRoute,
  loginRoute,
  workspaceRoute,
  staffRoute,
])

const scrolling = () =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

type RouterSettings = { history?: RouterHistory; isPrerendered?: boolean }

/**
 * Creates the router for a page's services. Prerendering passes its own history. The browser itself scrolls a
 * prerendered page to its anchor or saved position, and the visitor may have scrolled on before the router is loaded,
 * so the router does not scroll such a page before the first navigation.
 */
export function createAppRouter(services: Services, { history, isPrerendered = false }: RouterSettings = {}) {
  let isFirstPage = true
  const router = createRouter({
    routeTree,
    context: { services },
    // Search parameters are not JSON: the default parser would read "1e400" as a number. The router itself still
    // converts numbers in their usual form, `true` and `false`.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    // A page that is not prerendered is empty at first, so its shell is shown while the guard waits for the session
    // check.
    defaultPendingMs: history || isPrerendered ? Infinity : 0,
    // By default, the shell would stay for at least half a second, even if the page is ready earlier.
    defaultPendingMinMs: 0,
    // Scrolls to the anchor, or to the saved position, or to the top. Disabled during prerendering, where it would add
    // an inline script that the CSP blocks.
    scrollRestoration: history === undefined && (() => !(isPrerendered && isFirstPage)),
    scrollRestorationBehavior: scrolling(),
    defaultHashScrollIntoView: { behavior: scrolling() },
    // The not-found page and the error page render inside the outlet, so that the shell stays visible.
    defaultNotFoundComponent: lazyRouteComponent(
      () => import('../site/shell/not-found-page').catch(failToLoad),
      'NotFoundPage',
    ),
    defaultErrorComponent: ({ error, reset }) => <BrokenPage error={error} onRetry={reset} />,
    defaultOnCatch: (error) => console.error(error),
    ...(history && { history }),
  })
  // The router saves a position only after a scroll event, but a visitor may have scrolled before the router was
  // loaded. Therefore, a scroll event is dispatched.
  const forgetFirstPage = router.subscribe('onRendered', () => {
    forgetFirstPage()
    isFirstPage = false
    // Later navigations keep the current page until the next one is loaded.
    router.options.defaultPendingMs = Infinity
    document.dispatchEvent(new Event('scroll'))
  })
  services.session.session.on('user.missing', ({ isSignedOut }) => {
    if (!isSignedInPath(router.state.location.pathname)) return
    if (isSignedOut) router.navigate({ to: '/' }).catch(console.error)
    // The status arrived after the guard stopped waiting for it, so the guard runs again.
    else router.invalidate().catch(console.error)
  })
  router.subscribe('onBeforeLoad', ({ toLocation }) => {
    // If the browser itself navigates to an anchor, from the address bar or through a link that is not hydrated yet,
    // the history entry has no state. The router would assign a new key to such an entry each time and would not find
    // its scroll position again. The prototype's method is called because the router does not observe it.
    if (!history && !window.history.state) History.prototype.replaceState.call(window.history, toLocation.state, '')
  })
  return router
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The page's name in the document title. Null if the page sets the title itself. */
    title?: string | null
  }
}

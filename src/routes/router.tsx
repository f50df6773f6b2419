import {
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  type RouterHistory,
  stringifySearchWith,
} from '@tanstack/react-router'

import { homeAliasRoute, homeRoute } from './home'
import { loginRoute } from './login'
import { privacyRoute } from './privacy'
import { rootRoute } from './root'
import { termsRoute } from './terms'
import { workspaceRoute } from './workspace/route'
import { BrokenPage } from '../site/shell/message-page'
import { failToLoad } from '../ui/load-failure'
import type { Services } from '../app/services'

const routeTree = rootRoute.addChildren([
  homeRoute,
  homeAliasRoute,
  privacyRoute,
  termsRoute,
  loginRoute,
  workspaceRoute,
])

const scrolling = () =>
  typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth'

/** The routes of the site over a page's services. Prerendering gives a history of its own. */
export const createAppRouter = (services: Services, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context: { services },
    // What people search for is text, also where JSON would read "1e400" as a number.
    parseSearch: parseSearchWith((text) => text),
    stringifySearch: stringifySearchWith(String),
    defaultPreload: 'intent',
    // To the anchor, else to where the entry of the history was left, else to the top. A prerendered page must not have
    // it on: it would bring an inline script, which the policy refuses.
    scrollRestoration: history === undefined,
    scrollRestorationBehavior: scrolling(),
    defaultHashScrollIntoView: { behavior: scrolling() },
    // Both stand in the outlet, so that the shell stays.
    defaultNotFoundComponent: lazyRouteComponent(
      () => import('../site/shell/not-found-page').catch(failToLoad),
      'NotFoundPage',
    ),
    defaultErrorComponent: ({ error, reset }) => <BrokenPage error={error} onRetry={reset} />,
    defaultOnCatch: (error) => console.error(error),
    ...(history && { history }),
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The page's name in the browser's title. */
    title?: string
    /** What search engines show of the page; only pages to be found have one. */
    description?: string
  }
}

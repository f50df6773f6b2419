import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { brand } from '../content/brand'
import { failToLoad } from '../ui/load-failure'
import { rootRoute } from './root'

const screen = () => import('./home-screen').catch(failToLoad)

const homePage = {
  beforeLoad: guarded('public'),
  // Whoever comes back is to stand where they were: the page has its height at once, whatever was loaded when they left.
  loader: async () => (await screen()).preloadHomePage(),
  // An answer that is kept would not be waited for.
  gcTime: 0,
  component: lazyRouteComponent(screen, 'HomeScreen'),
}

/** The home page, with all its anchors. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  ...homePage,
  staticData: { description: brand.description },
})

/** The same page under its other address. */
export const homeAliasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/home',
  ...homePage,
})

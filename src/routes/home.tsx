import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { failToLoad } from '../ui/loading/load-failure'
import { rootRoute } from './root'

const screen = () => import('./home-screen').catch(failToLoad)

const homePage = {
  beforeLoad: guarded('public'),
  // Preloads all parts of the page, so that it has its full height immediately and going back restores the scroll
  // position.
  loader: async () => (await screen()).preloadHomePage(),
  // Disables caching: with a cached result, the router would not wait for the loader.
  gcTime: 0,
  component: lazyRouteComponent(screen, 'HomeScreen'),
}

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  ...homePage,
})

/** The home page at its second path. */
export const homeAliasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/home',
  ...homePage,
})

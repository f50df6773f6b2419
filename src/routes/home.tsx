import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../app/guarded'
import { brand } from '../content/brand'
import { rootRoute } from './root'

const screen = async () => {
  const { HomeScreen, preloadHomePage } = await import('./home-screen')
  await preloadHomePage()
  return { HomeScreen }
}

/** The home page, with all its anchors. */
export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  staticData: { description: brand.description },
  beforeLoad: guarded('public'),
  component: lazyRouteComponent(screen, 'HomeScreen'),
})

/** The same page under its other address. */
export const homeAliasRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/home',
  beforeLoad: guarded('public'),
  component: lazyRouteComponent(screen, 'HomeScreen'),
})

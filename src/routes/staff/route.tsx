import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../../app/guarded-route'
import { failToLoad } from '../../ui/load-failure'
import { rootRoute } from '../root'

/** The staff's part of the site. The page checks the search parameters, because everybody loads this file. */
const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guarded('authenticated'),
  component: lazyRouteComponent(() => import('./screen').catch(failToLoad), 'StaffScreen'),
})

/** The queue, or one of its requests. StaffPages shows it, so that only the staff load it. */
const requestsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/{-$requestId}',
  staticData: { title: 'Queue' },
})

/** The messages of the contact form, or one of them. */
const messagesRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/messages/{-$messageId}',
  staticData: { title: 'Messages' },
})

/** The versions of the price table. */
const pricesRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/prices',
  staticData: { title: 'Prices' },
})

/** The news and publications of the home page. */
const newsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/news',
  staticData: { title: 'News' },
})

export const staffRoute = layoutRoute.addChildren([requestsRoute, messagesRoute, pricesRoute, newsRoute])

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../../app/guarded-route'
import { failToLoad } from '../../ui/loading/load-failure'
import { rootRoute } from '../root'

/** The staff's part of the site. The page checks the search parameters, because everyone loads this file. */
const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff',
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guarded('authenticated'),
  component: lazyRouteComponent(() => import('./screen').catch(failToLoad), 'StaffScreen'),
})

/**
 * The route of a part of the staff's pages. It has no component: StaffPages shows the part, so that only staff load its
 * code.
 */
const part = <const Path extends string>(path: Path, title: string) =>
  createRoute({ getParentRoute: () => layoutRoute, path, staticData: { title } })

export const staffRoute = layoutRoute.addChildren([
  part('/{-$requestId}', 'Queue'),
  part('/customers/{-$customerId}', 'Customers'),
  part('/messages/{-$messageId}', 'Contact messages'),
  part('/prices', 'Prices'),
  part('/accounting', 'Accounting'),
  part('/activity', 'Activity'),
  part('/news', 'News'),
  part('/failed-jobs', 'Failed jobs'),
])

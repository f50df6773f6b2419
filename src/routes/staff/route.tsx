import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../../app/guarded-route'
import { failToLoad } from '../../ui/load-failure'
import { rootRoute } from '../root'

/**
 * The staff queue, or one of its requests. The page checks the search parameters, because everybody loads this file.
 */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/{-$requestId}',
  staticData: { title: 'Queue' },
  validateSearch: (search: Record<string, unknown>) => search,
  beforeLoad: guarded('authenticated'),
  component: lazyRouteComponent(() => import('./screen').catch(failToLoad), 'StaffScreen'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../../app/guarded-route'
import { failToLoad } from '../../ui/load-failure'
import { rootRoute } from '../root'

/** What the address of the staff's queue can contain. */
type StaffSearch = { q?: string; state?: string; assignee?: string }

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** The staff's queue, or one of its requests. */
export const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/staff/{-$requestId}',
  staticData: { title: 'Requests of all customers' },
  validateSearch: (search: Record<string, unknown>): StaffSearch =>
    Object.fromEntries(
      ['q', 'state', 'assignee'].flatMap((name) => {
        const value = textOf(search[name])
        return value === undefined ? [] : [[name, value]]
      }),
    ),
  beforeLoad: guarded('authenticated'),
  component: lazyRouteComponent(() => import('./screen').catch(failToLoad), 'StaffScreen'),
})

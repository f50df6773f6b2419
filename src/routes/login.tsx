import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { failToLoad } from '../ui/load-failure'
import { rootRoute } from './root'

/** Where the guard and the provider lead. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: { title: 'Log in' },
  beforeLoad: guarded('public'),
  component: lazyRouteComponent(() => import('./login-screen').catch(failToLoad), 'LoginScreen'),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { failToLoad } from '../ui/loading/load-failure'
import { rootRoute } from './root'

/** The login page, to which the guard and the provider redirect. */
export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: { title: 'Log in' },
  beforeLoad: guarded('public'),
  component: lazyRouteComponent(() => import('./login-screen').catch(failToLoad), 'LoginScreen'),
})

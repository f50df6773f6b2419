import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../app/guarded'
import { rootRoute } from './root'

export const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  staticData: { title: 'Terms of service' },
  beforeLoad: guarded('public'),
  component: lazyRouteComponent(() => import('../site/terms-page'), 'TermsPage'),
})

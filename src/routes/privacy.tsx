import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../app/guarded'
import { rootRoute } from './root'

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  staticData: { title: 'Privacy policy' },
  beforeLoad: guarded('public'),
  component: lazyRouteComponent(() => import('../site/privacy-page'), 'PrivacyPage'),
})

import { createRoute } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { PrivacyView } from '../site/legal/legal-view'
import { rootRoute } from './root'

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  staticData: { title: 'Privacy policy' },
  beforeLoad: guarded('public'),
  component: PrivacyView,
})

import { createRoute } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { TermsView } from '../site/legal/legal-view'
import { rootRoute } from './root'

export const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  staticData: { title: 'Terms of service' },
  beforeLoad: guarded('public'),
  component: TermsView,
})

import { createRoute } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { brand } from '../content/brand'
import { TermsView } from '../site/legal/legal-view'
import { rootRoute } from './root'

export const termsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/terms',
  staticData: {
    title: 'Terms of service',
    description: `The agreement for the site, the workspace, the tools and the services of ${brand.name}: trial, payment, cancellation, liability and disputes.`,
  },
  beforeLoad: guarded('public'),
  component: TermsView,
})

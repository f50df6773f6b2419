import { createRoute } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { brand } from '../content/brand'
import { PrivacyView } from '../site/legal/legal-view'
import { rootRoute } from './root'

export const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  staticData: {
    title: 'Privacy policy',
    description: `What ${brand.name} does with personal information: what is collected, why, where it is kept, for how long, and the rights you have.`,
  },
  beforeLoad: guarded('public'),
  component: PrivacyView,
})

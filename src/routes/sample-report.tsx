import { createRoute } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { brand } from '../content/brand'
import { staticView } from '../site/shell/static-view'
import { failToLoad } from '../ui/load-failure'
import { rootRoute } from './root'

export const sampleReportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sample-report',
  staticData: {
    title: 'Sample report',
    description: `What ${brand.name} delivers for a simulation request: the verdict, margins and frequencies of a channel and a supply, computed from public data.`,
  },
  beforeLoad: guarded('public'),
  component: staticView('sample-report', () =>
    import('../workspace/requests/report/sample-report-page').then(
      (it) => ({ default: it.SampleReportPage }),
      failToLoad,
    ),
  ),
})

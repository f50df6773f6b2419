import { createRoute } from '@tanstack/react-router'

import { guarded } from '../app/guarded-route'
import { staticView } from '../site/shell/static-view'
import { failToLoad } from '../ui/load-failure'
import { rootRoute } from './root'

export const sampleReportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sample-report',
  staticData: { title: 'Sample report' },
  beforeLoad: guarded('public'),
  component: staticView('sample-report', () =>
    import('../workspace/requests/report/sample-report-page').then(
      (it) => ({ default: it.SampleReportPage }),
      failToLoad,
    ),
  ),
})

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../../app/guarded-route'
import { failToLoad } from '../../ui/loading/load-failure'
import { rootRoute } from '../root'
import type { SampleReportSearch } from './sample-report-search'

const screen = () => import('./sample-report-screen').catch(failToLoad)

/** The page with a sample of what customers receive. No account is needed. */
export const sampleReportRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sample-report',
  staticData: { title: 'Sample report' },
  // The parameters are not checked here, because every page loads this file. The screen ignores unknown values.
  validateSearch: (search: Record<string, unknown>): SampleReportSearch => search,
  beforeLoad: guarded('public'),
  loader: async () => (await screen()).preloadSampleReport(),
  component: lazyRouteComponent(screen, 'SampleReportScreen'),
})

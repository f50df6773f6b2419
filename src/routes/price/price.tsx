import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../../app/guarded-route'
import { failToLoad } from '../../ui/loading/load-failure'
import type { PriceSearch } from './price-viewing'
import { rootRoute } from '../root'

const screen = () => import('./price-screen').catch(failToLoad)

/** The page that shows the price of a visitor's board. No account is needed. */
export const priceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/price',
  staticData: { title: 'Simulation price for your board' },
  // The parameters are not checked here, because every page loads this file. The screen ignores unknown values.
  validateSearch: (search: Record<string, unknown>): PriceSearch => search,
  beforeLoad: guarded('public'),
  loader: async () => (await screen()).preloadPricePage(),
  component: lazyRouteComponent(screen, 'PriceScreen'),
})

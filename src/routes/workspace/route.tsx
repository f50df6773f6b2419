import { createRoute, lazyRouteComponent } from '@tanstack/react-router'

import { guarded } from '../../app/guarded-route'
import { failToLoad } from '../../ui/load-failure'
import { rootRoute } from '../root'
import { parseSearch } from './search-params'

export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workspace',
  staticData: { title: 'Workspace' },
  validateSearch: parseSearch,
  beforeLoad: guarded('authenticated'),
  component: lazyRouteComponent(() => import('./screen').catch(failToLoad), 'WorkspaceScreen'),
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The previous history entry is the same page without the dialog, so that Back closes it. */
    isDialogOverPage?: true
  }
}

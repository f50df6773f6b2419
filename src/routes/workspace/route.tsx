import { lazy } from 'react'
import { createRoute, lazyRouteComponent, notFound, redirect } from '@tanstack/react-router'

import { guarded } from '../../app/guarded-route'
import { failToLoad } from '../../ui/loading/load-failure'
import { rootRoute } from '../root'
import { isTab, openProjectOf, parseSearch } from './search-params'

const guard = guarded('authenticated')
const screen = () => import('./screen').catch(failToLoad)
/** lazyRouteComponent is not used, because the router preloads such a component only if it is a route's `component`. */
const WorkspaceOpening = lazy(async () => ({ default: (await screen()).WorkspaceOpening }))

const layoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workspace',
  staticData: { title: 'Workspace' },
  validateSearch: parseSearch,
  beforeLoad: async (visit) => {
    await guard(visit)
    const { project, dialog, folder, step } = visit.search
    // Redirects URLs from earlier versions, in which requests, files and members were dialogs over other pages.
    if (dialog === 'request') {
      const about = project ?? openProjectOf(visit.location.pathname)
      throw redirect({
        to: '/workspace/request',
        search: { ...(about && { project: about }), ...(step && { step }) },
        replace: true,
      })
    }
    if (dialog === 'requests') {
      const { request, row } = visit.search
      throw redirect({
        to: '/workspace/requests/{-$requestId}',
        params: { requestId: request },
        search: { row },
        replace: true,
      })
    }
    if ((dialog !== 'files' && dialog !== 'members') || !project) return
    throw redirect({
      to: '/workspace/projects/$projectId/{-$tab}',
      params: { projectId: project, tab: dialog },
      search: folder ? { folder } : {},
      replace: true,
    })
  },
  component: lazyRouteComponent(screen, 'WorkspaceScreen'),
  pendingComponent: WorkspaceOpening,
})

const listRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/',
  staticData: { title: 'Projects' },
  component: lazyRouteComponent(screen, 'ProjectListScreen'),
})

const projectRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/projects/$projectId/{-$tab}',
  // The page sets the title.
  staticData: { title: null },
  beforeLoad: ({ params: { tab } }) => {
    if (tab !== undefined && !isTab(tab)) throw notFound()
  },
  component: lazyRouteComponent(() => import('./project-screen').catch(failToLoad), 'ProjectScreen'),
})

const requestRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/request',
  staticData: { title: 'Request Simulation' },
  component: lazyRouteComponent(() => import('./request-screen').catch(failToLoad), 'RequestScreen'),
})

const requestsRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/requests/{-$requestId}',
  staticData: { title: 'Simulation requests' },
  component: lazyRouteComponent(() => import('./requests-screen').catch(failToLoad), 'RequestsScreen'),
})

const invitationRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/invitation',
  staticData: { title: 'Invitation' },
  component: lazyRouteComponent(() => import('./invitation-screen').catch(failToLoad), 'InvitationScreen'),
})

/** The page on which a board that was priced without an account becomes a project. */
const boardRoute = createRoute({
  getParentRoute: () => layoutRoute,
  path: '/board',
  staticData: { title: 'Simulation price for your board' },
  component: lazyRouteComponent(() => import('./board-screen').catch(failToLoad), 'BoardScreen'),
})

export const workspaceRoute = layoutRoute.addChildren([
  listRoute,
  projectRoute,
  requestRoute,
  requestsRoute,
  invitationRoute,
  boardRoute,
])

declare module '@tanstack/react-router' {
  interface HistoryState {
    /**
     * The previous history entry is the page from which the dialog or the request was opened, so that Back closes it.
     */
    isDialogOverPage?: true
    /** The user came to the list of projects to search it. */
    isSearching?: true
    /** The id of the project on whose page the request was opened. */
    openedOnProject?: string
  }
}

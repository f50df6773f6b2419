import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import * as v from 'valibot'

import { guarded } from '../app/guarded'
import { rootRoute } from './root'

/** Where in the workspace: the selected project, the open dialog, the request's step, and the way back from a payment. */
const place = v.object({
  project: v.optional(v.fallback(v.pipe(v.string(), v.uuid()), ''), undefined),
  dialog: v.optional(v.fallback(v.picklist(['create', 'files', 'request', '']), ''), undefined),
  step: v.optional(v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)), 1), undefined),
  request: v.optional(v.fallback(v.pipe(v.string(), v.uuid()), ''), undefined),
  checkout: v.optional(v.fallback(v.picklist(['success', 'cancelled', '']), ''), undefined),
})

export type WorkspacePlace = v.InferOutput<typeof place>

export const workspaceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/workspace',
  staticData: { title: 'Workspace' },
  validateSearch: (search): WorkspacePlace => {
    // What does not parse is left out of the address.
    const parsed = v.parse(place, search)
    return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== '' && value !== undefined))
  },
  beforeLoad: guarded('authenticated'),
  component: lazyRouteComponent(() => import('./workspace-screen'), 'WorkspaceScreen'),
})

import * as v from 'valibot'

import type { Sort } from '../../machines/workspace/project-list'

const projectId = v.union([v.pipe(v.string(), v.uuid()), v.pipe(v.string(), v.regex(/^local-[\da-f-]{36}$/))])

/**
 * Where in the workspace: search and order of the list, the selected project, the open dialog and its folder or step,
 * and one request: the one that is looked at, or the one whose payment leads back.
 */
const place = v.object({
  q: v.optional(v.fallback(v.pipe(v.string(), v.maxLength(200)), ''), undefined),
  sort: v.optional(v.fallback(v.picklist(['activity', 'name', 'size', ''] satisfies (Sort | '')[]), ''), undefined),
  project: v.optional(v.fallback(projectId, ''), undefined),
  dialog: v.optional(
    v.fallback(v.picklist(['create', 'edit', 'delete', 'files', 'request', 'requests', '']), ''),
    undefined,
  ),
  folder: v.optional(v.fallback(v.picklist(['inputs', 'reports', '']), ''), undefined),
  step: v.optional(v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4)), 1), undefined),
  request: v.optional(v.fallback(v.pipe(v.string(), v.uuid()), ''), undefined),
  checkout: v.optional(v.fallback(v.picklist(['success', 'cancelled', '']), ''), undefined),
})

export type WorkspacePlace = v.InferOutput<typeof place>

/** The place that an address names. What does not parse is left out of it. */
export function placeIn(search: Record<string, unknown>): WorkspacePlace {
  const parsed = v.parse(place, search)
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== '' && value !== undefined))
}

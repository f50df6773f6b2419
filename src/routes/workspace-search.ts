import * as v from 'valibot'

import type { Sort } from '../../machines/workspace/project-list'

/** An id of the API, or of a project that only this tab has. Every page loads this file, so few checks serve all of it. */
const id = v.pipe(v.string(), v.regex(/^(?:local-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i))

const oneOf = <const Choice extends string | number>(...choices: Choice[]) =>
  v.optional(v.fallback(v.picklist([...choices, '']), ''), undefined)

/**
 * Where in the workspace: search and order of the list, the selected project, the open dialog and its folder or step,
 * and one request: the one that is looked at, or the one whose payment leads back.
 */
const place = v.object({
  q: v.optional(v.fallback(v.string(), ''), undefined),
  sort: oneOf<Sort>('activity', 'name', 'size'),
  project: v.optional(v.fallback(id, ''), undefined),
  dialog: oneOf('create', 'edit', 'delete', 'files', 'members', 'request', 'requests'),
  folder: oneOf('inputs', 'reports'),
  step: oneOf(1, 2, 3, 4),
  request: v.optional(v.fallback(id, ''), undefined),
  checkout: oneOf('success', 'cancelled'),
})

export type WorkspacePlace = v.InferOutput<typeof place>

/** The place that an address names. What does not parse is left out of it. */
export function placeIn(search: Record<string, unknown>): WorkspacePlace {
  const parsed = v.parse(place, search)
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== '' && value !== undefined))
}

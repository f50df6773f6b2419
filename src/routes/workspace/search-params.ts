import type { Sort } from '../../../machines/projects/project-list'

/**
 * Where in the workspace: search and order of the list, the selected project, the open dialog and its folder or step,
 * and one request: the one that is looked at, or the one whose payment leads back.
 */
export type WorkspacePlace = {
  q?: string | undefined
  sort?: Sort | undefined
  project?: string | undefined
  dialog?: 'create' | 'edit' | 'delete' | 'files' | 'members' | 'request' | 'requests' | undefined
  folder?: 'inputs' | 'reports' | undefined
  step?: 1 | 2 | 3 | 4 | undefined
  request?: string | undefined
  checkout?: 'success' | 'cancelled' | undefined
}

/** An id of the API, or of a project that only this tab has. */
const id = /^(?:local-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** What each part has to look like. Every page loads this file, so it goes without a schema's code. */
const shapes: Record<keyof WorkspacePlace, RegExp> = {
  q: /./,
  sort: /^(activity|name|size)$/,
  project: id,
  dialog: /^(create|edit|delete|files|members|requests?)$/,
  folder: /^(inputs|reports)$/,
  step: /^[1-4]$/,
  request: id,
  checkout: /^(success|cancelled)$/,
}

/** The place that an address names. What does not parse is left out of it. */
export const placeIn = (search: Record<string, unknown>): WorkspacePlace =>
  Object.fromEntries(
    Object.entries(shapes).flatMap(([part, shape]) => {
      const value = search[part]
      // The router reads what is written like a number or a truth value as one.
      const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      const text = isText ? String(value) : ''
      return shape.test(text) ? [[part, part === 'step' ? Number(text) : text]] : []
    }),
  )

import type { Sort } from '../../../machines/projects/project-list'

/** The search parameters of the workspace. */
export type WorkspaceSearch = {
  /** The query of the list of projects or of the list of requests. */
  q?: string | undefined
  sort?: Sort | undefined
  project?: string | undefined
  dialog?:
    | 'create'
    | 'edit'
    | 'delete'
    | 'files'
    | 'members'
    | 'request'
    | 'requests'
    | 'export-data'
    | 'delete-data'
    | 'search'
    | 'shortcuts'
    | 'notifications'
    | undefined
  folder?: 'inputs' | 'reports' | undefined
  /** The step of the wizard. */
  step?: 1 | 2 | 3 | 4 | undefined
  /** The previewed file, with its view and the open thread of its comments. */
  file?: string | undefined
  view?: string | undefined
  comment?: string | undefined
  /** What the file or the report is compared with. */
  compare?: string | undefined
  /** The request from whose payment page the user has just returned, and the outcome of the payment. */
  request?: string | undefined
  checkout?: 'success' | 'cancelled' | undefined
  /** These two filter the activity. */
  kind?: string | undefined
  person?: string | undefined
  /** The open row of the request's report. */
  row?: string | undefined
  /** The replaced delivery that is shown. */
  delivery?: string | undefined
  /** Filters the requests. */
  status?: string | undefined
}

/** The tabs of a project's page after its overview. */
export const tabs = ['files', 'board', 'requests', 'members', 'activity'] as const
export type Tab = (typeof tabs)[number]

export const isTab = (text: string): text is Tab => tabs.some((tab) => tab === text)

/** The id of the project whose page a path leads to; null for other pages. */
export const openProjectOf = (path: string) => /^\/workspace\/projects\/([^/]+)/.exec(path)?.[1] ?? null

/** An id from the API, or the id of a project that exists only in this tab. */
const id = /^(?:local-)?[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The pattern of each parameter. Every page loads this file, so it does not use a schema library. */
const shapes: Record<keyof WorkspaceSearch, RegExp> = {
  q: /./,
  sort: /^-?(activity|name|size|files|creator|request)$/,
  project: id,
  dialog: /^(create|edit|delete|files|members|requests?|(export|delete)-data|search|shortcuts|notifications)$/,
  folder: /^(inputs|reports)$/,
  step: /^[1-4]$/,
  // `gerber-set` shows the Gerber and drill files of a project together, as one board.
  file: new RegExp(`${id.source}|^gerber-set$`, 'i'),
  view: /^.{1,4000}$/s,
  comment: id,
  // For files: `previous`, or the id of the earlier file or revision, followed by the id of the later revision unless
  // this is the current one. For reports: the id of another request, or the number of a delivery.
  compare: /^(previous|\d\d?|[\da-f-]{36}(\.[\da-f-]{36})?)$/i,
  request: id,
  checkout: /^(success|cancelled)$/,
  kind: /./,
  person: /./,
  row: /^(si|pi)-[1-9]\d{0,3}$/,
  delivery: /^[1-9]\d?$/,
  status: /./,
}

/** Parses the search parameters. Invalid ones are omitted. */
export const parseSearch = (search: Record<string, unknown>): WorkspaceSearch =>
  Object.fromEntries(
    Object.entries(shapes).flatMap(([part, shape]) => {
      const value = search[part]
      // The router may already have parsed the value as a number or a boolean.
      const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      const text = isText ? String(value) : ''
      return shape.test(text) ? [[part, part === 'step' ? Number(text) : text]] : []
    }),
  )

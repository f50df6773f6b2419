import type { components } from '../../openapi/generated/product'

export type Project = components['schemas']['Project']

/**
 * A project that the API could not save. It is stored locally, with an id that starts with local-, until it is saved or
 * discarded. After a rejection, saving is not retried automatically.
 */
export type LocalProject = {
  id: `local-${string}`
  name: string
  notes: string | null
  /** Why it could not be saved. */
  failure: string
  isRefused: boolean
}

export const isLocalId = (id: string): id is LocalProject['id'] => id.startsWith('local-')

/** The totals of a project's files, as shown in the project list. */
export type FileCount = { projectId: string; fileCount: number; usedBytes: number; lastActivity: string | null }

/** Returns the project with updated file totals. A more recent activity is preserved. */
export const withCount = (project: Project, { fileCount, usedBytes, lastActivity }: FileCount): Project => ({
  ...project,
  fileCount,
  usedBytes,
  lastActivity: [project.lastActivity, lastActivity ?? ''].toSorted().at(-1) ?? '',
})

export const sorts = ['activity', 'name', 'size'] as const
export type Sort = (typeof sorts)[number]

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
const byName = (one: { name: string }, other: { name: string }) => collator.compare(one.name, other.name)

/**
 * The time of the last activity. A project without activity is older than all others, even if the server omits the
 * time.
 */
const activityOf = ({ lastActivity }: { lastActivity?: string | null }) => lastActivity ?? ''

const orders: Record<Sort, (one: Project, other: Project) => number> = {
  // ISO times in the same time zone can be compared as strings.
  activity: (one, other) =>
    activityOf(one) === activityOf(other) ? byName(one, other) : activityOf(one) < activityOf(other) ? 1 : -1,
  name: byName,
  size: (one, other) => other.usedBytes - one.usedBytes || byName(one, other),
}

const wordsOf = (query: string) => query.toLocaleLowerCase('en').split(/\s+/).filter(Boolean)

const matcher = (query: string) => {
  const words = wordsOf(query)
  return (...texts: (string | null)[]) => {
    const text = texts.join('\n').toLocaleLowerCase('en')
    return words.every((word) => text.includes(word))
  }
}

/** The projects whose name, notes or creator contain every word of the query, in the given order. */
export function visibleProjects(projects: Project[], { query, sort }: { query: string; sort: Sort }): Project[] {
  const matches = matcher(query)
  return projects
    .filter(({ name, notes, created_by_name: creator }) => matches(name, notes, creator))
    .toSorted(orders[sort])
}

/** The unsaved projects that contain every word of the query, in order of creation. */
export function matchingLocals(locals: LocalProject[], query: string): LocalProject[] {
  const matches = matcher(query)
  return locals.filter(({ name, notes }) => matches(name, notes))
}

/** Whether the API rejected a project because another project has its name. */
export const isNameConflict = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  error.status === 409 &&
  'errors' in error &&
  Array.isArray(error.errors) &&
  error.errors.some((one: { field?: unknown }) => one.field === 'name')

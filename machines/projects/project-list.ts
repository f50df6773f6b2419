import type { components } from '../../openapi/generated/product'
import { onFirstUse } from '../lib/on-first-use'

export type Project = components['schemas']['Project']

/**
 * A project to create, with a trimmed name and with null instead of empty notes. Two calls with the same key create
 * only one project.
 */
export type ProjectToCreate = { key: string; name: string; notes: string | null }

/** Whether something in the project is new to the user: a report, a comment, or news about a request. */
export const hasNews = (project: Project) => project.hasNews === true || project.hasRequestNews === true

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

/**
 * The maximum number of projects that are loaded into the list. Administrators, who can have more, find the others by
 * searching.
 */
export const mostListed = 1000

/** The totals of a project's files, as shown in the project list. */
export type FileCount = { projectId: string; fileCount: number; usedBytes: number; lastActivity: string | null }

/** Returns the project with updated file totals. A more recent activity time is preserved. */
export const withCount = (project: Project, { fileCount, usedBytes, lastActivity }: FileCount): Project => ({
  ...project,
  fileCount,
  usedBytes,
  lastActivity: [project.lastActivity, lastActivity ?? ''].toSorted().at(-1) ?? '',
})

/** The columns by which the list can be sorted. */
export const columns = ['activity', 'name', 'size', 'files', 'creator', 'request'] as const
export type Column = (typeof columns)[number]

/** A column, with a minus if its usual order is reversed. */
export type Sort = Column | `-${Column}`

export const columnOf = (sort: Sort) => (sort.startsWith('-') ? sort.slice(1) : sort) as Column

/** Sorts by a column, or reverses the direction if the list is already sorted by it. */
export const toggledSort = (sort: Sort, column: Column): Sort => (sort === column ? `-${column}` : column)

const descendingFirst: readonly Column[] = ['activity', 'size', 'files']

/** Whether the values of the sorted column are in descending order. */
export const isDescending = (sort: Sort) => descendingFirst.includes(columnOf(sort)) !== sort.startsWith('-')

const collator = onFirstUse(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }))
const byName = (one: { name: string }, other: { name: string }) => collator().compare(one.name, other.name)

/** Requests that need attention come first. */
const requestOrder = ['awaiting payment', 'in progress', 'paid', 'delivered', 'cancelled', 'draft']

type Order = {
  compare: (one: Project, other: Project) => number
  /** Projects without a value are last in both directions. */
  isBlank?: (project: Project) => boolean
}

const orders: Record<Column, Order> = {
  // ISO times in the same time zone can be compared as strings. A server may omit the time.
  activity: {
    compare: (one, other) =>
      one.lastActivity < other.lastActivity ? 1 : one.lastActivity > other.lastActivity ? -1 : 0,
    isBlank: ({ lastActivity }: { lastActivity?: string | null }) => !lastActivity,
  },
  name: { compare: byName },
  size: { compare: (one, other) => other.usedBytes - one.usedBytes },
  files: { compare: (one, other) => other.fileCount - one.fileCount },
  creator: { compare: (one, other) => collator().compare(one.created_by_name, other.created_by_name) },
  request: {
    compare: (one, other) =>
      requestOrder.indexOf(one.newestRequest ?? '') - requestOrder.indexOf(other.newestRequest ?? ''),
    // An earlier version of the server does not send the status.
    isBlank: ({ newestRequest }: { newestRequest?: string | null }) => !newestRequest,
  },
}

/** Returns a function that compares projects in the given order, and by name if their values are equal. */
function comparisonFor(sort: Sort) {
  const { compare, isBlank = () => false } = orders[columnOf(sort)]
  const direction = sort.startsWith('-') ? -1 : 1
  return (one: Project, other: Project) => {
    const [isFirst, isLast] = [isBlank(other), isBlank(one)]
    if (isFirst || isLast) return Number(isLast) - Number(isFirst) || byName(one, other)
    return direction * compare(one, other) || byName(one, other)
  }
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
    .toSorted(comparisonFor(sort))
}

/** The unsaved projects whose name or notes contain every word of the query, in the order of `locals`. */
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

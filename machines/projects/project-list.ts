import type { components } from '../../openapi/generated/product'

export type Project = components['schemas']['Project']

/**
 * A project that the API could not take. It is kept here, under an id of its own that begins with local-, until it is
 * saved or discarded. After a refusal it is not tried again by itself.
 */
export type LocalProject = {
  id: `local-${string}`
  name: string
  notes: string | null
  /** Why it is not saved. */
  failure: string
  isRefused: boolean
}

export const isLocalId = (id: string): id is LocalProject['id'] => id.startsWith('local-')

/** What the files of a project come to, as their list knows it. */
export type FileCount = { projectId: string; fileCount: number; usedBytes: number; lastActivity: string | null }

/** The project with another count of its files; what has happened in it later than that stays. */
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

/** A project in which nothing has happened is older than all others, also where the server leaves the time out. */
const activityOf = ({ lastActivity }: { lastActivity?: string | null }) => lastActivity ?? ''

const orders: Record<Sort, (one: Project, other: Project) => number> = {
  // ISO times of one zone are in order as text.
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

/** The projects that hold every word of the query in name, notes or creator, in the order asked for. */
export function visibleProjects(projects: Project[], { query, sort }: { query: string; sort: Sort }): Project[] {
  const matches = matcher(query)
  return projects
    .filter(({ name, notes, created_by_name: creator }) => matches(name, notes, creator))
    .toSorted(orders[sort])
}

/** Unsaved projects that hold every word of the query, in the order in which they were made. */
export function matchingLocals(locals: LocalProject[], query: string): LocalProject[] {
  const matches = matcher(query)
  return locals.filter(({ name, notes }) => matches(name, notes))
}

const longestName = 254

/** What is wrong with the length of a name; null when nothing is. */
export function lengthProblem(name: string): string | null {
  const { length } = [...name.trim()]
  return length > longestName ? `Project name must be less than 255 characters (currently ${length})` : null
}

const folded = (name: string) => name.trim().toLocaleLowerCase('en')

/** Whether one of these names is the same, however it is written. */
export const isNameTaken = (name: string, names: string[]) => names.some((other) => folded(other) === folded(name))

/** What a form says when it is sent with a name that is taken. */
export const nameTaken = 'The project name is already in use, please use something else.'

/** What is wrong with a name as it is typed; null when nothing is. */
export const nameProblem = (name: string, otherNames: string[]) =>
  lengthProblem(name) ?? (isNameTaken(name, otherNames) ? 'This project name is already in use' : null)

/** Whether the API has refused a project for its name, which another project has. */
export const isNameConflict = (error: unknown) =>
  typeof error === 'object' &&
  error !== null &&
  'status' in error &&
  error.status === 409 &&
  'errors' in error &&
  Array.isArray(error.errors) &&
  error.errors.some((one: { field?: unknown }) => one.field === 'name')

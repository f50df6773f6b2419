/** Reads projects in the API's format, and users' standing in them. */
import { and, desc, eq, exists, inArray, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Identity } from '../auth/bearer-token'
import { isAdministrator } from '../../machines/projects/role-rights'
import type { Standing } from '../auth/policy'
import type { Db } from '../database/database'
import { pageClauses, pageOf, type PageRequest, type Place } from '../database/pages'
import { hasNews, type Reader } from '../files/seen-files'
import { files, notices, projectMembers, projects, simulationRequests, thumbnails } from '../database/schema'
import { limitOf, type StorageUse, type UsualLimit } from './storage-limit'

export type ProjectRow = typeof projects.$inferSelect

const isMember = (db: Db, userId: Reader) =>
  exists(
    db
      .select({ exists: sql`1` })
      .from(projectMembers)
      .where(and(eq(projectMembers.projectId, projects.id), eq(projectMembers.userId, userId))),
  )

/** Returns the SQL condition that selects the projects a user can `reach` (see policy.ts). */
export function visibleTo(db: Db, person: { id: Reader; roles: Identity['roles'] }): SQL {
  const member = isMember(db, person.id)
  const reached = isAdministrator(person.roles) ? or(not(projects.isPrivate), member) : member
  return and(reached, isNull(projects.deletedAt)) ?? member
}

/**
 * Finds a project and the user's standing in it; undefined if there is no project with this id. A deleted project is
 * found only with `deleted`, until a job deletes it for good.
 */
export async function findProject(
  db: Db,
  id: string,
  userId: string,
  { deleted = false }: { deleted?: boolean } = {},
): Promise<{ project: ProjectRow; standing: Standing } | undefined> {
  const [found] = await db
    .select({ project: projects, isMember: sql<boolean>`${isMember(db, userId)}` })
    .from(projects)
    .where(and(eq(projects.id, id), deleted ? undefined : isNull(projects.deletedAt)))
  return found && { project: found.project, standing: { isMember: found.isMember, isPrivate: found.project.isPrivate } }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/**
 * The condition that `q` is the id of a project, or that the project's name, notes and creator contain all words of
 * `q`; undefined if `q` contains no words.
 */
export function projectFilter(q = ''): SQL | undefined {
  const text = q.trim()
  if (uuid.test(text)) return eq(projects.id, text)
  const searched = sql`lower(concat_ws(' ', ${projects.name}, ${projects.notes}, ${projects.createdByName}))`
  const words = text.split(/\s+/).filter((word) => word !== '')
  return and(...words.map((word) => sql`strpos(${searched}, lower(${word})) > 0`))
}

/**
 * Returns a page of the projects that a person can reach and that match the filter, newest first. They are sorted by
 * creation time, since the time of last activity may change between pages.
 */
export async function listProjects(
  db: Db,
  person: Pick<Identity, 'id' | 'roles'>,
  { filter, page, storageLimitBytes }: { filter?: SQL | undefined; page: PageRequest } & UsualLimit,
) {
  const found =
    filter === undefined && page.after === null
      ? await firstPage(db, person.roles).execute({ reader: person.id, rows: page.limit + 1 })
      : await pageOfProjects(db, { where: and(visibleTo(db, person), filter), page, reader: person.id })
  const { rows, next } = pageOf(found, page, ({ created, id }) => ({ time: created, id }))
  return { projects: rows.map((row) => projectAnswer(row, { storageLimitBytes })), next }
}

type Listing = { where: SQL | undefined; page: { limit: number; after: Place | null }; reader: Reader }

function pageOfProjects(db: Db, { where, page, reader }: Listing) {
  const clauses = pageClauses('newest first', [projects.created, projects.id], page)
  return listed(db, reader)
    .where(clauses.where(where))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
}

const prepareFirstPage = (db: Db, roles: Identity['roles']) => {
  const reader = sql.placeholder('reader')
  return listed(db, reader)
    .where(visibleTo(db, { id: reader, roles }))
    .orderBy(desc(projects.created), desc(projects.id))
    .limit(sql.placeholder('rows'))
    .prepare('')
}

/** The statements of prepareFirstPage for administrators and for others, by database. */
const firstPages = new WeakMap<Db, Map<boolean, ReturnType<typeof prepareFirstPage>>>()

/**
 * Returns the statement for the first page of all projects, which every visit to the workspace loads. Building it
 * takes as long as all the other work of such a call, so it is built once. It is prepared only here, not in the
 * database, because connection poolers may give each statement a different connection.
 */
function firstPage(db: Db, roles: Identity['roles']) {
  const prepared = firstPages.get(db) ?? new Map<boolean, ReturnType<typeof prepareFirstPage>>()
  firstPages.set(db, prepared)
  const kind = isAdministrator(roles)
  const statement = prepared.get(kind) ?? prepareFirstPage(db, roles)
  prepared.set(kind, statement)
  return statement
}

/** Returns one project in the API's format; undefined if there is no project with this id. */
export async function showProject(db: Db, id: string, { storageLimitBytes, reader }: UsualLimit & { reader: string }) {
  const [found] = await listed(db, reader).where(and(eq(projects.id, id), isNull(projects.deletedAt)))
  return found && projectAnswer(found, { storageLimitBytes })
}

/**
 * Selects projects with the status of their newest request, and their newest thumbnail and file. These are looked up
 * for each listed project through an index, so the cost does not depend on how many requests and files there are in all
 * projects. Drafts are excluded, as in the list of requests.
 */
function listed(db: Db, reader: Reader) {
  const newest = db
    .select({ status: simulationRequests.status })
    .from(simulationRequests)
    .where(and(eq(simulationRequests.projectId, projects.id), ne(simulationRequests.status, 'draft')))
    .orderBy(desc(simulationRequests.created), desc(simulationRequests.id))
    .limit(1)
    .as('newest_request')
  const drawn = db
    .select({ fileId: thumbnails.fileId })
    .from(thumbnails)
    .innerJoin(files, and(eq(files.id, thumbnails.fileId), isNull(files.hiddenAt)))
    .where(eq(thumbnails.projectId, projects.id))
    .orderBy(desc(thumbnails.drawnAt), desc(thumbnails.fileId))
    .limit(1)
    .as('newest_thumbnail')
  const uploaded = db
    .select({ name: files.name })
    .from(files)
    .where(and(eq(files.projectId, projects.id), isNull(files.hiddenAt)))
    .orderBy(desc(files.uploadedAt), desc(files.id))
    .limit(1)
    .as('newest_file')
  return db
    .select({
      newestRequest: newest.status,
      thumbnail: drawn.fileId,
      newestFile: uploaded.name,
      hasNews: hasNews(reader),
      hasRequestNews: hasRequestNews(db, reader),
      id: projects.id,
      name: projects.name,
      notes: projects.notes,
      type: projects.type,
      isPrivate: projects.isPrivate,
      created_by: projects.createdBy,
      created_by_name: projects.createdByName,
      created: projects.created,
      lastActivity: projects.lastActivity,
      version: projects.version,
      fileCount: projects.fileCount,
      usedBytes: projects.usedBytes,
      storageLimitBytes: projects.storageLimitBytes,
      openComments: projects.openComments,
    })
    .from(projects)
    .leftJoinLateral(newest, sql`true`)
    .leftJoinLateral(drawn, sql`true`)
    .leftJoinLateral(uploaded, sql`true`)
}

/**
 * Whether the reader has an unread notice about a request in the project. The notices are looked up once for all listed
 * projects.
 */
const hasRequestNews = (db: Db, reader: Reader) =>
  sql<boolean>`${inArray(
    projects.id,
    db
      .select({ id: simulationRequests.projectId })
      .from(notices)
      .innerJoin(simulationRequests, eq(simulationRequests.id, notices.requestId))
      .where(and(eq(notices.personId, reader), isNull(notices.readAt), ne(simulationRequests.status, 'draft'))),
  )}`

type ListedProject = Awaited<ReturnType<typeof listed>>[number]

const projectAnswer = (listed: ListedProject, usual: UsualLimit): components['schemas']['Project'] => ({
  ...listed,
  created: listed.created.toISOString(),
  lastActivity: listed.lastActivity.toISOString(),
  storageLimitBytes: limitOf(listed, usual),
})

/**
 * Whether a project that the user can see, or any project of the creator, already has this name, ignoring case. The
 * names of a creator's projects stay unique in a transaction that has locked the creator (lockPersonAlone).
 */
export async function isNameTaken(
  db: Db,
  o: { person: Identity; creator: string; name: string; except: string | null },
): Promise<boolean> {
  const [taken] = await db
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(
        eq(sql`lower(${projects.name})`, nameKeyOf(o.name)),
        isNull(projects.deletedAt),
        or(visibleTo(db, o.person), eq(projects.createdBy, o.creator)),
        o.except === null ? undefined : ne(projects.id, o.except),
      ),
    )
    .limit(1)
  return taken !== undefined
}

/** Returns the key that makes names unique among a creator's projects. */
export const nameKeyOf = (name: string) => sql<string>`lower(${name})`

/** Returns the number of listed files, the size of these and their earlier revisions, and the limit on that size. */
export async function projectUsage(
  db: Db,
  projectId: string,
  usual: UsualLimit,
): Promise<StorageUse & { fileCount: number }> {
  const { fileCount, usedBytes, storageLimitBytes } = projects
  const [row] = await db
    .select({ fileCount, usedBytes, storageLimitBytes })
    .from(projects)
    .where(eq(projects.id, projectId))
  const { storageLimitBytes: own, ...usage } = row ?? { fileCount: 0, usedBytes: 0, storageLimitBytes: null }
  return { ...usage, limitBytes: limitOf({ storageLimitBytes: own }, usual) }
}

/**
 * Locks a project until the end of the transaction. Returns false if it no longer exists or was deleted.
 *
 * To avoid deadlocks, transactions lock rows in this order: people, projects, requests, files, comments, the counts of
 * comments (`commented_files`), notices, the counter of price changes, price versions, activity, the staff's data about
 * requests, contact messages, live events. Several rows of a table are locked in the order of their ids
 * (database/lock-in-order.ts).
 *
 * A transaction that changes files, comments or members locks the project first, so only one does so at a time, and the
 * triggers that count them find it locked. Only a change to a single row, such as a file's type, needs no such lock: it
 * changes none of the project's counts. A transaction that deletes a person's data or a project locks the notices right
 * after the requests, because the database deletes the rows of all tables together.
 *
 * Every call that changes something locks the caller first (lockPerson). People and projects are locked with `no key
 * update`, which does not block foreign key checks: a transaction that adds a row about them, such as a notice, holds
 * other locks and must not wait. There are two exceptions, both for people: most callers are locked `for share`, so
 * that their calls do not wait for each other, and a deletion first waits for writes with `for update`, in a
 * transaction that locks nothing else.
 */
export async function lockProject(tx: Db, projectId: string): Promise<boolean> {
  const [locked] = await tx
    .select({ deletedAt: projects.deletedAt })
    .from(projects)
    .where(eq(projects.id, projectId))
    .for('no key update')
  return locked !== undefined && locked.deletedAt === null
}

/** Updates the project's time of last activity. */
export async function touchProject(db: Db, projectId: string): Promise<void> {
  await db.update(projects).set({ lastActivity: new Date() }).where(eq(projects.id, projectId))
}

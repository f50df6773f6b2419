/** Reads a project's activity record. */
import { and, eq, sql, type SQL } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { everyPage, pageClauses, pageOf, type PageRequest } from '../database/pages'
import { activity } from '../database/schema'

type Schemas = components['schemas']
type Row = typeof activity.$inferSelect

const MAX_PEOPLE = 200
const EXPORT_PAGE_SIZE = 500

type Filter = { kind?: Schemas['ActivityKind']; person?: string }

async function rowPage(db: Db, where: SQL | undefined, page: PageRequest) {
  const clauses = pageClauses('newest first', [activity.at, activity.id], page)
  const found = await db
    .select()
    .from(activity)
    .where(clauses.where(where))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  return pageOf(found, page, ({ at, id }) => ({ time: at, id }))
}

/** Returns a page of a project's entries, newest first. */
export async function listActivity(db: Db, projectId: string, { kind, person }: Filter, page: PageRequest) {
  const where = and(
    eq(activity.projectId, projectId),
    kind === undefined ? undefined : eq(activity.kind, kind),
    person === undefined ? undefined : eq(activity.personId, person),
  )
  const { rows, next } = await rowPage(db, where, page)
  return { entries: rows.map(entryAnswer), next }
}

/** Iterates over all entries of a project, newest first, for an export. */
export async function* everyEntry(db: Db, projectId: string): AsyncGenerator<Row> {
  const pages = everyPage(EXPORT_PAGE_SIZE, (page) => rowPage(db, eq(activity.projectId, projectId), page))
  for await (const page of pages) yield* page
}

/** Returns people who have an entry, at most 200, with their most recent names. Reads only two rows per person. */
export async function activePeople(db: Db, projectId: string): Promise<Schemas['ActivityPerson'][]> {
  const next = (after: SQL) => sql`
    (select person_id from activity where project_id = ${projectId}::uuid and ${after} order by person_id limit 1)`
  const { rows } = (await db.execute(sql`
    with recursive people as (
      (select ${next(sql`person_id is not null`)} as id)
      union all
      select ${next(sql`person_id > people.id`)} from people where people.id is not null
    )
    select people.id, newest.person_name as name from people
    cross join lateral (
      select person_name from activity where project_id = ${projectId}::uuid and person_id = people.id
      order by at desc limit 1
    ) newest
    limit ${MAX_PEOPLE}`)) as { rows: Schemas['ActivityPerson'][] }
  return rows.toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Returns an entry in the API's format. */
export const entryAnswer = (row: Row): Schemas['ActivityEntry'] => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind,
  person: row.personId === null ? null : { id: row.personId, name: row.personName ?? '' },
  subject: row.subject,
  before: row.before,
  after: row.after,
  file_id: row.fileId,
  request_id: row.requestId,
})

/** The columns of an entry in a CSV file. */
export const entryColumns = [
  'Time',
  'Person',
  'User ID',
  'Activity',
  'Subject',
  'Before',
  'After',
  'File ID',
  'Request ID',
]

export const entryCells = (row: Row): string[] => {
  const { at, personName, personId, kind, subject, before, after, fileId, requestId } = row
  const cells = [personName, personId, kind, subject, before, after, fileId, requestId]
  return [at.toISOString(), ...cells.map((cell) => cell ?? '')]
}

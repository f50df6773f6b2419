/**
 * Handlers for the activity of all projects, as the staff see it. A private project is visible only to its members, and
 * the staff role gives access only to what a paid request needs, so for private projects, only what concerns such a
 * request is listed.
 */
import { and, eq, getTableColumns, inArray, type SQL, sql, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { Readable } from 'node:stream'

import { csvLine } from '../../machines/lib/csv-cells'
import { paidStatuses } from '../../machines/requests/touched-rows'
import type { components } from '../../openapi/generated/product'
import { entryAnswer, entryCells, entryColumns } from '../activity/store'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { everyPage, pageClauses, pageOf, pageRequest, type PageRequest } from '../database/pages'
import { activity, projects, simulationRequests as requests, users } from '../database/schema'
import { hasAllWords } from '../database/text-search'
import { attachment } from '../transfers/content-disposition'

type Schemas = components['schemas']

const DEFAULT_PAGE_SIZE = 50
const EXPORT_PAGE_SIZE = 500

type Filter = { kind?: Schemas['ActivityKind']; person?: string; project?: string }

export const staffActivityHandlers = ({ db }: AppServices) =>
  ({
    async listStaffActivity({ query }) {
      const { rows, next } = await rowPage(db, query, pageRequest(query, DEFAULT_PAGE_SIZE))
      const entries = rows.map((row) => ({
        ...entryAnswer(row),
        project_id: row.projectId,
        project_name: row.projectName,
      }))
      return { entries, next }
    },

    async exportStaffActivityCsv({ request, reply, query }) {
      attachment(reply, 'activity.csv').type('text/csv; charset=utf-8')
      return Readable.from(request.method === 'HEAD' ? [] : linesOf(db, query))
    },
  }) satisfies Partial<Handlers>

async function* linesOf(db: Db, filter: Filter): AsyncGenerator<string> {
  yield csvLine([...entryColumns, 'Project', 'Project ID'])
  for await (const rows of everyPage(EXPORT_PAGE_SIZE, (page) => rowPage(db, filter, page))) {
    for (const row of rows) yield csvLine([...entryCells(row), row.projectName ?? '', row.projectId])
  }
}

/**
 * Whether the project is not private. The record of a deleted project shows whether it was: it begins with the
 * project's creation, when no project is private, and contains every change. If its beginning is missing, the project
 * counts as private.
 */
const isOpen = sql`coalesce(
  (select not ${projects.isPrivate} from ${projects} where ${projects.id} = ${activity.projectId}),
  exists (select from ${activity} as one where one.project_id = ${activity.projectId} and one.kind = 'project created')
  and (
    select one.after from ${activity} as one
    where one.project_id = ${activity.projectId} and one.kind = 'project privacy changed'
    order by one.at desc, one.id desc limit 1
  ) is distinct from 'private'
)`

const isAboutPaidRequest = sql`exists (
  select from ${requests}
  where ${requests.id} = ${activity.requestId} and ${requests.number} is not null
  and ${inArray(requests.status, paidStatuses)}
)`

const isVisible = sql`(${isOpen} or ${isAboutPaidRequest})`

const columns = {
  ...getTableColumns(activity),
  projectName: sql<
    string | null
  >`(select ${projects.name} from ${projects} where ${projects.id} = ${activity.projectId})`,
}

/**
 * The condition that an entry is by a person whose name and e-mail address contain all words; undefined if there are
 * none. Their current name and address are searched, so that people are found by what the other pages show.
 */
function isBy(db: Db, words?: string): SQL | undefined {
  const matches = hasAllWords(sql`concat_ws(' ', ${users.fullname}, ${users.email})`, words)
  return matches && isAmong(activity.personId, db.select({ id: users.id }).from(users).where(matches))
}

function isIn(db: Db, words?: string): SQL | undefined {
  const matches = hasAllWords(sql`${projects.name}`, words)
  return matches && isAmong(activity.projectId, db.select({ id: projects.id }).from(projects).where(matches))
}

/**
 * The condition that the column contains one of these ids. `is true` keeps the database from turning it into a join,
 * for which it would first evaluate the expensive condition for visibility for every entry.
 */
const isAmong = (column: PgColumn, ids: SQLWrapper) => sql`(${column} in ${ids}) is true`

async function rowPage(db: Db, { kind, person, project }: Filter, page: PageRequest) {
  const clauses = pageClauses('newest first', [activity.at, activity.id], page)
  const found = await db
    .select(columns)
    .from(activity)
    .where(
      clauses.where(
        and(kind === undefined ? undefined : eq(activity.kind, kind), isBy(db, person), isIn(db, project), isVisible),
      ),
    )
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  return pageOf(found, page, ({ at, id }) => ({ time: at, id }))
}

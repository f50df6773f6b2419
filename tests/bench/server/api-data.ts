/** Fills the database of bench:api, and records the statements that the product sends to it. */
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'

import type { Identity } from '../../../server/auth/bearer-token'
import type { Db } from '../../../server/database/database'
import * as schema from '../../../server/database/schema'
import { listFiles } from '../../../server/files/file-records'
import { fileAnswers } from '../../../server/files/revisions'
import { findProject, listProjects } from '../../../server/projects/store'
import type { Statement } from './api-bare'

/** In both databases, the measured user has this many projects, and this many files in the listed one. */
const OWN_PROJECTS = 50
const OWN_FILES = 100
/** The number of other users, and of files in every project but the listed one. */
const OTHERS = 2000
const FILES_EACH = 5

/** The id of the measured user's newest project, whose files are listed. */
export const listedProject = '00000000-0000-4000-8000-000000000001'

/**
 * Adds `total` projects with two members and five files each; the listed project has more files. The measured user
 * owns 50 of the projects, including the listed one. Triggers are off, because they would write a million events that
 * nothing here needs.
 */
export async function fill(url: string, personId: string, total: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local session_replication_role = replica')
    await client.query(`insert into users (id, username, fullname, email)
      select 'other-' || n, 'other-' || n, 'Other Person ' || n, 'other-' || n || '@example.com'
      from generate_series(0, ${OTHERS - 1}) n`)
    // The measured user's projects are spread evenly over the creation times.
    await client.query(
      `insert into projects (id, name, notes, created_by, created_by_name, created, last_activity, name_key, file_count)
      select case when n = 0 then $2::uuid else gen_random_uuid() end, 'Board ' || n, 'Link budget of lane ' || n,
        case when n % $3 = 0 then $1 else 'other-' || n % ${OTHERS} end, 'Some Person',
        date_trunc('milliseconds', now()) - n * interval '1 minute', date_trunc('milliseconds', now()), 'board ' || n,
        ${FILES_EACH}
      from generate_series(0, $4 - 1) n`,
      [personId, listedProject, Math.floor(total / OWN_PROJECTS), total],
    )
    await client.query(`insert into project_members (project_id, user_id, role)
      select id, created_by, 'project_manager' from projects on conflict do nothing`)
    await client.query(`insert into project_members (project_id, user_id, role)
      select id, 'other-' || (hashtext(id::text) & 1023), 'user' from projects on conflict do nothing`)
    await client.query(
      `insert into files (id, project_id, name, size, sha256, folder, type_id, proposed_type, modified_at, uploaded_at, uploaded_by, name_key)
      select gen_random_uuid(), projects.id, 'net-' || n || '.s2p', 1000 + n, repeat('0', 64), 'inputs', 1, 'other', now(),
        date_trunc('milliseconds', now()) - n * interval '1 second', created_by, 'net-' || n || '.s2p'
      from projects, generate_series(1, case when projects.id = $1 then ${OWN_FILES} else ${FILES_EACH} end) n`,
      [listedProject],
    )
    await client.query('commit')
    await client.query('vacuum analyze')
  } finally {
    await client.end()
  }
}

type Limits = { storageLimitBytes: number; retentionMonths: number }

/** Calls the product's own functions and records the SQL statements they send. */
export async function recordStatements(url: string, person: Pick<Identity, 'id' | 'roles'>, limits: Limits) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sent: Statement[] = []
  const db: Db = drizzle(client, {
    schema,
    logger: { logQuery: (text, values) => void sent.push({ text, values }) },
  })
  const recorded = async (act: () => Promise<unknown>) => {
    await act()
    return sent.splice(0)
  }
  try {
    const page = (limit: number) => ({ limit, after: null })
    return {
      projects: await recorded(() => listProjects(db, person, { ...limits, page: page(100) })),
      files: await recorded(async () => {
        await findProject(db, listedProject, person.id)
        const { rows } = await listFiles(db, listedProject, page(1000))
        await fileAnswers(db, rows, limits, person.id)
      }),
    }
  } finally {
    await client.end()
  }
}

type Explained = { 'Execution Time': number; 'Planning Time': number }

/** Returns the time that the database takes for each execution, including planning, in ms. */
export async function executionTimes(url: string, { text, values }: Statement, count: number): Promise<number[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const times: number[] = []
    for (let run = 0; run < count; run++) {
      const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>(
        `explain (analyze, format json) ${text}`,
        values,
      )
      const [plan] = rows[0]?.['QUERY PLAN'] ?? []
      times.push((plan?.['Execution Time'] ?? NaN) + (plan?.['Planning Time'] ?? NaN))
    }
    return times
  } finally {
    await client.end()
  }
}

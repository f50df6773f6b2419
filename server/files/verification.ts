/**
 * Compares the rows of files and unfinished uploads with the stored content, in both directions. Rows and content are
 * read in the order of their ids, in a single pass, so memory use does not depend on their number.
 */
import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { sql, type SQL } from 'drizzle-orm'

import type { Db } from '../database/database'
import { type JobHandler, recurringJob } from '../jobs/job'
import { lockProject } from '../projects/store'
import { ContentMissing, type Leftover, type Storage, type StoredContent } from '../storage/storage'

/** Content without a row may belong to an upload that is still arriving, so only older content counts as orphaned. */
const ORPHAN_AFTER_MS = 24 * 60 * 60 * 1000
const SWEEP_EVERY_MS = 24 * 60 * 60 * 1000
const ROWS_PER_PAGE = 1000

/** A row's id and its file's name, size and hash. `file` is null for an unfinished upload. */
type Row = { id: string; file: { name: string; size: number; sha256: string } | null }

export type Finding =
  /** A file with missing or wrong content. It has to be restored from a backup or uploaded again. */
  | { kind: 'missing' | 'wrong size' | 'wrong hash'; id: string; name: string }
  /** Content that no row needs. */
  | { kind: 'orphan'; id: string; size: number }
  /** The remains of an interrupted upload on an S3 server. */
  | { kind: 'leftover'; leftover: Leftover }

type Options = { db: Db; storage: Storage; hashes: boolean; now?: Date }

/** Iterates over all mismatches. With `hashes`, it reads the content of every file. */
export async function* findings({ db, storage, hashes, now = new Date() }: Options): AsyncGenerator<Finding> {
  const isOld = ({ changedAt }: { changedAt: Date }) => now.getTime() - changedAt.getTime() > ORPHAN_AFTER_MS
  const contents = storage.list()[Symbol.asyncIterator]()
  const rows = everyRow(db)
  let content = await contents.next()
  let row = await rows.next()
  while (!content.done || !row.done) {
    const [stored, expected] = [content.done ? null : content.value, row.done ? null : row.value]
    if (stored && (!expected || stored.id < expected.id)) {
      if (isOld(stored)) yield { kind: 'orphan', id: stored.id, size: stored.size }
      content = await contents.next()
    } else if (expected && (!stored || expected.id < stored.id)) {
      // A file that was deleted after its row was read is not missing.
      if (expected.file && (await isKnown(db, expected.id)) && !(await hasContent(storage, expected.id)))
        yield { kind: 'missing', id: expected.id, name: expected.file.name }
      row = await rows.next()
    } else if (stored && expected) {
      const wrong = expected.file && (await mismatch(storage, stored, expected.file, hashes))
      if (expected.file && wrong) yield { kind: wrong, id: stored.id, name: expected.file.name }
      content = await contents.next()
      row = await rows.next()
    }
  }
  for await (const leftover of storage.partial.leftovers())
    if (isOld(leftover) && !(await isKnown(db, leftover.id))) yield { kind: 'leftover', leftover }
}

/** Deletes content that no row needs, and returns whether it did. Other findings cannot be repaired. */
export async function repair({ db, storage }: Pick<Options, 'db' | 'storage'>, finding: Finding): Promise<boolean> {
  if (finding.kind === 'leftover') await finding.leftover.remove()
  // The content may belong to an upload that has become a file in the meantime.
  else if (finding.kind === 'orphan' && !(await isKnown(db, finding.id))) await storage.remove([finding.id])
  else return false
  return true
}

/**
 * Finds projects whose counters, or whose rows of `commented_files`, do not match their files and comments. With
 * `isRepairing`, corrects them, one project at a time. Returns the number of these projects.
 */
export async function checkCounters(db: Db, isRepairing: boolean): Promise<number> {
  const { rows } = (await db.execute(sql`
    with newest as (
      select document_id, author, max(created) as created from comments where deleted_at is null group by document_id, author
    ), authors as (
      select document_id, array_agg(created order by created desc, author) as times,
        array_agg(author order by created desc, author) as names
      from newest group by document_id
    ), threads as (
      select document_id, project_id, count(*) filter (where thread_id is null and resolved_at is null)::int as open
      from comments group by document_id, project_id
    ), counted as (
      select document_id, project_id, is_listed_file(document_id) as is_listed, open, times, names
      from threads left join authors using (document_id) where open > 0 or times is not null
    ), differing as (
      select coalesce(counted.project_id, stored.project_id) as id
      from counted full join commented_files stored using (document_id)
      where (counted.project_id, counted.is_listed, counted.open, times[1], names[1], times[2]) is distinct from
        (stored.project_id, stored.is_listed, stored.open_threads, newest, newest_by, newest_by_others)
    )
    select projects.id from projects where id in (select id from differing)
      or (file_count, used_bytes, open_comments) <> (${countersOf(sql`projects.id`)})
    order by projects.id`)) as { rows: { id: string }[] }
  if (isRepairing) for (const { id } of rows) await db.transaction((tx) => correctCounters(tx, id))
  return rows.length
}

/** Counts the files, bytes and open threads of a project. */
const countersOf = (projectId: SQL) => sql`
  select (select count(*)::int from files where project_id = ${projectId} and hidden_at is null),
    (select coalesce(sum(size), 0)::bigint from files where project_id = ${projectId} and hidden_at is null)
      + (select coalesce(sum(size), 0)::bigint from file_revisions where project_id = ${projectId}),
    (select count(*)::int from comments where project_id = ${projectId} and thread_id is null and resolved_at is null
      and is_listed_file(document_id))`

/**
 * Rebuilds the rows of `commented_files` of a project from its comments, and then sets the project's counters. The
 * project stays locked meanwhile, so that no call can change them.
 */
async function correctCounters(tx: Db, projectId: string): Promise<void> {
  await lockProject(tx, projectId)
  const id = sql`${projectId}::uuid`
  const documents = sql`(select distinct document_id from comments where project_id = ${id})`
  await tx.execute(sql`delete from commented_files where project_id = ${id} or document_id in ${documents}`)
  await tx.execute(sql`insert into commented_files (document_id, project_id, is_listed)
    select document_id, ${id}, is_listed_file(document_id) from ${documents} as commented`)
  await tx.execute(sql`select recount_comments(array${documents})`)
  await tx.execute(
    sql`update projects set (file_count, used_bytes, open_comments) = (${countersOf(id)}) where id = ${id}`,
  )
}

/**
 * Once a day, deletes content that no row needs, such as files from a form upload whose server was killed, and logs all
 * other mismatches.
 */
export const orphanSweep = ({ db, storage }: Pick<Options, 'db' | 'storage'>): JobHandler =>
  recurringJob('orphaned content', SWEEP_EVERY_MS, async ({ signal, log }) => {
    for await (const finding of findings({ db, storage, hashes: false })) {
      signal.throwIfAborted()
      if (await repair({ db, storage }, finding)) continue
      log.error({ finding }, 'The content of a file does not match its database row. Run npm run verify.')
    }
  })

/** Files and uploads, ordered by id. One statement reads both, since an upload can become a file at any time. */
async function* everyRow(db: Db): AsyncGenerator<Row> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const { rows } = (await db.execute(sql`
      select id, name, size, sha256 from files where id > ${after}::uuid
      union all select id, null, null, null from uploads where id > ${after}::uuid
      order by id limit ${ROWS_PER_PAGE}`)) as {
      rows: { id: string; name: string; size: number; sha256: string | null }[]
    }
    for (const { id, name, size, sha256 } of rows) yield { id, file: sha256 === null ? null : { name, size, sha256 } }
    const last = rows.at(-1)
    if (!last || rows.length < ROWS_PER_PAGE) return
    after = last.id
  }
}

async function isKnown(db: Db, id: string): Promise<boolean> {
  const { rows } = (await db.execute(sql`
    select 1 from files where id = ${id}::uuid union all select 1 from uploads where id = ${id}::uuid limit 1`)) as {
    rows: unknown[]
  }
  return rows.length > 0
}

/** Whether there is content after all: it may have been stored since the storage was listed. */
const hasContent = (storage: Storage, id: string) =>
  storage.get(id).then(
    (content) => {
      content.destroy()
      return true
    },
    (error: unknown) => {
      if (error instanceof ContentMissing) return false
      throw error
    },
  )

async function mismatch(
  storage: Storage,
  stored: StoredContent,
  file: NonNullable<Row['file']>,
  hashes: boolean,
): Promise<'wrong size' | 'wrong hash' | null> {
  if (stored.size !== file.size) return 'wrong size'
  if (!hashes) return null
  const hash = createHash('sha256')
  await pipeline(await storage.get(stored.id), hash)
  return hash.digest('hex') === file.sha256 ? null : 'wrong hash'
}

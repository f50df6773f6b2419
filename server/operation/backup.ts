/**
 * Backups: a snapshot of the rows, except those of `unsavedTables`, then the content of the files that they refer to.
 * Stored content never changes, so a backup can be made while the server is running. Files that are deleted in the
 * meantime are reported as missing.
 *
 * A backup is a folder: `backup.json`, `rows/<table>.jsonl` with one row per line, and `files/<id>`. A later backup
 * into the same folder copies only new content.
 */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { finished, pipeline } from 'node:stream/promises'
import { getTableName, sql } from 'drizzle-orm'
import * as v from 'valibot'

import type { Db } from '../database/database'
import * as schema from '../database/schema'
import { ContentMissing, type Storage } from '../storage/storage'

/** Tables in an order that satisfies foreign keys when their rows are inserted. */
export const savedTables = [
  schema.users,
  schema.projects,
  schema.projectMembers,
  schema.invitations,
  schema.fileTypes,
  schema.files,
  schema.fileRevisions,
  schema.thumbnails,
  schema.fileShares,
  schema.comments,
  schema.commentedFiles,
  schema.seenFiles,
  schema.notices,
  schema.noticeSettings,
  schema.activity,
  schema.prices,
  schema.priceVersions,
  schema.siteEntries,
  schema.contactMessages,
  schema.contactAnswers,
  schema.counters,
  schema.simulationRequests,
  schema.requestWork,
  schema.requestMessages,
  schema.requestDrafts,
  schema.billingDetails,
  schema.requestReports,
  schema.requestDeliveries,
  schema.requestRefunds,
  schema.requestFiles,
  schema.messageAttachments,
  schema.jobs,
  schema.serverKeys,
  schema.identityRecords,
  schema.identityAccounts,
  schema.sandboxCheckouts,
].map((table) => getTableName(table))

/**
 * Tables that are not backed up: rate limit counters, leases of running calls, the log of changes for open pages, and
 * unfinished uploads. The content of the uploads is not backed up either; browsers restart these uploads.
 */
export const unsavedTables = [schema.rateCounts, schema.leases, schema.liveEvents, schema.uploads].map((table) =>
  getTableName(table),
)

const ROWS_AT_ONCE = 500

const description = v.object({ migrations: v.number(), date: v.string() })
const fileRow = v.object({ id: v.string(), size: v.number(), sha256: v.string() })
type FileRow = v.InferOutput<typeof fileRow>

/** The backup folder, or the database or storage to restore into, cannot be used. The message contains the reason. */
export class BackupRefused extends Error {
  override name = 'BackupRefused'
}

/** `missing` lists the ids of files whose content is missing or does not match its database row. */
export type BackupResult = { rows: number; files: number; missing: string[] }

/** Writes a backup to the folder. The rows of an earlier backup are replaced only at the end. */
export async function backUp({
  db,
  storage,
  folder,
}: {
  db: Db
  storage: Storage
  folder: string
}): Promise<BackupResult> {
  const next = path.join(folder, 'rows.new')
  await rm(next, { recursive: true, force: true })
  await mkdir(next, { recursive: true, mode: 0o700 })
  await mkdir(path.join(folder, 'files'), { recursive: true, mode: 0o700 })
  const { rows, migrations } = await db.transaction(
    async (tx) => {
      let count = 0
      for (const table of savedTables) count += await writeRows(tx, table, path.join(next, `${table}.jsonl`))
      return { rows: count, migrations: await migrationsIn(tx) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
  const contents = await copyAll(next, (file) => copyContent(storage, file, path.join(folder, 'files', file.id)))
  await rm(path.join(folder, 'rows'), { recursive: true, force: true })
  await rename(next, path.join(folder, 'rows'))
  const described = { migrations, date: new Date().toISOString() }
  await writeFile(path.join(folder, 'backup.json'), `${JSON.stringify(described)}\n`)
  return { rows, ...contents }
}

/** Restores a backup into an empty database and storage. */
export async function restore({
  db,
  storage,
  folder,
}: {
  db: Db
  storage: Storage
  folder: string
}): Promise<BackupResult> {
  const described = await readFile(path.join(folder, 'backup.json'), 'utf8').catch(() => {
    throw new BackupRefused(`${folder} contains no complete backup.`)
  })
  const { migrations } = v.parse(description, JSON.parse(described))
  const own = await migrationsIn(db)
  if (migrations !== own) {
    throw new BackupRefused(
      `The backup was made by another version: its database has ${migrations} migrations, and this version’s has ${own}. ` +
        'Restore it with the version that made it, then upgrade.',
    )
  }
  if ((await db.$count(schema.users)) + (await db.$count(schema.projects)) > 0) {
    throw new BackupRefused('The database already contains users or projects. Restore into an empty database.')
  }
  // The content is restored first, because rows must not be visible without it.
  const rowsFolder = path.join(folder, 'rows')
  const contents = await copyAll(rowsFolder, async ({ id, sha256 }) => {
    const copy = path.join(folder, 'files', id)
    if ((await sumOf(copy)) !== sha256) return false
    await storage.put(id, createReadStream(copy))
    return true
  })
  const rows = await db.transaction(async (tx) => {
    await tx.execute(
      sql`truncate ${sql.join(
        [...savedTables, ...unsavedTables].map((table) => sql.identifier(table)),
        sql`, `,
      )}`,
    )
    // The restored rows already contain the counts of files and comments, so inserted rows must not be counted again.
    const counted = ['files', 'file_revisions', 'comments'].map((table) => sql.identifier(table))
    for (const table of counted) await tx.execute(sql`alter table ${table} disable trigger user`)
    let count = 0
    for (const table of savedTables) count += await insertRows(tx, table, path.join(rowsFolder, `${table}.jsonl`))
    for (const table of counted) await tx.execute(sql`alter table ${table} enable trigger user`)
    return count
  })
  return { rows, ...contents }
}

const migrationsIn = async (db: Db): Promise<number> =>
  rowsOf<{ count: number }>(await db.execute(sql`select count(*)::int as count from drizzle.__drizzle_migrations`))[0]
    ?.count ?? 0

/** Both drivers return an object with the rows, but Drizzle's common result type does not include them. */
const rowsOf = <Row>(result: unknown): Row[] => (result as { rows: Row[] }).rows

/** Writes a table as JSON generated by the database, which preserves every value exactly. */
async function writeRows(tx: Db, table: string, target: string): Promise<number> {
  const out = createWriteStream(target, { mode: 0o600 })
  let count = 0
  await tx.execute(
    sql`declare backup_rows no scroll cursor for select to_jsonb(t)::text as line from ${sql.identifier(table)} t`,
  )
  for (;;) {
    const rows = rowsOf<{ line: string }>(await tx.execute(sql.raw(`fetch ${ROWS_AT_ONCE} from backup_rows`)))
    if (rows.length === 0) break
    count += rows.length
    const text = `${rows.map(({ line }) => line).join('\n')}\n`
    if (!out.write(text)) await new Promise<void>((resolve) => out.once('drain', resolve))
  }
  await tx.execute(sql`close backup_rows`)
  out.end()
  await finished(out)
  return count
}

async function insertRows(tx: Db, table: string, source: string): Promise<number> {
  let batch: string[] = []
  let count = 0
  const insert = async () => {
    if (batch.length === 0) return
    const rows = `[${batch.join(',')}]`
    const name = sql.identifier(table)
    await tx.execute(sql`insert into ${name} select * from jsonb_populate_recordset(null::${name}, ${rows}::jsonb)`)
    count += batch.length
    batch = []
  }
  for await (const line of linesOf(source)) {
    batch.push(line)
    if (batch.length === ROWS_AT_ONCE) await insert()
  }
  await insert()
  return count
}

const linesOf = (source: string) => createInterface({ input: createReadStream(source), crlfDelay: Infinity })

/**
 * Copies the content of every file whose row is in the folder `rows`. `copy` returns whether the content matches its
 * row.
 */
async function copyAll(rows: string, copy: (file: FileRow) => Promise<boolean>): Promise<Omit<BackupResult, 'rows'>> {
  const missing: string[] = []
  let files = 0
  for await (const line of linesOf(path.join(rows, 'files.jsonl'))) {
    const file = v.parse(fileRow, JSON.parse(line))
    if (await copy(file)) files++
    else missing.push(file.id)
  }
  return { files, missing }
}

/**
 * Copies content to the file `target`, unless this file exists and has the right size. Returns whether the copy matches
 * the row.
 */
async function copyContent(storage: Storage, { id, size, sha256 }: FileRow, target: string): Promise<boolean> {
  if (existsSync(target) && (await stat(target)).size === size) return true
  const partial = `${target}.partial`
  try {
    await pipeline(await storage.get(id), createWriteStream(partial, { mode: 0o600 }))
  } catch (error) {
    // The file was deleted after its row was read.
    if (error instanceof ContentMissing) return false
    throw error
  }
  const isWhole = (await sumOf(partial)) === sha256
  if (isWhole) await rename(partial, target)
  else await rm(partial)
  return isWhole
}

/** Returns the SHA-256 of a file; null if it does not exist. */
async function sumOf(file: string): Promise<string | null> {
  if (!existsSync(file)) return null
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

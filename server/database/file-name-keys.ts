/**
 * Fills in the name key, which makes file names unique (tables/files.ts), of files that earlier versions stored. If
 * several files in a folder have the same name, the oldest keeps it, and the others get a number as with "keep both".
 * This is not an SQL migration because `lower()` depends on the locale of the database, and the keys must match those
 * in store-files.ts.
 */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

import { fileNameKey, freeFileName, NAME_BYTES } from '../../machines/files/file-names'
import * as schema from './schema'

const { files, projects } = schema

/** Declared here because database.ts imports this file; importing its type would be circular. */
type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** Whether the name fits into an index entry. Uploads reject longer names. */
const isKeyable = lte(sql`octet_length(${files.name})`, NAME_BYTES)
const isKeyless = and(isNull(files.nameKey), isNull(files.hiddenAt), isKeyable)

/** Rows per statement. */
const BATCH_SIZE = 500

/** Sets the missing keys of listed files, project by project. Does nothing if no key is missing. */
export async function setFileNameKeys(db: Db): Promise<void> {
  const unfinished = await db.selectDistinct({ projectId: files.projectId }).from(files).where(isKeyless)
  for (const { projectId } of unfinished) await db.transaction((tx) => setKeysIn(tx, projectId))
}

async function setKeysIn(tx: Db, projectId: string) {
  await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('no key update')
  const rows = await tx
    .select({ id: files.id, name: files.name, folder: files.folder, key: files.nameKey })
    .from(files)
    .where(and(eq(files.projectId, projectId), isNull(files.hiddenAt), isKeyable))
    .orderBy(asc(files.uploadedAt), asc(files.id))
  const taken = { inputs: new Set<string>(), reports: new Set<string>() }
  for (const { folder, name, key } of rows) taken[folder ?? 'inputs'].add(key ?? fileNameKey(name))
  const assigned = { inputs: new Set<string>(), reports: new Set<string>() }
  for (const { folder, key } of rows) if (key !== null) assigned[folder ?? 'inputs'].add(key)

  const updates = rows
    .filter(({ key }) => key === null)
    .map(({ id, name, folder: storedFolder }) => {
      const folder = storedFolder ?? 'inputs'
      // `taken` also includes the names of later files in the folder, so that no duplicate gets the name of one of
      // them.
      const unique = assigned[folder].has(fileNameKey(name)) ? freeFileName(name, taken[folder]) : name
      const key = fileNameKey(unique)
      taken[folder].add(key)
      assigned[folder].add(key)
      return sql`(${id}::uuid, ${unique}::text, ${key}::text)`
    })
  for (let from = 0; from < updates.length; from += BATCH_SIZE) {
    const values = sql.join(updates.slice(from, from + BATCH_SIZE), sql`, `)
    await tx.execute(
      sql`update files set name = named.name, name_key = named.key from (values ${values}) as named (id, name, key) where files.id = named.id`,
    )
  }
}

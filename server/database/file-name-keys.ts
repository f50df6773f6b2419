/**
 * Gives files of earlier versions the key by which names are unique (schema.ts). Of files with the same name in one
 * folder the oldest keeps it, and the others are numbered as "keep both" numbers them. This is no SQL migration because
 * `lower()` follows the locale of the database: keys have to be the ones that keep-files.ts compares.
 */
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

import { fileNameKey, freeFileName, NAME_BYTES } from '../../machines/files/file-names'
import * as schema from './schema'

const { files, projects } = schema

/** database.ts opens with this, so that its own type would lead in a circle. */
type Db = PgDatabase<PgQueryResultHKT, typeof schema>

/** A longer name does not fit into an index; no file can be uploaded with one. */
const isKeyable = lte(sql`octet_length(${files.name})`, NAME_BYTES)
const isKeyless = and(isNull(files.nameKey), isNull(files.hiddenAt), isKeyable)

/** So many rows in one statement. */
const AT_ONCE = 500

/** Does it for all files without a key, project by project. Nothing to do is no error. */
export async function giveFileNameKeys(db: Db): Promise<void> {
  const unfinished = await db.selectDistinct({ projectId: files.projectId }).from(files).where(isKeyless)
  for (const { projectId } of unfinished) await db.transaction((tx) => giveKeysIn(tx, projectId))
}

async function giveKeysIn(tx: Db, projectId: string) {
  await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('update')
  const rows = await tx
    .select({ id: files.id, name: files.name, folder: files.folder, key: files.nameKey })
    .from(files)
    .where(and(eq(files.projectId, projectId), isNull(files.hiddenAt), isKeyable))
    .orderBy(asc(files.uploadedAt), asc(files.id))
  const taken = { inputs: new Set<string>(), reports: new Set<string>() }
  for (const { folder, name, key } of rows) taken[folder ?? 'inputs'].add(key ?? fileNameKey(name))
  const owned = { inputs: new Set<string>(), reports: new Set<string>() }
  for (const { folder, key } of rows) if (key !== null) owned[folder ?? 'inputs'].add(key)

  const named = rows
    .filter(({ key }) => key === null)
    .map(({ id, name, folder: given }) => {
      const folder = given ?? 'inputs'
      // All names of the folder are taken, also those of files that come later: only duplicates get another one.
      const unique = owned[folder].has(fileNameKey(name)) ? freeFileName(name, taken[folder]) : name
      const key = fileNameKey(unique)
      taken[folder].add(key)
      owned[folder].add(key)
      return sql`(${id}::uuid, ${unique}::text, ${key}::text)`
    })
  for (let from = 0; from < named.length; from += AT_ONCE) {
    const values = sql.join(named.slice(from, from + AT_ONCE), sql`, `)
    await tx.execute(
      sql`update files set name = named.name, name_key = named.key from (values ${values}) as named (id, name, key) where files.id = named.id`,
    )
  }
}

/** The last step of everything that brings files into a project: their rows are written and their bytes kept, or none. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'

import { fileNameKey } from '../../machines/files/file-names'
import type { Db } from '../database/database'
import type { FileRow } from './file-records'
import { type FileStore, OverQuota } from '../storage/files'
import { dropFile } from './pins'
import { projectUsage } from '../projects/store'
import { files, projects } from '../database/schema'

/** So many files a project can have. What only a request keeps does not count. */
export const MAX_FILES = 10_000

/** There is room for no more files than `left`. */
export class TooManyFiles extends Error {
  override name = 'TooManyFiles'
  constructor(readonly left: number) {
    super('The project has too many files.')
  }
}

/** A file of this name is in the folder, or two of those that came together have it. */
export class NameTaken extends Error {
  override name = 'NameTaken'
  constructor(
    readonly fileName: string,
    readonly by: 'kept' | 'sent together',
  ) {
    super(`The name "${fileName}" is taken.`)
  }
}

type Folder = 'inputs' | 'reports'

type Place = {
  projectId: string
  folder: Folder
  limitBytes: number
  /** The file that makes way; one that is gone already, or that is not in this folder, is no error. */
  replaces: { id: string; retentionMonths: number } | null
}

/** What was kept. `unneeded` has the ids of files whose bytes can go once the transaction has ended. */
export type Kept = { unneeded: string[] }

const inFolder = (folder: Folder) => eq(sql`coalesce(${files.folder}, 'inputs')`, folder)

/** Ends with the transaction. Until then nobody else keeps a file in the project; false when the project is gone. */
export async function lockFilesOf(tx: Db, projectId: string): Promise<boolean> {
  const [locked] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('update')
  return locked !== undefined
}

/** The keys of the names that are taken in a folder. */
export async function takenNames(db: Db, projectId: string, folder: Folder): Promise<Set<string>> {
  const rows = await db
    .select({ name: files.name })
    .from(files)
    .where(and(eq(files.projectId, projectId), inFolder(folder), isNull(files.hiddenAt)))
  return new Set(rows.map(({ name }) => fileNameKey(name)))
}

/** Throws NameTaken where one of the names is not free, apart from the name of the file that makes way. */
export async function assertNamesFree(
  db: Db,
  names: string[],
  { projectId, folder, except }: Pick<Place, 'projectId' | 'folder'> & { except: string | null },
): Promise<void> {
  const byKey = new Map<string, string>()
  for (const name of names) {
    const key = fileNameKey(name)
    if (byKey.has(key)) throw new NameTaken(name, 'sent together')
    byKey.set(key, name)
  }
  const isTaken = and(inArray(files.nameKey, [...byKey.keys()]), isNull(files.hiddenAt))
  const isOther = except === null ? undefined : ne(files.id, except)
  const [taken] = await db
    .select({ key: files.nameKey, name: files.name })
    .from(files)
    .where(and(eq(files.projectId, projectId), inFolder(folder), isTaken, isOther))
    .limit(1)
  if (taken) throw new NameTaken(byKey.get(taken.key ?? '') ?? taken.name, 'kept')
}

/**
 * Keeps what was received, inside a transaction: the project's row is locked, so that what arrives at once is counted
 * and named one after the other. Null when the project is gone. Throws NameTaken, OverQuota with the bytes that are
 * left, TooManyFiles, and HiddenFull of the file that is replaced.
 */
export async function keepFiles(
  tx: Db,
  store: Pick<FileStore, 'keep'>,
  rows: FileRow[],
  place: Place,
): Promise<Kept | null> {
  const { projectId, limitBytes, replaces } = place
  if (!(await lockFilesOf(tx, projectId))) return null
  const unneeded = replaces ? await makeWay(tx, place, replaces) : []
  const names = rows.map(({ name }) => name)
  await assertNamesFree(tx, names, { ...place, except: null })
  const { fileCount, usedBytes } = await projectUsage(tx, projectId)
  const left = Math.max(0, limitBytes - usedBytes)
  if (rows.reduce((sum, { size }) => sum + size, 0) > left) throw new OverQuota(left)
  if (fileCount + rows.length > MAX_FILES) throw new TooManyFiles(Math.max(0, MAX_FILES - fileCount))
  await tx.insert(files).values(rows.map((row) => ({ ...row, nameKey: fileNameKey(row.name) })))
  await tx.update(projects).set({ lastActivity: new Date() }).where(eq(projects.id, projectId))
  for (const { id } of rows) await store.keep(id)
  return { unneeded }
}

/** Takes the replaced file off the list. Answers its id when nothing needs its bytes any more. */
async function makeWay(
  tx: Db,
  { projectId, folder, limitBytes }: Place,
  { id, retentionMonths }: NonNullable<Place['replaces']>,
): Promise<string[]> {
  const [replaced] = await tx
    .select({ id: files.id, projectId: files.projectId })
    .from(files)
    .where(and(eq(files.id, id), eq(files.projectId, projectId), inFolder(folder), isNull(files.hiddenAt)))
  return replaced && (await dropFile(tx, replaced, { retentionMonths, storageLimitBytes: limitBytes })) === 'deleted'
    ? [id]
    : []
}

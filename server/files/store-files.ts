/** The last step of adding files to a project: stores their rows, so that their content is kept. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'

import { fileNameKey } from '../../machines/files/file-names'
import { MAX_PROJECT_FILES } from '../../machines/transfers/upload-limits'
import type { Db } from '../database/database'
import type { FileRow } from './file-records'
import { tellNearlyFull } from '../notices/record'
import { OverQuota } from '../storage/received-content'
import { moveShares, supersede } from './revisions'
import { projectUsage, touchProject } from '../projects/store'
import type { UsualLimit } from '../projects/storage-limit'
import { files } from '../database/schema'

/** The project has room for only `left` more files. */
export class TooManyFiles extends Error {
  override name = 'TooManyFiles'
  constructor(readonly left: number) {
    super('The project has too many files.')
  }
}

/** The folder already contains a file with this name, or two files of the same upload have it. */
export class NameTaken extends Error {
  override name = 'NameTaken'
  constructor(
    readonly fileName: string,
    readonly by: 'kept' | 'sent together',
  ) {
    super(`The name “${fileName}” is taken.`)
  }
}

type Folder = 'inputs' | 'reports'

type Place = {
  projectId: string
  folder: Folder
  usual: UsualLimit
  /** The listed file whose next revision is stored; null for a new file. */
  revises: FileRow | null
}

const inFolder = (folder: Folder) => eq(sql`coalesce(${files.folder}, 'inputs')`, folder)

/** Returns the keys of the names that are in use in a folder. */
export async function takenNames(db: Db, projectId: string, folder: Folder): Promise<Set<string>> {
  const rows = await db
    .select({ name: files.name })
    .from(files)
    .where(and(eq(files.projectId, projectId), inFolder(folder), isNull(files.hiddenAt)))
  return new Set(rows.map(({ name }) => fileNameKey(name)))
}

/** Throws NameTaken if one of the names is in use, except by the file `except`, or if two of them are the same. */
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
 * Stores received files inside a transaction that has locked the project, so that concurrent uploads are checked one
 * after the other. Throws NameTaken, OverQuota, TooManyFiles or TooManyRevisions. Returns the stored rows.
 */
export async function keepFiles(tx: Db, rows: FileRow[], place: Place): Promise<FileRow[]> {
  const { projectId, usual, revises } = place
  const documentId = revises && (revises.documentId ?? revises.id)
  if (revises && documentId) await supersede(tx, revises, documentId)
  const names = rows.map(({ name }) => name)
  await assertNamesFree(tx, names, { ...place, except: null })
  const { fileCount, usedBytes, limitBytes } = await projectUsage(tx, projectId, usual)
  const left = Math.max(0, limitBytes - usedBytes)
  const added = rows.reduce((sum, { size }) => sum + size, 0)
  if (added > left) throw new OverQuota({ left, limitBytes })
  if (fileCount + rows.length > MAX_PROJECT_FILES) throw new TooManyFiles(Math.max(0, MAX_PROJECT_FILES - fileCount))
  const stored = rows.map((row) => ({ ...row, documentId }))
  await tx.insert(files).values(stored.map((row) => ({ ...row, nameKey: fileNameKey(row.name) })))
  if (revises && rows[0]) await moveShares(tx, revises.id, rows[0].id)
  await tellNearlyFull(tx, projectId, { before: usedBytes, after: usedBytes + added, limit: limitBytes })
  await touchProject(tx, projectId)
  return stored
}

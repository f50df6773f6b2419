/**
 * Reads file records, and converts them to the API's format. The content of a file is in the storage, under the file's
 * id.
 */
import { and, desc, eq, exists, getTableColumns, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { everyPage, pageClauses, pageOf, type PageRequest } from '../database/pages'
import { files, fileTypes, projects, requestFiles, simulationRequests } from '../database/schema'

type StoredFile = typeof files.$inferSelect

/**
 * A row of `files` with the name of the file's type. A new file has only the required columns. The name key is left
 * out, because it is computed when the row is stored.
 */
export type FileRow = Omit<StoredFile, 'hiddenAt' | 'nameKey' | 'documentId' | 'note' | 'deletedAt'> &
  Partial<Pick<StoredFile, 'hiddenAt' | 'documentId' | 'note' | 'deletedAt'>> & { typeName: string }

const rows = (db: Db) =>
  db
    .select({ ...getTableColumns(files), typeName: fileTypes.name })
    .from(files)
    .innerJoin(fileTypes, eq(fileTypes.id, files.typeId))

/** Returns the file that matches the condition, or undefined if there is none. */
export async function fileRow(db: Db, where: SQL | undefined): Promise<FileRow | undefined> {
  const [found] = await rows(db).where(where).limit(1)
  return found
}

export async function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  const found = await findKeptFile(db, id)
  return found?.hiddenAt ? undefined : found
}

/**
 * The condition for files whose content can be read, including hidden ones: earlier revisions, and deleted files that a
 * request needs.
 */
function isKept(db: Db): SQL | undefined {
  const pin = db
    .select({ id: requestFiles.fileId })
    .from(requestFiles)
    .innerJoin(simulationRequests, eq(simulationRequests.id, requestFiles.requestId))
    .where(and(eq(requestFiles.fileId, files.id), ne(simulationRequests.status, 'cancelled')))
  const project = db
    .select({ id: projects.id })
    .from(projects)
    .where(and(eq(projects.id, files.projectId), isNull(projects.deletedAt)))
  return and(or(isNull(files.deletedAt), exists(pin)), exists(project))
}

/** Like findFile, but also finds hidden files whose content can be read. */
export const findKeptFile = (db: Db, id: string): Promise<FileRow | undefined> =>
  fileRow(db, and(eq(files.id, id), isKept(db)))

/** Returns the given ids for which findKeptFile finds a file. */
export async function keptAmong(db: Db, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: files.id })
    .from(files)
    .where(and(inArray(files.id, ids), isKept(db)))
  return new Set(found.map(({ id }) => id))
}

/** Finds a file even if it was deleted, as long as its row exists. */
export const findDeletedFile = (db: Db, id: string): Promise<FileRow | undefined> => fileRow(db, eq(files.id, id))

const listed = (projectId: string) => and(eq(files.projectId, projectId), isNull(files.hiddenAt))

async function filePage(db: Db, where: SQL | undefined, page: PageRequest) {
  const clauses = pageClauses('newest first', [files.uploadedAt, files.id], page)
  const found = await rows(db)
    .where(clauses.where(where))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  return pageOf(found, page, ({ uploadedAt, id }) => ({ time: uploadedAt, id }))
}

/** Returns a page of a project's files, newest first. */
export const listFiles = (db: Db, projectId: string, page: PageRequest) => filePage(db, listed(projectId), page)

/** The condition for the inputs of a project. Files without a folder are inputs, too. */
const isInput = (projectId: string) => and(listed(projectId), or(eq(files.folder, 'inputs'), isNull(files.folder)))

const EXPORT_PAGE_SIZE = 500

/** Iterates over all inputs of a project, newest first, for an export. */
export async function* everyInput(db: Db, projectId: string): AsyncGenerator<FileRow> {
  const pages = everyPage(EXPORT_PAGE_SIZE, (page) => filePage(db, isInput(projectId), page))
  for await (const page of pages) yield* page
}

/** Finds the inputs of a project that have exactly these names. */
export const inputsNamed = (db: Db, projectId: string, names: string[]): Promise<FileRow[]> =>
  rows(db).where(and(isInput(projectId), inArray(files.name, names)))

/** Returns the total size of the inputs that a person has uploaded to a project. */
export async function uploadedBytes(db: Db, projectId: string, personId: string): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)`.mapWith(Number) })
    .from(files)
    .where(and(isInput(projectId), eq(files.uploadedBy, personId)))
  return found?.bytes ?? 0
}

/**
 * Returns the ids, names, sizes and modification times of all inputs of a project, newest first. A zip needs them up
 * front to make the names unique.
 */
export const inputNames = (db: Db, projectId: string) =>
  db
    .select({ id: files.id, name: files.name, size: files.size, modifiedAt: files.modifiedAt })
    .from(files)
    .where(isInput(projectId))
    .orderBy(desc(files.uploadedAt), desc(files.id))

/** Returns the sizes of files in bytes, by file id. Includes hidden files. */
export async function fileSizes(db: Db, ids: string[]): Promise<Map<string, number>> {
  const found = await db.select({ id: files.id, size: files.size }).from(files).where(inArray(files.id, ids))
  return new Map(found.map(({ id, size }) => [id, size]))
}

/** Finds the file type with this name, ignoring case. */
export async function findFileType(db: Db, name: string): Promise<{ id: number; name: string } | undefined> {
  const [found] = await db
    .select()
    .from(fileTypes)
    .where(eq(sql`lower(${fileTypes.name})`, name.trim().toLowerCase()))
  return found
}

/** Returns a file in the API's format, without the fields that `fileAnswers` in revisions.ts adds. */
export const fileAnswer = (row: FileRow): components['schemas']['File'] => ({
  id: row.id,
  project_id: row.projectId,
  name: row.name,
  size: row.size,
  sha256: row.sha256,
  folderId: row.folder,
  fileType: row.typeName,
  modified_at: row.modifiedAt.toISOString(),
  uploaded_at: row.uploadedAt.toISOString(),
  metadata: { file_type: row.proposedType },
})

/** Returns the file types in display order, with "other" last. */
export const listFileTypes = (db: Db) =>
  db.select().from(fileTypes).orderBy(sql`${fileTypes.name} = 'other'`, fileTypes.id)

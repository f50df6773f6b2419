/** The rows of files, as the API shows them. The bytes are files.ts's. */
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { everyPage, pageClauses, pageOf, type PageRequest } from '../database/pages'
import { files, fileTypes } from '../database/schema'

/** A new file needs not say that it is not hidden; the key of its name is keep-files.ts's. */
export type FileRow = Omit<typeof files.$inferSelect, 'hiddenAt' | 'nameKey'> & {
  typeName: string
  hiddenAt?: Date | null
}

const rows = (db: Db) =>
  db.select({ file: files, typeName: fileTypes.name }).from(files).innerJoin(fileTypes, eq(fileTypes.id, files.typeId))

const flat = ({ file, typeName }: { file: typeof files.$inferSelect; typeName: string }): FileRow => ({
  ...file,
  typeName,
})

export async function findFile(db: Db, id: string): Promise<FileRow | undefined> {
  const found = await findKeptFile(db, id)
  return found?.hiddenAt ? undefined : found
}

/** The same, also when the file is hidden and a request alone keeps it. */
export async function findKeptFile(db: Db, id: string): Promise<FileRow | undefined> {
  const [found] = await rows(db).where(eq(files.id, id))
  return found && flat(found)
}

const listed = (projectId: string) => and(eq(files.projectId, projectId), isNull(files.hiddenAt))

/** A page of a project's files, newest first. */
export async function listFiles(db: Db, projectId: string, page: PageRequest) {
  const clauses = pageClauses('newest first', [files.uploadedAt, files.id], page)
  const found = await rows(db)
    .where(clauses.where(listed(projectId)))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows: onPage, next } = pageOf(found, page, ({ file }) => ({ time: file.uploadedAt, id: file.id }))
  return { files: onPage.map(flat), next }
}

/** A file in no folder is an input. */
const isInput = (projectId: string) => and(listed(projectId), or(eq(files.folder, 'inputs'), isNull(files.folder)))

const EXPORTED_AT_ONCE = 500

/** All inputs of a project, newest first, for an export. */
export async function* everyInput(db: Db, projectId: string): AsyncGenerator<FileRow> {
  const pages = everyPage(EXPORTED_AT_ONCE, async (page) => {
    const clauses = pageClauses('newest first', [files.uploadedAt, files.id], page)
    const found = await rows(db)
      .where(clauses.where(isInput(projectId)))
      .orderBy(...clauses.orderBy)
      .limit(clauses.limit)
    return pageOf(found, page, ({ file }) => ({ time: file.uploadedAt, id: file.id }))
  })
  for await (const page of pages) yield* page.map(flat)
}

/** What a zip says of all inputs of a project, newest first: their names have to be told apart before the first goes out. */
export const inputNames = (db: Db, projectId: string) =>
  db
    .select({ id: files.id, name: files.name, modifiedAt: files.modifiedAt })
    .from(files)
    .where(isInput(projectId))
    .orderBy(desc(files.uploadedAt), desc(files.id))

/** The kind of file with this name in any case. */
export async function findFileType(db: Db, name: string): Promise<{ id: number; name: string } | undefined> {
  const [found] = await db
    .select()
    .from(fileTypes)
    .where(eq(sql`lower(${fileTypes.name})`, name.trim().toLowerCase()))
  return found
}

export const fileAnswer = (row: FileRow, pinned = false): components['schemas']['File'] => ({
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
  pinned,
})

/** In the order in which they are offered: "other" last. */
export const listFileTypes = (db: Db) =>
  db.select().from(fileTypes).orderBy(sql`${fileTypes.name} = 'other'`, fileTypes.id)

/** The rows of files, as the API shows them. The bytes are files.ts's. */
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Db } from './database'
import { files, fileTypes } from './schema'

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

/** Newest first. `only` leaves out what stands in Reports; a file in no folder is an input. */
export async function listFiles(
  db: Db,
  projectId: string,
  { only, limit }: { only?: 'inputs'; limit?: number } = {},
): Promise<FileRow[]> {
  const inputs = only && or(eq(files.folder, 'inputs'), isNull(files.folder))
  const all = rows(db)
    .where(and(eq(files.projectId, projectId), isNull(files.hiddenAt), inputs))
    .orderBy(desc(files.uploadedAt), files.name, files.id)
  const found = await (limit === undefined ? all : all.limit(limit))
  return found.map(flat)
}

export const countFiles = (db: Db, projectId: string) =>
  db.$count(files, and(eq(files.projectId, projectId), isNull(files.hiddenAt)))

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

/**
 * Revisions of files. Each is a row of `files` with its own content. The newest or restored revision is listed; the
 * others are hidden and kept by a row of `file_revisions`. All have the same document id.
 */
import { and, count, eq, exists, inArray, isNull, or, sql, type SQL, sum } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { fileRevisions, files, fileShares, requestFiles, users } from '../database/schema'
import { lockProject } from '../projects/store'
import { discardContent } from './discarded-content'
import { countOpenThreads, documentOf } from '../comments/store'
import { fileAnswer, fileRow, type FileRow } from './file-records'
import { deleteRows, lockRequestsOf, pinnedAmong, type Retention } from './pinned-files'
import { newsOf } from './seen-files'

/** The maximum number of earlier revisions per file. */
export const MAX_REVISIONS = 200

/** The file has the maximum number of revisions. */
export class TooManyRevisions extends Error {
  override name = 'TooManyRevisions'
  constructor(readonly fileName: string) {
    super(`“${fileName}” has ${MAX_REVISIONS} earlier revisions, which is the maximum.`)
  }
}

/** Finds the listed revision of a file. `id` may be the id of any of its revisions. */
export async function listedRevision(db: Db, projectId: string, id: string): Promise<FileRow | undefined> {
  const document = db.select({ id: sql`coalesce(document_id, id)` }).from(files).where(eq(files.id, id))
  const ofDocument = or(eq(files.id, id), sql`${files.documentId} = (${document})`)
  return fileRow(db, and(eq(files.projectId, projectId), isNull(files.hiddenAt), ofDocument))
}

/**
 * Hides a listed file and keeps it as an earlier revision, inside a transaction that has locked the project. Throws
 * TooManyRevisions.
 */
export async function supersede(tx: Db, { id, projectId, name, size }: FileRow, documentId: string): Promise<void> {
  const earlier = and(eq(files.documentId, documentId), isKept(tx))
  if ((await tx.$count(files, earlier)) >= MAX_REVISIONS) throw new TooManyRevisions(name)
  await tx.update(files).set({ hiddenAt: new Date(), documentId }).where(eq(files.id, id))
  await tx.insert(fileRevisions).values({ fileId: id, projectId, size })
}

/** Moves the share links of a file to its newly listed revision. */
export async function moveShares(tx: Db, from: string, to: string): Promise<void> {
  await tx.update(fileShares).set({ fileId: to }).where(eq(fileShares.fileId, from))
}

const isKept = (db: Db) =>
  exists(db.select({ id: fileRevisions.fileId }).from(fileRevisions).where(eq(fileRevisions.fileId, files.id)))

/** Selects the listed revision of a file and all earlier revisions. */
const ofFile = (db: Db, file: FileRow): SQL | undefined =>
  and(or(eq(files.id, file.id), eq(files.documentId, documentOf(file))), or(isNull(files.hiddenAt), isKept(db)))

/** Counts the earlier revisions of listed files, and their bytes. Files with only one revision are left out. */
async function countRevisions(db: Db, rows: FileRow[]) {
  const documents = rows.flatMap(({ documentId }) => documentId ?? [])
  if (documents.length === 0) return new Map<string, { count: number; bytes: number }>()
  const found = await db
    .select({ documentId: files.documentId, count: count(), bytes: sum(files.size).mapWith(Number) })
    .from(files)
    .innerJoin(fileRevisions, eq(fileRevisions.fileId, files.id))
    .where(inArray(files.documentId, documents))
    .groupBy(files.documentId)
  return new Map(found.flatMap(({ documentId, ...earlier }) => (documentId === null ? [] : [[documentId, earlier]])))
}

const noRevisions = { count: 0, bytes: 0 }

/** Returns listed files in the API's format. */
export async function fileAnswers(db: Db, rows: FileRow[], retention: Retention, reader: string) {
  const ids = rows.map(({ id }) => id)
  const [pinned, revisions, openThreads, news] = await Promise.all([
    pinnedAmong(db, ids, retention),
    countRevisions(db, rows),
    countOpenThreads(db, rows.map(documentOf)),
    newsOf(db, rows, reader),
  ])
  return rows.map((row) => {
    const earlier = revisions.get(documentOf(row)) ?? noRevisions
    return Object.assign(fileAnswer(row), {
      pinned: pinned.has(row.id),
      revisions: earlier.count + 1,
      total_size: earlier.bytes + row.size,
      open_comments: openThreads.get(documentOf(row)) ?? 0,
      news: news.get(row.id)?.toISOString() ?? null,
    })
  })
}

/** Returns a page of a file's revisions, newest upload first. */
export async function listRevisions(db: Db, file: FileRow, page: PageRequest, retention: Retention) {
  const found = await revisionPage(db, ofFile(db, file), page)
  const ids = found.rows.map(({ id }) => id)
  const pinned = await pinnedAmong(db, ids, retention)
  return { revisions: found.rows.map((row) => revisionAnswer(row, pinned.has(row.id))), next: found.next }
}

async function revisionPage(db: Db, where: SQL | undefined, page: PageRequest) {
  const clauses = pageClauses('newest first', [files.uploadedAt, files.id], page)
  const found = await db
    .select({
      id: files.id,
      name: files.name,
      size: files.size,
      sha256: files.sha256,
      note: files.note,
      uploadedAt: files.uploadedAt,
      uploadedByName: users.fullname,
      hiddenAt: files.hiddenAt,
    })
    .from(files)
    .innerJoin(users, eq(users.id, files.uploadedBy))
    .where(clauses.where(where))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  return pageOf(found, page, ({ uploadedAt, id }) => ({ time: uploadedAt, id }))
}

type Revision = Awaited<ReturnType<typeof revisionPage>>['rows'][number]

const revisionAnswer = (row: Revision, pinned: boolean): components['schemas']['Revision'] => ({
  id: row.id,
  name: row.name,
  size: row.size,
  sha256: row.sha256,
  note: row.note,
  uploaded_at: row.uploadedAt.toISOString(),
  uploaded_by_name: row.uploadedByName,
  current: row.hiddenAt === null,
  pinned,
})

/** Sets or clears the note of a revision. Returns the revision, or null if the file has no revision with this id. */
export async function writeNote(tx: Db, file: FileRow, revisionId: string, note: string | null, retention: Retention) {
  const named = and(ofFile(tx, file), eq(files.id, revisionId))
  await tx.update(files).set({ note }).where(named)
  const { rows } = await revisionPage(tx, named, { limit: 1, after: null })
  const pinned = await pinnedAmong(tx, [revisionId], retention)
  return rows[0] ? revisionAnswer(rows[0], pinned.has(revisionId)) : null
}

/**
 * Makes an earlier revision the listed one, with the current name and type, inside a transaction. No content is copied:
 * the listed revision becomes an earlier one. Returns `same` if the revision is already listed, and false if the file
 * or the revision no longer exists.
 */
export async function restoreRevision(tx: Db, file: FileRow, revisionId: string): Promise<'restored' | 'same' | false> {
  await lockProject(tx, file.projectId)
  const listed = await listedRevision(tx, file.projectId, file.id)
  if (listed?.id === revisionId) return 'same'
  const wanted = listed && (await fileRow(tx, and(ofFile(tx, listed), eq(files.id, revisionId))))
  if (!listed || !wanted) return false
  const [{ nameKey } = { nameKey: null }] = await tx
    .select({ nameKey: files.nameKey })
    .from(files)
    .where(eq(files.id, listed.id))
  const { name, typeId, projectId, size } = listed
  await tx.update(files).set({ hiddenAt: new Date() }).where(eq(files.id, listed.id))
  await tx.insert(fileRevisions).values({ fileId: listed.id, projectId, size })
  await tx.delete(fileRevisions).where(eq(fileRevisions.fileId, revisionId))
  await tx.update(files).set({ hiddenAt: null, name, nameKey, typeId }).where(eq(files.id, revisionId))
  await moveShares(tx, listed.id, revisionId)
  return 'restored'
}

/** Deletes an earlier revision inside a transaction. The deletion is `refused` while a request needs the revision. */
export async function dropRevision(
  tx: Db,
  file: FileRow,
  revisionId: string,
  retention: Retention,
): Promise<'deleted' | 'listed' | 'refused' | 'missing'> {
  await lockProject(tx, file.projectId)
  const found = await fileRow(tx, and(ofFile(tx, file), eq(files.id, revisionId)))
  if (!found) return 'missing'
  if (!found.hiddenAt) return 'listed'
  await lockRequestsOf(tx, eq(requestFiles.fileId, revisionId))
  if ((await pinnedAmong(tx, [revisionId], retention)).size > 0) return 'refused'
  await deleteRows(tx, [revisionId])
  await discardContent(tx, [revisionId])
  return 'deleted'
}

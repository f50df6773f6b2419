/**
 * Pins the input files, results and attachments of simulation requests. Their content is kept while the request may
 * still be paid. Once it is paid, their content is kept until its delivery is older than the retention period. The
 * foreign key of `request_files` prevents any other code from deleting these files.
 */
import { and, eq, exists, gt, inArray, isNotNull, isNull, not, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { discardContent } from './discarded-content'
import { lockProject, projectUsage } from '../projects/store'
import type { UsualLimit } from '../projects/storage-limit'
import { comments, fileRevisions, files, requestFiles, simulationRequests as requests } from '../database/schema'

export type Retention = { retentionMonths: number }

export const retentionText = ({ retentionMonths }: Retention) =>
  retentionMonths === 1 ? '1 month' : `${retentionMonths} months`

/** How long requests keep files, and how many bytes of deleted files the unpaid requests of a project can keep. */
export type Keeping = Retention & UsualLimit

/** A file cannot be hidden because unpaid requests would keep too many bytes of deleted files. */
export class HiddenFull extends Error {
  override name = 'HiddenFull'
  constructor(readonly fileName: string) {
    super('The deleted files kept for unpaid requests exceed the limit.')
  }
}

/** How long a draft keeps its files. A draft is a request whose payment page has not been opened yet. */
const draftLives = sql`interval '1 day'`

/**
 * Returns the condition that selects the requests whose files are kept. A delivered request that cost nothing, such as
 * the request of the sample project, keeps none.
 */
const isKept = ({ retentionMonths }: Retention): SQL | undefined =>
  or(
    inArray(requests.status, ['awaiting payment', 'paid', 'in progress']),
    and(
      eq(requests.status, 'delivered'),
      gt(requests.total, 0),
      gt(requests.deliveredAt, sql`now() - make_interval(months => ${retentionMonths}::int)`),
    ),
    and(eq(requests.status, 'draft'), gt(requests.created, sql`now() - ${draftLives}`)),
  )

const pinsWhere = (db: Db, where: SQL | undefined, retention: Retention) =>
  db
    .select({ fileId: requestFiles.fileId })
    .from(requestFiles)
    .innerJoin(requests, eq(requests.id, requestFiles.requestId))
    .where(and(where, isKept(retention)))

/** Whether a request keeps its files. False for a draft, although it keeps them for a short time. */
export async function keepsFiles(db: Db, requestId: string, retention: Retention): Promise<boolean> {
  const isKeeping = and(eq(requests.id, requestId), not(eq(requests.status, 'draft')), isKept(retention))
  return (await db.$count(requests, isKeeping)) > 0
}

/** Pins files to a request. */
export async function pinFiles(tx: Db, requestId: string, fileIds: string[]): Promise<void> {
  await tx.insert(requestFiles).values([...new Set(fileIds)].map((fileId) => ({ requestId, fileId })))
}

/**
 * Locks, until the transaction ends, the requests that pin certain files, so that pins cannot change between a check
 * and the deletion that depends on it. To avoid deadlocks, acquire this lock after the project's.
 */
export const lockRequestsOf = (tx: Db, ofFiles: SQL) =>
  lockInOrder(
    tx,
    [requests.id],
    inArray(requests.id, tx.select({ id: requestFiles.requestId }).from(requestFiles).where(ofFiles)),
  )

/** Locks all requests of a project. */
export const lockRequestsOfProject = (tx: Db, projectId: string) =>
  lockInOrder(tx, [requests.id], eq(requests.projectId, projectId))

/** Returns those of the given file ids that are pinned. */
export async function pinnedAmong(db: Db, fileIds: string[], retention: Retention): Promise<ReadonlySet<string>> {
  // The ids are passed as a single array, because Drizzle takes longer to build a list of a thousand parameters than
  // the database takes for the query.
  const isAmong = sql`${requestFiles.fileId} = any(${sql.param(fileIds)}::uuid[])`
  const rows = await pinsWhere(db, isAmong, retention)
  return new Set(rows.map(({ fileId }) => fileId))
}

/** Counts the requests that prevent a project from being deleted, paid and unpaid separately. */
export async function requestsKeeping(db: Db, projectId: string, retention: Retention) {
  const rows = await db
    .select({ status: requests.status, count: sql<number>`count(*)`.mapWith(Number) })
    .from(requests)
    .where(and(eq(requests.projectId, projectId), not(eq(requests.status, 'draft')), isKept(retention)))
    .groupBy(requests.status)
  const unpaid = rows.find(({ status }) => status === 'awaiting payment')?.count ?? 0
  return { unpaid, paid: rows.reduce((sum, { count }) => sum + count, 0) - unpaid }
}

/** Selects hidden files that are earlier revisions of a listed file. */
const isRevision = (db: Db) =>
  exists(db.select({ id: fileRevisions.fileId }).from(fileRevisions).where(eq(fileRevisions.fileId, files.id)))

/**
 * Throws HiddenFull if the hidden files that no paid request needs would exceed the project's limit once this file is
 * hidden. Such hidden files do not count toward storage. Never throws for a file that a paid request needs.
 */
async function assertRoomForHidden(
  tx: Db,
  file: Pick<typeof files.$inferSelect, 'id' | 'projectId' | 'name' | 'size'>,
  { storageLimitBytes, ...retention }: Keeping,
) {
  const isPaid = not(inArray(requests.status, ['draft', 'awaiting payment']))
  const paidFor = (fileId: SQLWrapper) => exists(pinsWhere(tx, and(eq(requestFiles.fileId, fileId), isPaid), retention))
  const [row] = await tx
    .select({
      isPaid: sql<boolean>`${paidFor(sql`${file.id}::uuid`)}`,
      bytes: sql<number>`coalesce(sum(${files.size}), 0)`.mapWith(Number),
    })
    .from(files)
    .where(
      and(
        eq(files.projectId, file.projectId),
        isNotNull(files.hiddenAt),
        not(isRevision(tx)),
        // A deleted file that no request needs is stored only until its deletion can no longer be undone.
        or(isNull(files.deletedAt), exists(pinsWhere(tx, eq(requestFiles.fileId, files.id), retention))),
        not(paidFor(sql`${files.id}`)),
      ),
    )
  const { limitBytes } = await projectUsage(tx, file.projectId, { storageLimitBytes })
  if (row && !row.isPaid && row.bytes + file.size > limitBytes) throw new HiddenFull(file.name)
}

/** Deletes all pins and drafts of a project that is about to be deleted. */
export async function dropPins(tx: Db, projectId: string): Promise<void> {
  const ofProject = tx.select({ id: requests.id }).from(requests).where(eq(requests.projectId, projectId))
  await tx.delete(requestFiles).where(inArray(requestFiles.requestId, ofProject))
  await tx.delete(requests).where(and(eq(requests.projectId, projectId), eq(requests.status, 'draft')))
}

/**
 * Removes a file with all its revisions from its project inside a transaction. The rows stay hidden until the deletion
 * can no longer be undone (deferred-deletion.ts). The outcome is `refused` for a report of a paid request. Throws
 * HiddenFull.
 */
export async function dropFile(
  tx: Db,
  { id: fileId, projectId }: { id: string; projectId: string },
  keeping: Keeping,
): Promise<{ outcome: 'deleted' | 'refused' | 'missing'; ids: string[] }> {
  // Orders acquire the same lock (requests/checkout.ts), so an order either has already pinned the file or will not
  // find it.
  await lockProject(tx, projectId)
  const [file] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), isNull(files.hiddenAt)))
  if (!file) return { outcome: 'missing', ids: [] }
  const earlier = await tx
    .select({ id: files.id, projectId: files.projectId, name: files.name, size: files.size })
    .from(files)
    .innerJoin(fileRevisions, eq(fileRevisions.fileId, files.id))
    .where(eq(files.documentId, file.documentId ?? file.id))
  const ids = [file.id, ...earlier.map(({ id }) => id)]
  await lockRequestsOf(tx, inArray(requestFiles.fileId, ids))
  const pinned = await pinnedAmong(tx, ids, keeping)
  if (pinned.has(file.id) && file.folder === 'reports') return { outcome: 'refused', ids: [] }
  for (const one of [file, ...earlier]) {
    if (pinned.has(one.id)) await assertRoomForHidden(tx, one, keeping)
    await tx.delete(fileRevisions).where(eq(fileRevisions.fileId, one.id))
    const hidden = one === file ? { hiddenAt: sql`now()` } : {}
    await tx
      .update(files)
      .set({ deletedAt: sql`now()`, ...hidden })
      .where(eq(files.id, one.id))
  }
  return { outcome: 'deleted', ids }
}

/**
 * Deletes the rows of files, and the comments on files of which no revision is left. The caller must have checked that
 * no request needs the files.
 */
export async function deleteRows(tx: Db, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  const documents = await tx
    .selectDistinct({ id: sql<string>`coalesce(${files.documentId}, ${files.id})` })
    .from(files)
    .where(inArray(files.id, ids))
  await tx.delete(requestFiles).where(inArray(requestFiles.fileId, ids))
  await tx.delete(fileRevisions).where(inArray(fileRevisions.fileId, ids))
  await tx.delete(files).where(inArray(files.id, ids))
  // A file keeps its comments until its last revision is deleted.
  const rest = sql`(select from ${files} where coalesce(${files.documentId}, ${files.id}) = ${comments.documentId})`
  const ofDocuments = inArray(
    comments.documentId,
    documents.map(({ id }) => id),
  )
  if (documents.length > 0) await tx.delete(comments).where(and(ofDocuments, sql`not exists ${rest}`))
}

/**
 * How long the deletion of a file or project can be undone. Pages offer to undo it for 10 seconds; the rest allows for
 * slow calls.
 */
export const UNDO_S = 30

/** Whether a deletion that was made at this time can no longer be undone. */
export const isLapsed = (deletedAt: SQLWrapper) => sql`${deletedAt} <= now() - make_interval(secs => ${UNDO_S})`

const isSwept = and(isNotNull(files.hiddenAt), or(isNull(files.deletedAt), isLapsed(files.deletedAt)))

const isUnneeded = (db: Db, retention: Retention) =>
  and(isSwept, not(isRevision(db)), not(exists(pinsWhere(db, eq(requestFiles.fileId, files.id), retention))))

/** Whether a file of the same document is listed. */
const hasListed = sql`exists (
  select from files listed where listed.document_id = ${files.documentId} and listed.hidden_at is null)`

/**
 * Deletes hidden files that no request needs anymore, and that are not revisions of a listed file. Each project has a
 * transaction of its own, since a transaction that locks several projects has to lock all of them first.
 */
export async function sweepHiddenFiles(db: Db, retention: Retention): Promise<void> {
  const found = await db
    .selectDistinct({ id: files.projectId })
    .from(files)
    .where(or(and(isRevision(db), not(hasListed)), isUnneeded(db, retention)))
  for (const { id } of found) await sweepProject(db, id, retention)
}

/** Like sweepHiddenFiles, but only for one project. */
export const sweepProject = (db: Db, projectId: string, retention: Retention): Promise<void> =>
  db.transaction(async (tx) => {
    // The result is ignored, because a deleted project is swept like any other.
    await lockProject(tx, projectId)
    const unlisted = tx
      .select({ id: files.id })
      .from(files)
      .where(and(eq(files.projectId, projectId), not(hasListed)))
    await tx.delete(fileRevisions).where(inArray(fileRevisions.fileId, unlisted))
    await sweepHidden(tx, eq(files.projectId, projectId), retention)
  })

/** Like sweepHiddenFiles, but only for certain files, inside a transaction that has locked their projects. */
export async function sweepHidden(tx: Db, among: SQL, retention: Retention): Promise<void> {
  const hidden = tx.select({ id: files.id }).from(files).where(and(among, isSwept))
  // This lock makes concurrent payments wait: a payment is processed either before this check, so that it keeps the
  // files, or after their deletion.
  await lockRequestsOf(tx, inArray(requestFiles.fileId, hidden))
  const unneeded = await tx
    .select({ id: files.id })
    .from(files)
    .where(and(among, isUnneeded(tx, retention)))
    .orderBy(files.id)
    .for('update')
  const ids = unneeded.map(({ id }) => id)
  await deleteRows(tx, ids)
  await discardContent(tx, ids)
}

/**
 * Pins the input and result files of simulation requests. The content of pinned files is kept as long as their request
 * is paid or may still be paid. The foreign key of `request_files` prevents any other code from deleting them.
 */
import { and, eq, exists, gt, inArray, isNotNull, isNull, not, or, sql, type SQL, type SQLWrapper } from 'drizzle-orm'

import type { Db } from '../database/database'
import { discardContent } from './discarded-content'
import { lockProject } from '../projects/store'
import { files, fileShares, requestFiles, simulationRequests as requests } from '../database/schema'

type Retention = { retentionMonths: number }

/** How long requests keep files, and how many bytes of deleted files the unpaid requests of a project can keep. */
type Keeping = Retention & { storageLimitBytes: number }

/** A file cannot be hidden because unpaid requests would keep too many bytes of deleted files. */
export class HiddenFull extends Error {
  override name = 'HiddenFull'
  constructor(readonly fileName: string) {
    super('The deleted files kept for unpaid requests exceed the limit.')
  }
}

/** A draft is a request whose payment page has not been opened yet. It expires after a day. */
const draftLives = sql`interval '1 day'`

/** Returns the condition that selects the requests whose files are kept. */
const isKept = ({ retentionMonths }: Retention): SQL | undefined =>
  or(
    inArray(requests.status, ['awaiting payment', 'paid', 'in progress']),
    and(
      eq(requests.status, 'delivered'),
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

/** Pins files to a request. */
export async function pinFiles(tx: Db, requestId: string, fileIds: string[]): Promise<void> {
  await tx.insert(requestFiles).values([...new Set(fileIds)].map((fileId) => ({ requestId, fileId })))
}

/**
 * Locks the requests that pin certain files until the transaction ends, so that pins cannot change between check and
 * deletion. To avoid deadlocks, acquire this lock after the project's lock; requests are always locked in the same order.
 */
const lockRequestsOf = (tx: Db, ofFiles: SQL) =>
  tx
    .select({ id: requests.id })
    .from(requests)
    .where(inArray(requests.id, tx.select({ id: requestFiles.requestId }).from(requestFiles).where(ofFiles)))
    .orderBy(requests.id)
    .for('update')

/** Locks all requests of a project. */
export const lockRequestsOfProject = (tx: Db, projectId: string) =>
  tx
    .select({ id: requests.id })
    .from(requests)
    .where(eq(requests.projectId, projectId))
    .orderBy(requests.id)
    .for('update')

/** Returns the ids of the pinned files among these. */
export async function pinnedAmong(db: Db, fileIds: string[], retention: Retention): Promise<ReadonlySet<string>> {
  // One parameter: Drizzle takes longer to build a list of a thousand than the database takes to search it.
  const isAmong = sql`${requestFiles.fileId} = any(${sql.param(fileIds)}::uuid[])`
  const rows = await pinsWhere(db, isAmong, retention)
  return new Set(rows.map(({ fileId }) => fileId))
}

/** Counts the paid and unpaid requests that prevent a project from being deleted. */
export async function requestsKeeping(db: Db, projectId: string, retention: Retention) {
  const rows = await db
    .select({ status: requests.status, count: sql<number>`count(*)`.mapWith(Number) })
    .from(requests)
    .where(and(eq(requests.projectId, projectId), not(eq(requests.status, 'draft')), isKept(retention)))
    .groupBy(requests.status)
  const unpaid = rows.find(({ status }) => status === 'awaiting payment')?.count ?? 0
  return { unpaid, paid: rows.reduce((sum, { count }) => sum + count, 0) - unpaid }
}

/** Throws HiddenFull if unpaid hidden files, which do not count toward the project's storage, exceed the limit. */
async function assertRoomForHidden(
  tx: Db,
  file: typeof files.$inferSelect,
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
    .where(and(eq(files.projectId, file.projectId), isNotNull(files.hiddenAt), not(paidFor(sql`${files.id}`))))
  if (row && !row.isPaid && row.bytes + file.size > storageLimitBytes) throw new HiddenFull(file.name)
}

/** Deletes all pins and drafts of a project that is about to be deleted. */
export async function dropPins(tx: Db, projectId: string): Promise<void> {
  const ofProject = tx.select({ id: requests.id }).from(requests).where(eq(requests.projectId, projectId))
  await tx.delete(requestFiles).where(inArray(requestFiles.requestId, ofProject))
  await tx.delete(requests).where(and(eq(requests.projectId, projectId), eq(requests.status, 'draft')))
}

/**
 * Removes a file from its project's list inside a transaction. Returns `deleted` if nothing needs it, so that its content
 * can be deleted; `hidden` if a request needs it; `refused` if it is a report of a paid request. Throws HiddenFull.
 */
export async function dropFile(
  tx: Db,
  { id: fileId, projectId }: { id: string; projectId: string },
  keeping: Keeping,
): Promise<'deleted' | 'hidden' | 'refused' | 'missing'> {
  // Orders take the same lock (requests/checkout.ts), so they either pin the file before this or do not find it.
  await lockProject(tx, projectId)
  const [file] = await tx
    .select()
    .from(files)
    .where(and(eq(files.id, fileId), isNull(files.hiddenAt)))
  if (!file) return 'missing'
  await lockRequestsOf(tx, eq(requestFiles.fileId, fileId))
  const [pin] = await pinsWhere(tx, eq(requestFiles.fileId, fileId), keeping).limit(1)
  if (pin && file.folder === 'reports') return 'refused'
  if (pin) {
    await assertRoomForHidden(tx, file, keeping)
    await tx.delete(fileShares).where(eq(fileShares.fileId, fileId))
    await tx.update(files).set({ hiddenAt: new Date() }).where(eq(files.id, fileId))
    return 'hidden'
  }
  await tx.delete(requestFiles).where(eq(requestFiles.fileId, fileId))
  await tx.delete(files).where(eq(files.id, fileId))
  return 'deleted'
}

/** Deletes hidden files that no request needs anymore. */
export const sweepHiddenFiles = (db: Db, retention: Retention): Promise<void> =>
  db.transaction(async (tx) => {
    const hidden = tx.select({ id: files.id }).from(files).where(isNotNull(files.hiddenAt))
    // With this lock, a payment is processed either before this check, so that it keeps the files, or after their
    // deletion.
    await lockRequestsOf(tx, inArray(requestFiles.fileId, hidden))
    const unneeded = await tx
      .select({ id: files.id })
      .from(files)
      .where(and(isNotNull(files.hiddenAt), not(exists(pinsWhere(tx, eq(requestFiles.fileId, files.id), retention)))))
      .orderBy(files.id)
      .for('update')
    const ids = unneeded.map(({ id }) => id)
    if (ids.length === 0) return
    await tx.delete(requestFiles).where(inArray(requestFiles.fileId, ids))
    await tx.delete(files).where(inArray(files.id, ids))
    await discardContent(tx, ids)
  })

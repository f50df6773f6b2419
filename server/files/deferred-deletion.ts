/**
 * Deletes files so that the deletion can be undone for a short time. `dropFile` hides the file and its revisions: their
 * names can be used again, and they no longer count toward the project's storage. Once the deletion can no longer be
 * undone, a job deletes the rows and the content, unless a request needs them. Until then, share links to the file do
 * not work, but they are kept.
 */
import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'

import { MAX_PROJECT_FILES } from '../../machines/transfers/upload-limits'
import type { Db } from '../database/database'
import { fileRevisions, files, fileShares } from '../database/schema'
import { defineJob, type JobHandler } from '../jobs/job'
import { lockProject, projectUsage } from '../projects/store'
import type { UsualLimit } from '../projects/storage-limit'
import { OverQuota } from '../storage/received-content'
import { type FileRow, fileRow } from './file-records'
import { isLapsed, type Retention, sweepHidden, UNDO_S } from './pinned-files'
import { assertNamesFree, TooManyFiles } from './store-files'

const finishDeletion = defineJob<{ files: string[] }>('finish the deletion of files')

/** Longer than the undo period, because the job must not run before that period has passed. */
export const FINISH_DELAY_MS = (UNDO_S + 1) * 1000

/** Adds the job that deletes hidden files for good. */
export const deleteLater = (tx: Db, ids: string[]) =>
  finishDeletion.add(tx, { files: ids }, { delayMs: FINISH_DELAY_MS })

export const fileDeletion = ({ db, config }: { db: Db; config: Retention }): JobHandler =>
  finishDeletion.runBy(({ files: ids }) =>
    db.transaction(async (tx) => {
      const [file] = await tx.select().from(files).where(inArray(files.id, ids)).limit(1)
      if (!file) return
      // All ids belong to revisions of one file, and thus to the same project.
      await lockProject(tx, file.projectId)
      // A file that was restored, or restored and deleted again, is left unchanged.
      const isOver = and(inArray(files.id, ids), isNotNull(files.hiddenAt), isLapsed(files.deletedAt))
      const over = tx.select({ id: files.id }).from(files).where(isOver)
      await tx.delete(fileShares).where(inArray(fileShares.fileId, over))
      await sweepHidden(tx, inArray(files.id, ids), config)
    }),
  )

/**
 * Restores a deleted file to the list of files, with its revisions and share links, inside a transaction. A file that is
 * already listed is left unchanged. Returns `expired` if the deletion can no longer be undone. Throws NameTaken, OverQuota or
 * TooManyFiles.
 */
export async function restoreFile(
  tx: Db,
  { id, projectId }: FileRow,
  usual: UsualLimit,
): Promise<'restored' | 'listed' | 'expired'> {
  if (!(await lockProject(tx, projectId))) return 'expired'
  const file = await fileRow(tx, eq(files.id, id))
  if (file && !file.hiddenAt) return 'listed'
  const undoable = and(isNotNull(files.deletedAt), sql`not ${isLapsed(files.deletedAt)}`)
  // Excludes earlier revisions, which were hidden before the file was deleted.
  const deleted = file && (await fileRow(tx, and(eq(files.id, id), undoable, eq(files.hiddenAt, files.deletedAt))))
  if (!deleted) return 'expired'
  await assertNamesFree(tx, [deleted.name], { projectId, folder: deleted.folder ?? 'inputs', except: null })
  const ofDocument = eq(files.documentId, deleted.documentId ?? deleted.id)
  const earlier = await tx
    .select({ fileId: files.id, projectId: files.projectId, size: files.size })
    .from(files)
    .where(and(ofDocument, ne(files.id, id), undoable))
    .for('update')
  const { fileCount, usedBytes, limitBytes } = await projectUsage(tx, projectId, usual)
  const left = Math.max(0, limitBytes - usedBytes)
  if (earlier.reduce((sum, { size }) => sum + size, deleted.size) > left) throw new OverQuota({ left, limitBytes })
  if (fileCount >= MAX_PROJECT_FILES) throw new TooManyFiles(0)
  const restored = [id, ...earlier.map(({ fileId }) => fileId)]
  await tx.update(files).set({ deletedAt: null }).where(inArray(files.id, restored))
  await tx
    .update(files)
    .set({ hiddenAt: null })
    .where(and(eq(files.id, id), isNull(files.deletedAt)))
  if (earlier.length > 0) await tx.insert(fileRevisions).values(earlier)
  return 'restored'
}

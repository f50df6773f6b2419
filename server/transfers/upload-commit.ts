/** Permissions and quota of uploads, and the final step that stores the files. */
import { recordActivity } from '../activity/record'
import type { Identity } from '../auth/bearer-token'
import type { AppServices } from '../auth/route-context'
import { decide, policy } from '../auth/policy'
import type { Db } from '../database/database'
import { findFile, type FileRow } from '../files/file-records'
import { discardContent } from '../files/discarded-content'
import { keepFiles } from '../files/store-files'
import { noSuchProject, Problem, wrongField } from '../http/problem'
import { findProject, lockProject, projectUsage } from '../projects/store'
import { reservedBytes } from './unfinished-uploads'

/** `replaces` is the id of the file to replace. */
export type Uploading = { projectId: string; identity: Identity; replaces: string | null }

/**
 * Returns the project's usage including what uploads in progress reserve, and how much of it the replaced file frees.
 * `before` is an upload that only counts those that began to arrive before it.
 */
export async function usageOf(db: Db, uploading: Uploading, before: string | null = null) {
  const { fileCount, usedBytes } = await projectUsage(db, uploading.projectId)
  const usage = { fileCount, usedBytes: usedBytes + (await reservedBytes(db, uploading.projectId, before)) }
  const replaced = await replacedFile(db, uploading)
  return { ...usage, freedBytes: replaced?.size ?? 0, freedFiles: replaced ? 1 : 0 }
}

/** Throws if the user may not replace the file. Replacing a file requires permission to delete it. */
export async function assertReplaceable(db: Db, uploading: Uploading): Promise<void> {
  const file = await replacedFile(db, uploading)
  if (!file) return
  if (file.folder === 'reports')
    throw wrongField('replaces', 'replaces must name a file in Inputs, but this is a report.')
  await assertAllowed(db, 'deleteFile', uploading)
}

/**
 * Stores received files in one transaction. Checks the user's permissions again, since they may have changed during the
 * upload.
 */
export const keepUploads = (
  { db, config }: Pick<AppServices, 'db' | 'config'>,
  rows: FileRow[],
  uploading: Uploading,
  beforeCommit?: (tx: Db) => Promise<void>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { projectId, replaces } = uploading
    const { retentionMonths, storageLimitBytes: limitBytes } = config
    if (!(await lockProject(tx, projectId))) throw noSuchProject()
    await assertAllowed(tx, 'uploadFiles', uploading)
    await assertReplaceable(tx, uploading)
    const revised = await replacedFile(tx, uploading)
    const replaced = replaces === null ? null : { id: replaces, retentionMonths }
    await beforeCommit?.(tx)
    const unneeded = await keepFiles(tx, rows, { projectId, folder: 'inputs', replaces: replaced, limitBytes })
    await discardContent(tx, unneeded)
    const kind = revised ? 'file revised' : 'file uploaded'
    const entries = rows.map(({ id, name }) => ({ kind, subject: name, fileId: id }) as const)
    await recordActivity(tx, projectId, uploading.identity, entries)
  })

/** Finds the file to replace. Returns undefined if it no longer exists or belongs to another project. */
async function replacedFile(db: Db, { projectId, replaces }: Uploading): Promise<FileRow | undefined> {
  const file = replaces === null ? undefined : await findFile(db, replaces)
  return file?.projectId === projectId ? file : undefined
}

/** Throws if the user is currently not permitted to perform the operation in the project. */
async function assertAllowed(db: Db, operation: 'uploadFiles' | 'deleteFile', { projectId, identity }: Uploading) {
  const found = await findProject(db, projectId, identity.id)
  const verdict = found ? decide(policy[operation].need, identity, found.standing) : 'hidden'
  if (verdict === 'hidden') throw noSuchProject()
  if (verdict !== 'allowed') throw new Problem(403, verdict.refused)
}

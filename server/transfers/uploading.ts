/** Who uploads into which project: what they may do there, what room a replaced file gives back, and the last step. */
import type { Identity } from '../auth/bearer-token'
import type { AppServices } from '../auth/route-context'
import { decide, policy } from '../auth/policy'
import type { Db } from '../database/database'
import { findFile, type FileRow } from '../files/file-records'
import { type Kept, keepFiles, lockFilesOf } from '../files/keep-files'
import { noSuchProject, Problem, wrongField } from '../http/problem'
import { findProject, projectUsage } from '../projects/store'
import type { FileStore } from '../storage/files'

/** `replaces` is the id of the file that makes way. */
export type Uploading = { projectId: string; identity: Identity; replaces: string | null }

/** What the project holds, and what the file that makes way gives back of it. */
export async function usageOf(db: Db, uploading: Uploading) {
  const usage = await projectUsage(db, uploading.projectId)
  const replaced = await replacedFile(db, uploading)
  return { ...usage, freedBytes: replaced?.size ?? 0, freedFiles: replaced ? 1 : 0 }
}

/** Refuses a file that this person may not replace: replacing deletes it. */
export async function assertReplaceable(db: Db, uploading: Uploading): Promise<void> {
  const file = await replacedFile(db, uploading)
  if (!file) return
  if (file.folder === 'reports')
    throw wrongField('replaces', 'replaces must name a file in Inputs, and this is a report.')
  await assertAllowed(db, 'deleteFile', uploading)
}

/**
 * Keeps what has arrived, in one transaction. The person's rights may have ended while the bytes came, so they are
 * checked again there.
 */
export const keepUploads = (
  { db, config }: Pick<AppServices, 'db' | 'config'>,
  store: Pick<FileStore, 'keep'>,
  rows: FileRow[],
  uploading: Uploading,
): Promise<Kept> =>
  db.transaction(async (tx) => {
    const { projectId, replaces } = uploading
    const { retentionMonths, storageLimitBytes: limitBytes } = config
    if (!(await lockFilesOf(tx, projectId))) throw noSuchProject()
    await assertAllowed(tx, 'uploadFiles', uploading)
    await assertReplaceable(tx, uploading)
    const replaced = replaces === null ? null : { id: replaces, retentionMonths }
    const kept = await keepFiles(tx, store, rows, { projectId, folder: 'inputs', replaces: replaced, limitBytes })
    if (!kept) throw noSuchProject()
    return kept
  })

/** The file that makes way; undefined when it is gone already, or another project's, of which nobody is told. */
async function replacedFile(db: Db, { projectId, replaces }: Uploading): Promise<FileRow | undefined> {
  const file = replaces === null ? undefined : await findFile(db, replaces)
  return file?.projectId === projectId ? file : undefined
}

/** Refuses what this person may not do in the project, by the state of the database now. */
async function assertAllowed(db: Db, operation: 'uploadFiles' | 'deleteFile', { projectId, identity }: Uploading) {
  const found = await findProject(db, projectId, identity.id)
  const verdict = found ? decide(policy[operation].need, identity, found.standing) : 'hidden'
  if (verdict === 'hidden') throw noSuchProject()
  if (verdict !== 'allowed') throw new Problem(403, verdict.refused)
}

/** Permissions and quota of uploads, and the final step that stores the files. */
import { recordActivity } from '../activity/record'
import type { Identity } from '../auth/bearer-token'
import type { AppServices } from '../auth/route-context'
import { decide, policy } from '../auth/policy'
import type { Db } from '../database/database'
import { type FileRow, inputsNamed } from '../files/file-records'
import { listedRevision } from '../files/revisions'
import { keepFiles, NameTaken } from '../files/store-files'
import { noSuchProject, Problem, wrongField } from '../http/problem'
import { findProject, lockProject, projectUsage } from '../projects/store'
import { lockPerson } from '../sharing/users'
import { reservedBytes } from './unfinished-uploads'

/** `replaces` is the id of the file that gets a new revision, or the id of one of the file's earlier revisions. */
export type Uploading = { projectId: string; identity: Identity; replaces: string | null }

/**
 * Returns the project's limit, its used bytes (including the reservations of uploads in progress), and its number of
 * files, not counting the file that a new revision replaces. With `before`, only uploads that made their reservation
 * before that upload count. With `lease`, form uploads to other nodes count only if they took their lease earlier;
 * without it, all of them count.
 */
export async function usageOf(
  { db, config, leases }: Pick<AppServices, 'db' | 'config' | 'leases'>,
  uploading: Uploading,
  { before = null, lease }: { before?: string | null; lease?: number } = {},
) {
  const { fileCount, usedBytes, limitBytes } = await projectUsage(db, uploading.projectId, config)
  const reserved = await reservedBytes(db, uploading.projectId, before)
  const forms = await leases.sum('upload', uploading.projectId, { before: lease, others: true })
  const replaced = (await revisedFile(db, uploading)) ? 1 : 0
  return { usedBytes: usedBytes + reserved + forms, fileCount: fileCount - replaced, limitBytes }
}

/** Throws if the user may not upload a new revision of the file, which requires permission to delete the file. */
export async function assertReplaceable(db: Db, uploading: Uploading): Promise<void> {
  const file = await revisedFile(db, uploading)
  if (!file) return
  if (file.folder === 'reports')
    throw wrongField('replaces', 'replaces must refer to a file in Inputs, but this is a report.')
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
): Promise<FileRow[]> =>
  db.transaction(async (tx) => {
    const { projectId, identity } = uploading
    const by = await lockPerson(tx, identity)
    if (!(await lockProject(tx, projectId))) throw noSuchProject()
    await assertAllowed(tx, 'uploadFiles', uploading)
    await assertReplaceable(tx, uploading)
    const revises = (await revisedFile(tx, uploading)) ?? null
    await beforeCommit?.(tx)
    const stored = await keepFiles(tx, rows, {
      projectId,
      folder: 'inputs',
      revises,
      usual: config,
    })
    const kind = revises ? 'file revised' : 'file uploaded'
    const entries = rows.map(({ id, name }) => ({ kind, subject: name, fileId: id }) as const)
    await recordActivity(tx, projectId, by, entries)
    return stored
  })

/**
 * Stores the files of a form like keepUploads. If an earlier attempt of the same call stored them and only its response
 * was lost, returns those files: the person has already stored the same content under the same names.
 */
export async function keepForm(
  services: Pick<AppServices, 'db' | 'config'>,
  rows: FileRow[],
  uploading: Uploading,
): Promise<FileRow[]> {
  const revision = await repeatedRevision(services.db, rows[0], uploading)
  if (revision) return [revision]
  try {
    return await keepUploads(services, rows, uploading)
  } catch (error) {
    const earlier = error instanceof NameTaken ? await repeatedFiles(services.db, rows, uploading) : null
    if (!earlier) throw error
    return earlier
  }
}

/** Whether the person has stored the same content under the same name. */
const isRepeated = (stored: FileRow, sent: FileRow | undefined, { identity }: Uploading) =>
  stored.name === sent?.name && stored.sha256 === sent.sha256 && stored.uploadedBy === identity.id

/**
 * Finds the file that an earlier attempt of the same call may have stored under this name. Only a comparison of the
 * content shows whether it did; if it did not, the name is taken.
 */
export async function findRepeatedUpload(db: Db, name: string, uploading: Uploading): Promise<FileRow | undefined> {
  const { projectId, identity, replaces } = uploading
  const stored = replaces === null ? (await inputsNamed(db, projectId, [name]))[0] : await revisedFile(db, uploading)
  return stored?.name === name && stored.uploadedBy === identity.id && stored.id !== replaces ? stored : undefined
}

/** Finds the new revision that an earlier attempt stored: it is listed instead of the file to replace. */
async function repeatedRevision(db: Db, row: FileRow | undefined, uploading: Uploading): Promise<FileRow | undefined> {
  const listed = await revisedFile(db, uploading)
  return listed && listed.id !== uploading.replaces && isRepeated(listed, row, uploading) ? listed : undefined
}

/** Finds the new files that an earlier attempt stored; null unless it stored all of them. */
async function repeatedFiles(db: Db, rows: FileRow[], uploading: Uploading): Promise<FileRow[] | null> {
  if (uploading.replaces !== null) return null
  const names = rows.map(({ name }) => name)
  const stored = await inputsNamed(db, uploading.projectId, names)
  const earlier = rows.flatMap((row) => stored.find((one) => isRepeated(one, row, uploading)) ?? [])
  return earlier.length === rows.length ? earlier : null
}

/** Finds the listed revision of the file to replace; undefined if there is none in this project. */
const revisedFile = async (db: Db, { projectId, replaces }: Uploading): Promise<FileRow | undefined> =>
  replaces === null ? undefined : listedRevision(db, projectId, replaces)

/** Throws if the user is currently not permitted to perform the operation in the project. */
async function assertAllowed(db: Db, operation: 'uploadFiles' | 'deleteFile', { projectId, identity }: Uploading) {
  const found = await findProject(db, projectId, identity.id)
  const verdict = found ? decide(policy[operation].need, identity, found.standing) : 'hidden'
  if (verdict === 'hidden') throw noSuchProject()
  if (verdict !== 'allowed') throw new Problem(403, verdict.refused)
}

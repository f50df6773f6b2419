/** The last step of everything that brings files into a project: their rows are written and their bytes kept, or none. */
import { eq } from 'drizzle-orm'

import type { Db } from './database'
import type { FileRow } from './file-records'
import { type FileStore, OverQuota } from './files'
import { usedBytes } from './projects'
import { files, projects } from './schema'

/**
 * Keeps what was received, inside a transaction: the project's row is locked, so that what arrives at once is counted
 * one after the other. False when the project is gone. Throws OverQuota with the bytes that are left.
 */
export async function keepFiles(
  tx: Db,
  store: Pick<FileStore, 'keep'>,
  rows: FileRow[],
  { projectId, limitBytes }: { projectId: string; limitBytes: number },
): Promise<boolean> {
  const [locked] = await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, projectId)).for('update')
  if (!locked) return false
  const left = Math.max(0, limitBytes - (await usedBytes(tx, projectId)))
  if (rows.reduce((sum, { size }) => sum + size, 0) > left) throw new OverQuota(left)
  await tx.insert(files).values(rows)
  await tx.update(projects).set({ lastActivity: new Date() }).where(eq(projects.id, projectId))
  for (const { id } of rows) await store.keep(id)
  return true
}

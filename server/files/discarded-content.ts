/** Deletes content in two steps: a transaction deletes the rows that refer to it, then a job deletes the bytes. */
import type { Db } from '../database/database'
import { defineJob, type JobHandler } from '../jobs/job'
import type { PartialContent, Storage } from '../storage/storage'

const deleteContent = defineJob<{ files: string[]; uploads: PartialContent[] }>('delete content')

/** Adds the job that deletes the content of files whose rows the transaction deletes. */
export async function discardContent(tx: Db, files: string[]): Promise<void> {
  if (files.length > 0) await deleteContent.add(tx, { files, uploads: [] })
}

/** Adds the job that deletes the content of unfinished uploads whose rows the transaction deletes. */
export async function discardPartial(tx: Db, uploads: PartialContent[]): Promise<void> {
  if (uploads.length > 0) await deleteContent.add(tx, { files: [], uploads })
}

export const contentDeletion = ({ storage }: { storage: Storage }): JobHandler =>
  deleteContent.runBy(async ({ files, uploads }, { signal }) => {
    await storage.remove(files)
    for (const upload of uploads) {
      signal.throwIfAborted()
      await storage.partial.discard(upload)
    }
  })

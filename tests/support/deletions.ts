/** Ends the period in which deletions can be undone, instead of waiting for it. */
import { like, sql } from 'drizzle-orm'
import { expect } from 'vitest'

import { type Db } from '../../server/database/database'
import { notify } from '../../server/database/node-signals'
import { files, jobs, projects } from '../../server/database/schema'

const aMinuteAgo = sql`now() - interval '1 minute'`

/** Makes all deletions old enough that they can no longer be undone. */
export async function endUndoTime(db: Db): Promise<void> {
  await db
    .update(files)
    .set({
      deletedAt: aMinuteAgo,
      hiddenAt: sql`case when hidden_at = deleted_at then ${aMinuteAgo} else hidden_at end`,
    })
    .where(sql`${files.deletedAt} is not null`)
  await db.update(projects).set({ deletedAt: aMinuteAgo }).where(sql`${projects.deletedAt} is not null`)
}

/** Makes all deletions final, and waits until the running server has deleted everything. */
export async function finishDeletions(db: Db): Promise<void> {
  await endUndoTime(db)
  await runDeletionJobs(db)
}

/** Lets the jobs that finish deletions run now, whether or not their deletions can still be undone. */
export async function runDeletionJobs(db: Db): Promise<void> {
  const isOurs = like(jobs.kind, 'finish the deletion%')
  await db.update(jobs).set({ runAt: sql`now()` }).where(isOurs)
  await notify(db, 'jobs')
  const pending = () => db.$count(jobs, sql`${isOurs} or ${jobs.kind} = 'delete content'`)
  await expect.poll(pending, { timeout: 20_000 }).toBe(0)
}

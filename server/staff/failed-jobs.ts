/** Handlers for jobs that have failed for the last time. Their payloads are not shown, since they can be personal. */
import type { components } from '../../openapi/generated/product'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { discardDead, listDead, retryDead } from '../jobs/job-store'

export const failedJobHandlers = ({ db }: AppServices) =>
  ({
    listFailedJobs: () => failedJobs(db),

    async retryFailedJob({ path: { id } }) {
      await retryDead(db, id)
      return failedJobs(db)
    },

    async discardFailedJob({ path: { id } }) {
      await discardDead(db, id)
      return failedJobs(db)
    },
  }) satisfies Partial<Handlers>

async function failedJobs(db: Db): Promise<components['schemas']['FailedJobs']> {
  const rows = await listDead(db)
  return {
    jobs: rows.map(({ id, kind, attempts, created, deadAt, lastError }) => ({
      id,
      kind,
      attempts,
      created: created.toISOString(),
      failed: (deadAt ?? created).toISOString(),
      error: lastError,
    })),
  }
}

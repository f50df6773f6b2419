/**
 * Handlers for jobs whose last attempt has failed. Their payloads are not shown, since they can contain personal
 * data.
 */
import type { components } from '../../openapi/generated/product'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { Problem } from '../http/problem'
import { codeMail } from '../identity/code-mail'
import { discardDead, listDead, retryDead } from '../jobs/job-store'
import { digestMail, noticeMail } from '../notices/mail'
import { invitationMail } from '../sharing/invitation-mail'
import { contactMail } from '../site/contact-mail'
import { contactAnswerMail } from './contact-answer-mail'

/**
 * The staff can discard e-mails. Other work has to be completed: without it, a refund would be pending forever, and
 * deleted content or personal data would remain stored.
 */
const discardable = [contactMail, contactAnswerMail, noticeMail, digestMail, invitationMail, codeMail].map(
  ({ kind }) => kind,
)

export const failedJobHandlers = ({ db }: AppServices) =>
  ({
    listFailedJobs: () => failedJobs(db),

    async retryFailedJob({ path: { id } }) {
      await retryDead(db, id)
      return failedJobs(db)
    },

    async discardFailedJob({ path: { id } }) {
      const isDiscarded = await discardDead(db, id, discardable)
      const left = await failedJobs(db)
      if (!isDiscarded && left.jobs.some((job) => job.id === id)) {
        throw new Problem(409, 'Only e-mails can be discarded. Any other job must be completed: choose Try again.')
      }
      return left
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
      discardable: discardable.includes(kind),
    })),
  }
}

/**
 * The hourly cleanup: cancels requests that can no longer be paid, and records missed refunds and disputes. Deletes
 * files that no request needs anymore, attachments that were not sent, and expired rate counters and leases.
 */
import type { AppServices } from '../auth/route-context'
import { sweepHiddenFiles } from '../files/pinned-files'
import { type JobHandler, recurringJob } from '../jobs/job'
import { dropExpiredLeases } from '../database/leases'
import { dropEndedCounts } from '../http/shared-rate-limits'
import { sweepUnsentAttachments } from './attachments'
import { askAboutMoneyBack } from './refunds'
import { askAboutEveryUnpaid } from './unpaid-requests'

const SWEEP_EVERY_MS = 3_600_000

type CleanupServices = Pick<AppServices, 'db' | 'payments' | 'config'>

export const hourlySweep = ({ db, payments, config }: CleanupServices): JobHandler =>
  recurringJob('hourly sweep', SWEEP_EVERY_MS, async (context) => {
    // This step comes first, because the requests that it cancels no longer keep files.
    await askAboutEveryUnpaid({ db, payments }, context)
    context.signal.throwIfAborted()
    await sweepUnsentAttachments(db)
    await sweepHiddenFiles(db, config)
    await dropEndedCounts(db)
    await dropExpiredLeases(db)
    context.signal.throwIfAborted()
    // This step comes last, because no other step needs its result.
    await askAboutMoneyBack({ db, payments }, context)
  })

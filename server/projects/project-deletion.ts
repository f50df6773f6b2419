/**
 * The deletion of a project: its effects, the reasons why it may be refused, and how it is undone. A deleted project is
 * hidden immediately, which frees its name; a job deletes it once the deletion can no longer be undone.
 */
import { and, eq, gt, inArray, isNotNull, isNull, sql } from 'drizzle-orm'

import { recordActivity } from '../activity/record'
import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { FINISH_DELAY_MS } from '../files/deferred-deletion'
import { discardContent } from '../files/discarded-content'
import {
  dropPins,
  isLapsed,
  lockRequestsOfProject,
  requestsKeeping,
  type Retention,
  retentionText,
} from '../files/pinned-files'
import { defineJob, type JobHandler } from '../jobs/job'
import { dropUploadsOf } from '../transfers/unfinished-uploads'
import type { ProjectRow } from './store'
import {
  files as fileTable,
  fileShares,
  notices,
  projectMembers,
  projects,
  simulationRequests,
} from '../database/schema'

/** Counts the items that are lost when a project is deleted. */
export async function deletionLoss(db: Db, { id: projectId, fileCount }: ProjectRow) {
  const ofProject = db.select({ id: fileTable.id }).from(fileTable).where(eq(fileTable.projectId, projectId))
  const live = and(inArray(fileShares.fileId, ofProject), gt(fileShares.expiresAt, new Date()))
  const { projectId: inProject, status, paidAt } = simulationRequests
  const [members, shareLinks, cancelledRequests] = await Promise.all([
    db.$count(projectMembers, eq(projectMembers.projectId, projectId)),
    db.$count(fileShares, live),
    // A request that was paid for is not lost: the person who ordered it can still see it.
    db.$count(simulationRequests, and(eq(inProject, projectId), eq(status, 'cancelled'), isNull(paidAt))),
  ])
  return { files: fileCount, members, share_links: shareLinks, cancelled_requests: cancelledRequests }
}

const isNameUsed = sql`exists (
  select from ${projects} as other
  where other.created_by = ${projects.createdBy} and other.name_key = lower(${projects.name})
)`

const finishDeletion = defineJob<{ projectId: string }>('finish the deletion of a project')

/**
 * Hides a project and schedules its final deletion, inside a transaction that has locked the project and its requests,
 * and checked that no request needs it. Returns the project's name; null if it no longer existed.
 */
export async function deleteProjectLater(tx: Db, projectId: string): Promise<string | null> {
  const [deleted] = await tx
    .update(projects)
    .set({ deletedAt: sql`now()`, nameKey: null, idempotencyKey: null })
    .where(and(eq(projects.id, projectId), isNull(projects.deletedAt)))
    .returning({ name: projects.name })
  if (deleted) await finishDeletion.add(tx, { projectId }, { delayMs: FINISH_DELAY_MS })
  return deleted?.name ?? null
}

export const projectDeletion = ({ db, config }: { db: Db; config: Retention }): JobHandler =>
  finishDeletion.runBy(({ projectId }) =>
    db.transaction(async (tx) => {
      const isOver = and(eq(projects.id, projectId), isNotNull(projects.deletedAt), isLapsed(projects.deletedAt))
      const [project] = await tx.select({ name: projects.name }).from(projects).where(isOver).for('no key update')
      // The project was restored, or restored and deleted again.
      if (!project) return
      await lockRequestsOfProject(tx, projectId)
      const { paid, unpaid } = await requestsKeeping(tx, projectId, config)
      if (paid + unpaid === 0) await deleteWholeProject(tx, projectId)
      else {
        // A payment arrived for a canceled request. Paid work is kept, so the project is restored, even if another
        // project now has its name.
        await tx
          .update(projects)
          .set({ deletedAt: null, nameKey: sql`case when ${isNameUsed} then null else lower(${projects.name}) end` })
          .where(eq(projects.id, projectId))
        await recordActivity(tx, projectId, null, [{ kind: 'project restored', subject: project.name }])
      }
    }),
  )

/**
 * Deletes a project for good, inside a transaction that has locked the project and its requests, and checked that it
 * may be deleted. The content of its files is deleted afterwards. Returns the project's name; null if it no longer
 * existed.
 */
export async function deleteWholeProject(tx: Db, projectId: string): Promise<string | null> {
  await dropPins(tx, projectId)
  const rows = await tx.select({ id: fileTable.id }).from(fileTable).where(eq(fileTable.projectId, projectId))
  await discardContent(
    tx,
    rows.map(({ id }) => id),
  )
  await dropUploadsOf(tx, projectId)
  // Without this lock, the deletion of the project would lock the notices in a different order.
  await lockInOrder(tx, [notices.id], eq(notices.projectId, projectId))
  const [deleted] = await tx.delete(projects).where(eq(projects.id, projectId)).returning({ name: projects.name })
  return deleted?.name ?? null
}

/** Returns the reason why a project cannot be deleted, or null if it can. */
export function deletionRefusal(
  { paid, unpaid }: { paid: number; unpaid: number },
  retention: Retention,
): string | null {
  if (paid + unpaid === 0) return null
  const requests = (count: number, kind: string) =>
    `${count} ${kind} simulation ${count === 1 ? 'request' : 'requests'}`
  return [
    'The project cannot be deleted. Nothing was changed.',
    ...(paid > 0
      ? [`It has ${requests(paid, 'paid')}, and paid work is kept for ${retentionText(retention)} after delivery.`]
      : []),
    ...(unpaid > 0 ? [`It has ${requests(unpaid, 'unpaid')}: cancel any that you do not want to pay for.`] : []),
  ].join(' ')
}

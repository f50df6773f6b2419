/** The deletion of a project: its effects, and the reasons why it may be refused. */
import { and, eq, gt, inArray } from 'drizzle-orm'

import type { Db } from '../database/database'
import { discardContent } from '../files/discarded-content'
import { dropPins } from '../files/pinned-files'
import { dropUploadsOf } from '../transfers/unfinished-uploads'
import type { ProjectRow } from './store'
import { files as fileTable, fileShares, projectMembers, projects, simulationRequests } from '../database/schema'

/** Counts the items that are lost when a project is deleted. */
export async function deletionLoss(db: Db, { id: projectId, fileCount }: ProjectRow) {
  const ofProject = db.select({ id: fileTable.id }).from(fileTable).where(eq(fileTable.projectId, projectId))
  const live = and(inArray(fileShares.fileId, ofProject), gt(fileShares.expiresAt, new Date()))
  const { projectId: inProject, status } = simulationRequests
  const [members, shareLinks, cancelledRequests] = await Promise.all([
    db.$count(projectMembers, eq(projectMembers.projectId, projectId)),
    db.$count(fileShares, live),
    db.$count(simulationRequests, and(eq(inProject, projectId), eq(status, 'cancelled'))),
  ])
  return { files: fileCount, members, share_links: shareLinks, cancelled_requests: cancelledRequests }
}

/**
 * Deletes a project inside a transaction that has locked the project and its requests, and checked that no request
 * needs it. The content of its files is deleted afterwards. Returns the project's name; null if it no longer existed.
 */
export async function deleteWholeProject(tx: Db, projectId: string): Promise<string | null> {
  await dropPins(tx, projectId)
  const rows = await tx.select({ id: fileTable.id }).from(fileTable).where(eq(fileTable.projectId, projectId))
  await discardContent(
    tx,
    rows.map(({ id }) => id),
  )
  await dropUploadsOf(tx, projectId)
  const [deleted] = await tx.delete(projects).where(eq(projects.id, projectId)).returning({ name: projects.name })
  return deleted?.name ?? null
}

/** Returns the reason why a project cannot be deleted, or null if it can. */
export function deletionRefusal(
  { paid, unpaid }: { paid: number; unpaid: number },
  retentionMonths: number,
): string | null {
  if (paid + unpaid === 0) return null
  const requests = (count: number, kind: string) =>
    `${count} ${kind} simulation ${count === 1 ? 'request' : 'requests'}`
  return [
    'The project cannot be deleted. Nothing was changed.',
    ...(paid > 0
      ? [`It has ${requests(paid, 'paid')}, and paid work is kept until ${retentionMonths} months after its delivery.`]
      : []),
    ...(unpaid > 0 ? [`It has ${requests(unpaid, 'unpaid')}: cancel any that you do not want to pay for.`] : []),
  ].join(' ')
}

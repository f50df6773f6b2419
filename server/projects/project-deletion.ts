/** The effects of deleting a project, and the reasons why deletion may be refused. */
import { and, eq, gt, inArray } from 'drizzle-orm'

import type { Db } from '../database/database'
import type { ProjectRow } from './store'
import { files as fileTable, fileShares, projectMembers, simulationRequests } from '../database/schema'

/** Counts what is lost when a project is deleted. */
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

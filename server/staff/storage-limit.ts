/** The storage limit of a single project, which the staff change for a customer who has paid for a request in it. */
import { eq } from 'drizzle-orm'

import { fileSize } from '../../machines/lib/file-size'
import { isPaidFor } from '../../machines/requests/touched-rows'
import { GB, storageRange } from '../../machines/staff/requests/storage-limit-range'
import type { components } from '../../openapi/generated/product'
import { recordActivity } from '../activity/record'
import type { AppServices } from '../auth/route-context'
import { projects, simulationRequests } from '../database/schema'
import { Problem, wrongField } from '../http/problem'
import { lockProject } from '../projects/store'
import { limitOf, type UsualLimit } from '../projects/storage-limit'
import { requestSubject } from '../requests/store'
import { type Caller, lockPerson } from '../sharing/users'

type Project = Pick<typeof projects.$inferSelect, 'usedBytes' | 'storageLimitBytes'>

/** Returns the storage of a project in the API's format, with the limits that the staff can set. */
export const storageAnswer = (project: Project, usual: UsualLimit): components['schemas']['StaffStorage'] => ({
  used_bytes: project.usedBytes,
  limit_bytes: limitOf(project, usual),
  ...storageRange(project.usedBytes, usual.storageLimitBytes),
})

type Change = {
  limitGb: number
  /** The limit in bytes that the caller has seen. */
  from: number
  by: Caller
}

/**
 * Changes the storage limit of a project with a paid request. Its members see the change in the activity, and in their
 * open tabs. A repeated call has no effect.
 */
export const changeStorageLimit = (
  { db, config }: Pick<AppServices, 'db' | 'config'>,
  requestId: string,
  { limitGb, from, by: caller }: Change,
): Promise<void> =>
  db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    const ofRequest = eq(simulationRequests.id, requestId)
    const [named] = await tx
      .select({ projectId: simulationRequests.projectId })
      .from(simulationRequests)
      .where(ofRequest)
    if (!named || !(await lockProject(tx, named.projectId))) {
      throw new Problem(409, 'The project was deleted, so its storage limit cannot be changed.')
    }
    // Because of this lock, a concurrent cancellation of the request either waits or is already visible here.
    const [request] = await tx.select().from(simulationRequests).where(ofRequest).for('share')
    if (!request || !isPaidFor(request)) {
      throw new Problem(409, 'The request was canceled in the meantime, so the storage limit was not changed.')
    }
    const ofProject = eq(projects.id, named.projectId)
    const [project] = await tx.select().from(projects).where(ofProject)
    if (!project) throw new Error('The project was deleted although it was locked.')
    const [known, wanted] = [limitOf(project, config), limitGb * GB]
    if (wanted === known) return
    if (from !== known) {
      throw new Problem(
        409,
        `The storage limit was changed to ${fileSize(known)} in the meantime. Please check whether it still has to be changed.`,
      )
    }
    const { least_gb: least } = storageRange(project.usedBytes, config.storageLimitBytes)
    if (limitGb < least) {
      const { usedBytes } = project
      const why =
        usedBytes > config.storageLimitBytes
          ? `the project uses ${fileSize(usedBytes)}`
          : `every project has at least ${fileSize(config.storageLimitBytes)}`
      throw wrongField('limit_gb', `The new limit must be at least ${least} GB, because ${why}.`)
    }
    // Without a limit of its own, the project has the usual one.
    const storageLimitBytes = wanted > config.storageLimitBytes ? wanted : null
    await tx.update(projects).set({ storageLimitBytes }).where(ofProject)
    const kind = wanted > known ? 'storage limit raised' : 'storage limit lowered'
    const values = { before: fileSize(known), after: fileSize(wanted) }
    await recordActivity(tx, project.id, by, [{ kind, subject: requestSubject(request), requestId, ...values }])
  })

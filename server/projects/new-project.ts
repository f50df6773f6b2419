/** Checks shared by all ways of creating a project. */
import { and, eq, isNull } from 'drizzle-orm'

import { nameTaken } from '../../machines/projects/project-name'
import type { Db } from '../database/database'
import { projects } from '../database/schema'
import { Problem } from '../http/problem'

/** The maximum number of projects of one creator, not counting deleted ones. */
const MAX_PROJECTS = 1000

/** Finds the project that was already created with this idempotency key; null if there is none. */
export async function findCreated(db: Db, creator: string, key: string) {
  const [found] = await db
    .select({ id: projects.id, version: projects.version })
    .from(projects)
    .where(and(eq(projects.createdBy, creator), eq(projects.idempotencyKey, key)))
  return found ?? null
}

/** The error for a name that another project has. */
export const nameConflict = () => new Problem(409, nameTaken, { errors: [{ field: 'name', message: nameTaken }] })

/** Throws if the creator already has the maximum number of projects. `person` is the user who makes the call. */
export async function refuseTooManyProjects(tx: Db, creator: string, person = creator): Promise<void> {
  const count = await tx.$count(projects, and(eq(projects.createdBy, creator), isNull(projects.deletedAt)))
  if (count < MAX_PROJECTS) return
  const who = creator === person ? 'You have' : 'The creator of this project has'
  throw new Problem(
    409,
    `${who} ${MAX_PROJECTS.toLocaleString('en-US')} projects, which is the maximum. Delete one that is no longer needed, then try again.`,
  )
}

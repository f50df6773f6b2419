/** Projects as the API shows them, and what a person is to one. */
import { and, count, desc, eq, exists, not, or, sql, sum, type SQL } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Identity } from '../auth'
import { isAdministrator, type Standing } from '../policy'
import type { Db } from './database'
import { files, projectMembers, projects } from './schema'

export type ProjectRow = typeof projects.$inferSelect

const isMember = (db: Db, userId: string) =>
  exists(
    db
      .select({ one: sql`1` })
      .from(projectMembers)
      .where(and(eq(projectMembers.projectId, projects.id), eq(projectMembers.userId, userId))),
  )

/** The condition on projects that policy's `reach` stands for, for lists. */
export function visibleTo(db: Db, person: Identity): SQL {
  const member = isMember(db, person.id)
  return isAdministrator(person) ? (or(not(projects.isPrivate), member) ?? member) : member
}

/** The project and what the person is to it; undefined when there is none with this id. */
export async function findProject(
  db: Db,
  id: string,
  userId: string,
): Promise<{ project: ProjectRow; standing: Standing } | undefined> {
  const [found] = await db
    .select({ project: projects, isMember: sql<boolean>`${isMember(db, userId)}` })
    .from(projects)
    .where(eq(projects.id, id))
  return found && { project: found.project, standing: { isMember: found.isMember, isPrivate: found.project.isPrivate } }
}

/** Projects with the number and size of their files, newest activity first. */
export async function listProjects(
  db: Db,
  where: SQL,
  storageLimitBytes: number,
): Promise<components['schemas']['Project'][]> {
  const counted = db
    .select({
      projectId: files.projectId,
      fileCount: count().as('file_count'),
      usedBytes: sum(files.size).mapWith(Number).as('used_bytes'),
    })
    .from(files)
    .groupBy(files.projectId)
    .as('counted')
  const rows = await db
    .select({
      project: projects,
      fileCount: sql<number>`coalesce(${counted.fileCount}, 0)`.mapWith(Number),
      usedBytes: sql<number>`coalesce(${counted.usedBytes}, 0)`.mapWith(Number),
    })
    .from(projects)
    .leftJoin(counted, eq(counted.projectId, projects.id))
    .where(where)
    .orderBy(desc(projects.lastActivity), projects.id)
  return rows.map(({ project, fileCount, usedBytes }) => ({
    id: project.id,
    name: project.name,
    notes: project.notes,
    type: project.type,
    isPrivate: project.isPrivate,
    created_by: project.createdBy,
    created_by_name: project.createdByName,
    created: project.created.toISOString(),
    lastActivity: project.lastActivity.toISOString(),
    version: project.version,
    fileCount,
    usedBytes,
    storageLimitBytes,
  }))
}

/** Bytes that the project's files take. */
export async function usedBytes(db: Db, projectId: string): Promise<number> {
  const [row] = await db
    .select({ bytes: sum(files.size).mapWith(Number) })
    .from(files)
    .where(eq(files.projectId, projectId))
  return row?.bytes ?? 0
}

/** Notes that something happened in the project. */
export async function touchProject(db: Db, projectId: string): Promise<void> {
  await db.update(projects).set({ lastActivity: new Date() }).where(eq(projects.id, projectId))
}

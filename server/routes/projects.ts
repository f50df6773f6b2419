/** Projects: listed, created, changed, deleted. */
import { and, eq, ne, sql } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import { refuseOtherIdentity, type Identity } from '../auth'
import { noSuchProject, Problem, wrongField } from '../problem'
import type { Db } from '../store/database'
import { listFiles } from '../store/file-records'
import { listProjects, visibleTo } from '../store/projects'
import { projectMembers, projects } from '../store/schema'
import type { Handlers, Surroundings } from './call'
import { emptyName, formCheck, nameTooLong } from './contract'
import { readForm } from './form'
import { oneLine, plainText } from './text'

const MAX_NAME = 254
const checkNewProject = formCheck('NewProject', 'createProject')

export const projectHandlers = ({ db, files, config }: Surroundings) => {
  const visible = (identity: Identity) => listProjects(db, visibleTo(db, identity), config.storageLimitBytes)
  const one = async (id: string) => {
    const [found] = await listProjects(db, eq(projects.id, id), config.storageLimitBytes)
    if (!found) throw noSuchProject()
    return found
  }

  return {
    listProjects: ({ identity }) => visible(identity),
    listProjectsForRequest: ({ identity }) => visible(identity),

    async createProject({ identity, request, headers }) {
      const fields = await readForm(request)
      checkNewProject(fields)
      refuseOtherIdentity(identity, fields)
      const { name, notes } = fields as components['schemas']['NewProject']
      const given = { name: projectName(name), notes: notesOf(notes) }
      const key = headers['idempotency-key'] ?? null
      const id = await db.transaction(async (tx) => {
        const [created] = await tx
          .insert(projects)
          .values({ ...given, createdBy: identity.id, createdByName: identity.fullname, idempotencyKey: key })
          .onConflictDoNothing({ target: [projects.createdBy, projects.idempotencyKey] })
          .returning({ id: projects.id })
        if (!created) return createdBefore(tx, identity.id, key ?? '', given)
        await tx.insert(projectMembers).values({ projectId: created.id, userId: identity.id, role: 'project_manager' })
        return created.id
      })
      return one(id)
    },

    async updateProject({ identity, project, body, headers }) {
      const { name, notes, type, isPrivate } = body
      const changes = {
        ...(name !== undefined && { name: projectName(name) }),
        ...(notes !== undefined && { notes: notesOf(notes) }),
        ...(type !== undefined && { type: projectType(type) }),
        ...(isPrivate !== undefined && { isPrivate }),
      }
      if (changes.name !== undefined) {
        const sameName = eq(sql`lower(${projects.name})`, sql`lower(${changes.name})`)
        const [taken] = await db
          .select({ id: projects.id })
          .from(projects)
          .where(and(visibleTo(db, identity), ne(projects.id, project.id), sameName))
          .limit(1)
        if (taken) {
          const message = 'The project name is already in use, please use something else.'
          throw new Problem(409, message, { errors: [{ field: 'name', message }] })
        }
      }
      const seen = headers['if-match']?.slice(1, -1)
      const [changed] = await db
        .update(projects)
        .set({ ...changes, lastActivity: new Date(), version: sql`${projects.version} + 1` })
        .where(and(eq(projects.id, project.id), seen === undefined ? undefined : eq(projects.version, Number(seen))))
        .returning({ id: projects.id })
      const current = await one(project.id)
      if (!changed) {
        const message = 'Somebody else has changed this project since you opened it.'
        throw new Problem(412, message, { members: { project: current } })
      }
      return current
    },

    async deleteProject({ project }) {
      const gone = await db.transaction(async (tx) => {
        // The lock makes an upload that is about to end wait, and then find no project.
        await tx.select({ id: projects.id }).from(projects).where(eq(projects.id, project.id)).for('update')
        const kept = await listFiles(tx, project.id)
        await tx.delete(projects).where(eq(projects.id, project.id))
        return kept
      })
      for (const { id } of gone) await files.remove(id)
      return undefined
    },
  } satisfies Partial<Handlers>
}

/** The project that this key has made already, with what is given now unless somebody has changed it since. */
async function createdBefore(db: Db, creator: string, key: string, given: { name: string; notes: string | null }) {
  const same = and(eq(projects.createdBy, creator), eq(projects.idempotencyKey, key))
  await db
    .update(projects)
    .set(given)
    .where(and(same, eq(projects.version, 1)))
  const [found] = await db.select({ id: projects.id }).from(projects).where(same)
  if (!found) throw new Error('The project was not written.')
  return found.id
}

function projectName(given: string): string {
  const name = oneLine(given)
  if (name === '') throw wrongField('name', emptyName)
  if ([...name].length > MAX_NAME) throw wrongField('name', nameTooLong(name))
  return name
}

function projectType(given: string): string {
  const type = oneLine(given)
  if (type === '') throw wrongField('type', 'type must not be empty.')
  return type
}

const notesOf = (notes: string | null | undefined) => plainText(notes ?? '') || null

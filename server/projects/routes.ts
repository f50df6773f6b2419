/** Handlers that list, create, change and delete projects. */
import { and, eq, type SQL, sql } from 'drizzle-orm'

import { emptyName, isSameName, MAX_PROJECT_NAME, nameTooLong } from '../../machines/projects/project-name'
import type { components } from '../../openapi/generated/product'
import { recordActivity } from '../activity/record'
import { refuseOtherIdentity } from '../auth/bearer-token'
import { noSuchProject, Problem, wrongField } from '../http/problem'
import { isLapsed, lockRequestsOfProject, requestsKeeping } from '../files/pinned-files'
import { pageRequest } from '../database/pages'
import { isNameTaken, listProjects, projectFilter, lockProject, nameKeyOf, type ProjectRow, showProject } from './store'
import { endSharesOf } from '../sharing/share-store'
import { lockPerson, lockPersonAlone } from '../sharing/users'
import { projectMembers, projects } from '../database/schema'
import type { Call, Handlers, AppServices } from '../auth/route-context'
import { formCheck } from '../http/contract'
import { readForm } from '../http/form'
import { currentPosition, idOf } from '../live/event-log'
import { linkNext } from '../http/page-link'
import { deleteProjectLater, deletionLoss, deletionRefusal } from './project-deletion'
import { findCreated, nameConflict, refuseTooManyProjects } from './new-project'
import { oneLine, plainText } from '../http/text'
import { askAboutUnpaid } from '../requests/unpaid-requests'

/** Default page size. Most users have fewer projects, so one call returns all of them. */
const DEFAULT_PAGE_SIZE = 100

type ListCall = Pick<Call<'listProjects'>, 'identity' | 'query' | 'request' | 'reply'>

const checkNewProject = formCheck('NewProject', 'createProject')

export const projectHandlers = ({ db, config, payments }: AppServices) => {
  const listVisible = async ({ identity, query, ...call }: ListCall, filter?: SQL) => {
    const page = pageRequest(query, DEFAULT_PAGE_SIZE)
    const { projects: onPage, next } = await listProjects(db, identity, { ...config, filter, page })
    linkNext(call, next)
    return onPage
  }
  const showExisting = async (id: string, { id: reader }: { id: string }) => {
    const found = await showProject(db, id, { ...config, reader })
    if (!found) throw noSuchProject()
    return found
  }

  return {
    async listProjects(call) {
      // The position is read before the list, so that a stream that continues from it misses no change.
      if (call.query.cursor === undefined) call.reply.header('change-position', idOf(await currentPosition(db)))
      return listVisible(call, projectFilter(call.query.q))
    },
    listProjectsForRequest: (call) => listVisible(call),

    async createProject({ identity, request, headers }) {
      const fields = await readForm(request)
      checkNewProject(fields)
      refuseOtherIdentity(identity, fields)
      const { name, notes } = fields as components['schemas']['NewProject']
      const given = { name: projectName(name), notes: notesOf(notes) }
      const key = headers['idempotency-key'] ?? null
      const id = await db.transaction(async (tx) => {
        const by = await lockPersonAlone(tx, identity)
        const before = key === null ? null : await findCreated(tx, identity.id, key)
        // A repeated call updates the project with the current input, unless the project has been edited since.
        if (before && before.version > 1) return before.id
        const naming = { person: identity, creator: identity.id, name: given.name, except: before?.id ?? null }
        if (await isNameTaken(tx, naming)) throw nameConflict()
        const named = { ...given, nameKey: nameKeyOf(given.name) }
        if (before) {
          await tx.update(projects).set(named).where(eq(projects.id, before.id))
          return before.id
        }
        await refuseTooManyProjects(tx, identity.id)
        const [created] = await tx
          .insert(projects)
          .values({ ...named, createdBy: identity.id, createdByName: identity.fullname, idempotencyKey: key })
          .returning({ id: projects.id })
        if (!created) throw new Error('The project could not be saved.')
        await tx.insert(projectMembers).values({ projectId: created.id, userId: identity.id, role: 'project_manager' })
        await recordActivity(tx, created.id, by, [{ kind: 'project created', subject: given.name }])
        return created.id
      })
      return showExisting(id, identity)
    },

    async updateProject({ identity, project, body, headers }) {
      const { name, notes, type, isPrivate } = body
      const changes = {
        ...(name !== undefined && { name: projectName(name) }),
        ...(notes !== undefined && { notes: notesOf(notes) }),
        ...(type !== undefined && { type: projectType(type) }),
        ...(isPrivate !== undefined && { isPrivate }),
      }
      const seen = headers['if-match']?.slice(1, -1)
      const changed = await db.transaction(async (tx) => {
        const { name: newName } = changes
        // A duplicate name that predates the uniqueness rule is allowed until the project is renamed.
        const isRenamed = newName !== undefined && !isSameName(newName, project.name)
        const { createdBy: creator } = project
        const by = await (isRenamed ? lockPersonAlone(tx, identity, creator) : lockPerson(tx, identity))
        if (isRenamed && (await isNameTaken(tx, { person: identity, creator, name: newName, except: project.id })))
          throw nameConflict()
        const [before] = await tx.select().from(projects).where(eq(projects.id, project.id)).for('no key update')
        const nameKey = isRenamed ? { nameKey: nameKeyOf(newName) } : {}
        const updated = await tx
          .update(projects)
          .set({ ...changes, ...nameKey, lastActivity: new Date(), version: sql`${projects.version} + 1` })
          .where(and(eq(projects.id, project.id), seen === undefined ? undefined : eq(projects.version, Number(seen))))
          .returning({ id: projects.id })
        // Delete the links, so that they do not work again when the project is no longer private.
        if (updated.length > 0 && isPrivate) await endSharesOf(tx, project.id)
        if (updated.length > 0 && before) await recordActivity(tx, project.id, by, changeEntries(before, changes))
        // The same values are already saved: by an earlier call whose response was lost, or by someone else.
        const isKnown = before !== undefined && changedFields(before, changes).length === 0
        return updated.length > 0 || isKnown
      })
      const current = await showExisting(project.id, identity)
      if (!changed) {
        const message = 'This project was changed after you opened it, by someone else or in another tab.'
        throw new Problem(412, message, { members: { project: current } })
      }
      return current
    },

    async previewDeletion({ project, request }) {
      await askAboutUnpaid({ db, payments }, project.id, request.log)
      const [loss, keeping] = await Promise.all([deletionLoss(db, project), requestsKeeping(db, project.id, config)])
      return { ...loss, refusal: deletionRefusal(keeping, config) }
    },

    async deleteProject({ identity, project, request }) {
      await askAboutUnpaid({ db, payments }, project.id, request.log)
      await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        // An upload that is about to finish waits for this lock, and then no longer finds the project.
        await lockProject(tx, project.id)
        // Incoming payments wait for this lock, so that none arrives between the check and the deletion.
        await lockRequestsOfProject(tx, project.id)
        const keeping = await requestsKeeping(tx, project.id, config)
        const reason = deletionRefusal(keeping, config)
        if (reason !== null) throw new Problem(409, reason)
        const subject = await deleteProjectLater(tx, project.id)
        if (subject !== null) await recordActivity(tx, project.id, by, [{ kind: 'project deleted', subject }])
      })
      return undefined
    },

    async restoreProject({ identity, project }) {
      await db.transaction(async (tx) => {
        const { createdBy: creator, id, name } = project
        const by = await lockPersonAlone(tx, identity, creator)
        // The project was not deleted, or it was restored by a call whose response was lost.
        if (await lockProject(tx, id)) return
        if (await isNameTaken(tx, { person: identity, creator, name, except: id })) {
          throw new Problem(409, `“${name}” cannot be restored, because another project now has its name.`)
        }
        await refuseTooManyProjects(tx, creator, identity.id)
        // A trigger also changes the project's requests when the project is restored.
        await lockRequestsOfProject(tx, id)
        const restored = await tx
          .update(projects)
          .set({ deletedAt: null, nameKey: nameKeyOf(name) })
          .where(and(eq(projects.id, id), sql`not ${isLapsed(projects.deletedAt)}`))
          .returning({ id: projects.id })
        if (restored.length === 0) throw new Problem(409, `The deletion of “${name}” can no longer be undone.`)
        await recordActivity(tx, id, by, [{ kind: 'project restored', subject: name }])
      })
      return showExisting(project.id, identity)
    },
  } satisfies Partial<Handlers>
}

type Changes = Partial<Pick<ProjectRow, 'name' | 'notes' | 'type' | 'isPrivate'>>

/** Returns the fields whose new values differ from the stored ones. */
const changedFields = (before: ProjectRow, changes: Changes) =>
  (['name', 'notes', 'type', 'isPrivate'] as const).filter(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  )

/** Returns the activity entries for an edit. Unchanged fields are omitted. */
function changeEntries(before: ProjectRow, changes: Changes): Parameters<typeof recordActivity>[3] {
  const subject = changes.name ?? before.name
  const changed = changedFields(before, changes)
  const isChanged = (field: keyof Changes) => changed.includes(field)
  const fields = (['notes', 'type'] as const).filter(isChanged)
  const privacy = (isPrivate: boolean | undefined) => (isPrivate ? 'private' : 'not private')
  return [
    ...(isChanged('name') ? [{ kind: 'project renamed' as const, subject, before: before.name, after: subject }] : []),
    ...(fields.length > 0 ? [{ kind: 'project changed' as const, subject, after: fields.join(', ') }] : []),
    ...(isChanged('isPrivate')
      ? [
          {
            kind: 'project privacy changed' as const,
            subject,
            before: privacy(before.isPrivate),
            after: privacy(changes.isPrivate),
          },
        ]
      : []),
  ]
}

function projectName(given: string): string {
  const name = oneLine(given)
  if (name === '') throw wrongField('name', emptyName)
  if ([...name].length > MAX_PROJECT_NAME) throw wrongField('name', nameTooLong(name))
  return name
}

function projectType(given: string): string {
  const type = oneLine(given)
  if (type === '') throw wrongField('type', 'type must not be empty.')
  return type
}

const notesOf = (notes: string | null | undefined) => plainText(notes ?? '') || null

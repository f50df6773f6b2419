/** Handlers for project members. A member's role is only a label; permissions depend on the roles in the token. */
import { and, eq, ne, type SQL } from 'drizzle-orm'

import { isAdministrator, mayInviteAs } from '../../machines/projects/role-rights'
import { recordActivity } from '../activity/record'
import { tellMembers, tellRemoved } from '../notices/record'
import { noSuchProject, Problem } from '../http/problem'
import type { Db } from '../database/database'
import { pageClauses, pageOf, pageRequest } from '../database/pages'
import { closeInvitationOf, revokeInvitationsBy } from './invitation-store'
import { isAddressOf, lockPerson, lockPersonAlone, peopleByEmail } from './users'
import { lockProject, touchProject } from '../projects/store'
import { projectMembers, users } from '../database/schema'
import type { Handlers, AppServices } from '../auth/route-context'
import { linkNext } from '../http/page-link'

const MAX_MEMBERS = 200
/** Default page size. Most projects have fewer members, so one call returns all of them. */
const DEFAULT_PAGE_SIZE = 100

const membersWhere = (db: Db, where: SQL | undefined) =>
  db
    .select({
      id: projectMembers.id,
      userId: projectMembers.userId,
      name: users.fullname,
      email: users.email,
      role: projectMembers.role,
      since: projectMembers.since,
    })
    .from(projectMembers)
    .innerJoin(users, eq(users.id, projectMembers.userId))
    .where(where)
    .$dynamic()

/**
 * Throws if the project has the maximum number of members, not counting this person. The caller's transaction must have
 * locked the project.
 */
export async function refuseFullProject(tx: Db, projectId: string, personId: string): Promise<void> {
  const others = and(eq(projectMembers.projectId, projectId), ne(projectMembers.userId, personId))
  if ((await tx.$count(projectMembers, others)) < MAX_MEMBERS) return
  throw new Problem(409, `A project can have at most ${MAX_MEMBERS} members. Remove one first, then try again.`)
}

export const memberHandlers = ({ db }: AppServices) =>
  ({
    async listMembers({ project, query, ...call }) {
      const page = pageRequest(query, DEFAULT_PAGE_SIZE)
      const clauses = pageClauses('oldest first', [projectMembers.since, projectMembers.id], page)
      const found = await membersWhere(db, clauses.where(eq(projectMembers.projectId, project.id)))
        .orderBy(...clauses.orderBy)
        .limit(clauses.limit)
      const { rows, next } = pageOf(found, page, ({ since, id }) => ({ time: since, id }))
      linkNext(call, next)
      return rows.map(({ id, name, email, role, userId }) => ({
        id,
        name,
        email,
        role,
        isCreator: userId === project.createdBy,
      }))
    },

    async removeMember({ identity, project, path }) {
      const named = and(eq(projectMembers.id, path.memberId), eq(projectMembers.projectId, project.id))
      const [member] = await membersWhere(db, named)
      if (!member) throw new Problem(404, 'This person is not a member of the project.')
      if (member.userId === project.createdBy) {
        throw new Problem(403, 'The person who created the project cannot be removed.')
      }
      await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        const removed = await tx.delete(projectMembers).where(named).returning({ id: projectMembers.id })
        const entries = removed.map(
          () => ({ kind: 'member removed', subject: member.name, memberId: member.userId }) as const,
        )
        await recordActivity(tx, project.id, by, entries)
        if (removed.length > 0) {
          await revokeInvitationsBy(tx, project.id, member.userId)
          await tellRemoved(tx, { projectId: project.id, by, person: member.userId })
        }
      })
      await db.transaction((tx) => touchProject(tx, project.id))
      return undefined
    },

    async assignRole({ identity, project, body }) {
      const role = body.role ?? 'project_manager'
      if (!mayInviteAs(identity.roles, role)) {
        throw new Problem(403, `Assigning the role ${role} requires the organization_admin or sysadmin role.`)
      }
      const [found, another] = await peopleByEmail(db, body.email)
      if (!found) throw unknownAddress()
      if (another)
        throw aboutEmail(409, 'Several users have this e-mail address, so it cannot be used to add one of them.')

      const { member, person } = await db.transaction(async (tx) => {
        const by = await lockPersonAlone(tx, identity, found.id)
        // Read the person again, because they may have deleted their data while this transaction waited for the lock.
        const isFound = and(eq(users.id, found.id), isAddressOf(body.email))
        const [person] = await tx.select().from(users).where(isFound)
        if (!person) throw unknownAddress()
        // This lock prevents concurrent additions of members until the transaction ends.
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        await refuseFullProject(tx, project.id, person.id)
        const own = and(eq(projectMembers.projectId, project.id), eq(projectMembers.userId, person.id))
        const [before] = await tx.select({ role: projectMembers.role }).from(projectMembers).where(own)
        // A repeated call changes nothing. Only administrators can change the role of a member.
        const unlessChanged = isAdministrator(identity.roles) ? {} : { setWhere: eq(projectMembers.role, role) }
        const [written] = await tx
          .insert(projectMembers)
          .values({ projectId: project.id, userId: person.id, role })
          .onConflictDoUpdate({
            target: [projectMembers.projectId, projectMembers.userId],
            set: { role },
            ...unlessChanged,
          })
          .returning({ id: projectMembers.id })
        if (!written) {
          throw new Problem(
            403,
            `${person.fullname} is already a member with a different role. Changing it requires the organization_admin or sysadmin role.`,
          )
        }
        if (before?.role !== role) {
          const kind = before ? 'member role changed' : 'member added'
          const about = { kind, subject: person.fullname, memberId: person.id } as const
          await recordActivity(tx, project.id, by, [{ ...about, before: before?.role ?? null, after: role }])
        }
        await closeInvitationOf(tx, project.id, person)
        if (!before) {
          const about = { projectId: project.id, by, people: [person.id] }
          await tellMembers(tx, about, { kind: 'membership', detail: 'added' })
        }
        return { member: written, person }
      })
      await db.transaction((tx) => touchProject(tx, project.id))
      const isCreator = person.id === project.createdBy
      return { id: member.id, name: person.fullname, email: person.email, role, isCreator }
    },
  }) satisfies Partial<Handlers>

const aboutEmail = (status: number, message: string) =>
  new Problem(status, message, { errors: [{ field: 'email', message }] })

const unknownAddress = () =>
  aboutEmail(404, 'Nobody with this e-mail address has signed in here yet. Ask them to sign in once, then try again.')

/**
 * Handlers for inviting people by their e-mail address, even if they have not signed in to the site yet. An invitation
 * grants membership and a label, never a realm role. Its link alone is not enough: the account that opens it must have
 * the invited e-mail address.
 */
import { and, eq } from 'drizzle-orm'

import { mayInviteAs } from '../../machines/projects/role-rights'
import { recordActivity } from '../activity/record'
import type { Identity } from '../auth/bearer-token'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { pageRequest } from '../database/pages'
import { invitations, projectMembers, users } from '../database/schema'
import { linkNext } from '../http/page-link'
import { noSuchProject, Problem } from '../http/problem'
import { tellInviter } from '../notices/record'
import { lockProject, showProject, touchProject } from '../projects/store'
import { invitationMail, invitationUrl } from './invitation-mail'
import {
  expiryAfter,
  findInvitation,
  hasAddress,
  invitationAnswer,
  type InvitationRow,
  listInvitations,
  refuseFlooding,
  refuseTooMany,
  VALID_DAYS,
} from './invitation-store'
import { hashOfToken, newLinkToken } from './link-token'
import { refuseFullProject } from './members'
import { type Doer, isAddressOf, lockPerson, lockPersonAlone } from './users'

const DEFAULT_PAGE_SIZE = 100
/** The minimum time between two e-mails for the same invitation. */
const PAUSE_MS = 5 * 60_000

const noSuchInvitation = () =>
  new Problem(404, 'There is no such open invitation. It may have been accepted or revoked in the meantime.')

export const invitationHandlers = ({ db, config }: AppServices) => {
  /**
   * Sends an invitation by e-mail. Without a mail server, the result contains the link of the invitation, which the
   * inviter passes on.
   */
  async function send(tx: Db, row: InvitationRow, by: Doer) {
    if (config.contactMail) {
      await invitationMail.add(tx, { invitationId: row.id, sentAt: row.sentAt.toISOString() })
      return { ...invitationAnswer(row, by.fullname), url: null }
    }
    const token = newLinkToken()
    await tx
      .update(invitations)
      .set({ tokenHash: hashOfToken(token) })
      .where(eq(invitations.id, row.id))
    return { ...invitationAnswer(row, by.fullname), url: invitationUrl(config.publicUrl, token) }
  }

  return {
    async listInvitations({ project, query, ...call }) {
      const found = await listInvitations(db, project.id, pageRequest(query, DEFAULT_PAGE_SIZE))
      linkNext(call, found.next)
      return found.invitations
    },

    async inviteMember({ identity, project, body, reply }) {
      const role = body.role ?? 'project_manager'
      if (!mayInviteAs(identity.roles, role)) {
        throw new Problem(403, `Assigning the role ${role} requires the organization_admin or sysadmin role.`)
      }
      const { email } = body
      const sent = await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        await refuseMember(tx, project.id, email)
        const ofAddress = and(eq(invitations.projectId, project.id), hasAddress(email))
        const [before] = await tx.select().from(invitations).where(ofAddress)
        const isPending = before?.status === 'open' && before.expiresAt > new Date()
        if (isPending && config.contactMail) {
          // The invitation is still open, so its e-mail is not sent again.
          const [kept] = await tx.update(invitations).set({ role }).where(ofAddress).returning()
          if (kept) return { ...invitationAnswer(kept, await nameOf(tx, kept.invitedBy)), url: null }
        }
        if (before?.status !== 'open') await refuseTooMany(tx, project.id)
        if (before && config.contactMail) refuseHaste(before)
        await refuseFlooding(tx, email, project.id)
        const sentAt = new Date()
        const values = { email, role, invitedBy: identity.id, sentAt, expiresAt: expiryAfter(sentAt), tokenHash: null }
        const open = { ...values, status: 'open' as const, acceptedBy: null }
        const [row] = before
          ? await tx.update(invitations).set(open).where(ofAddress).returning()
          : await tx
              .insert(invitations)
              .values({ ...open, projectId: project.id })
              .returning()
        if (!row) throw new Error('The invitation could not be saved.')
        if (!isPending) await record(tx, row, by, 'person invited')
        return send(tx, row, by)
      })
      reply.code(201)
      return sent
    },

    async resendInvitation({ identity, project, path }) {
      return db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        const before = await findInvitation(tx, project.id, path.invitationId)
        if (!before) throw noSuchInvitation()
        if (config.contactMail) refuseHaste(before)
        await refuseFlooding(tx, before.email, project.id)
        const sentAt = new Date()
        const [row] = await tx
          .update(invitations)
          .set({ sentAt, expiresAt: expiryAfter(sentAt), invitedBy: identity.id, tokenHash: null })
          .where(eq(invitations.id, before.id))
          .returning()
        if (!row) throw noSuchInvitation()
        return send(tx, row, by)
      })
    },

    async revokeInvitation({ identity, project, path }) {
      await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        const row = await findInvitation(tx, project.id, path.invitationId)
        if (!row) throw noSuchInvitation()
        // The hash is kept, so that the link's page can show what happened to the invitation.
        await tx.update(invitations).set({ status: 'revoked' }).where(eq(invitations.id, row.id))
        await record(tx, row, by, 'invitation revoked')
      })
      return undefined
    },

    async acceptInvitation({ identity, body }) {
      const isNamed = eq(invitations.tokenHash, hashOfToken(body.token))
      const [named] = await db
        .select({ projectId: invitations.projectId, inviter: invitations.invitedBy })
        .from(invitations)
        .where(isNamed)
      const projectId = await db.transaction(async (tx) => {
        // Also lock the inviter, who is notified. The inviter cannot have changed, because sending the invitation again
        // would also change its link.
        const by = await lockPersonAlone(tx, identity, named?.inviter)
        if (!named) throw unknownLink()
        const isThere = await lockProject(tx, named.projectId)
        // Read the invitation again, because it may have been accepted or revoked while this transaction waited for the
        // lock.
        const [row] = await tx.select().from(invitations).where(isNamed)
        if (!row) throw unknownLink()
        await accept(tx, row, { ...identity, ...by }, isThere)
        return row.projectId
      })
      await db.transaction((tx) => touchProject(tx, projectId))
      const project = await showProject(db, projectId, { ...config, reader: identity.id })
      if (!project) throw noSuchProject()
      return project
    },
  } satisfies Partial<Handlers>

  async function accept(tx: Db, row: InvitationRow, person: Identity & Doer, isThere: boolean) {
    // Someone with a different account learns nothing else about the invitation.
    if (person.email?.toLowerCase() !== row.email.toLowerCase()) throw wrongAccount(person)
    const own = and(eq(projectMembers.projectId, row.projectId), eq(projectMembers.userId, person.id))
    const isMember = (await tx.$count(projectMembers, own)) > 0
    if (row.status === 'accepted' && isMember) return
    if (row.status === 'accepted') throw ended('This invitation has already been used.')
    if (row.status === 'revoked') throw ended('This invitation was revoked.')
    if (row.expiresAt <= new Date())
      throw ended(`This invitation has expired: its link was valid for ${VALID_DAYS} days.`)
    if (!isThere) throw ended('The project of this invitation no longer exists.')
    if (!isMember) {
      await refuseFullProject(tx, row.projectId, person.id)
      await tx.insert(projectMembers).values({ projectId: row.projectId, userId: person.id, role: row.role })
      const joined = { kind: 'member joined', subject: person.fullname, memberId: person.id, after: row.role } as const
      await recordActivity(tx, row.projectId, person, [joined])
      await tellInviter(tx, { projectId: row.projectId, by: person, inviter: row.invitedBy })
    }
    await tx.update(invitations).set({ status: 'accepted', acceptedBy: person.id }).where(eq(invitations.id, row.id))
  }
}

const unknownLink = () =>
  new Problem(
    404,
    'This invitation link is not valid. If you received several e-mails, open the link in the most recent one. Otherwise, ask the person who invited you for a new invitation.',
  )

const ended = (what: string) => new Problem(410, `${what} Ask the person who invited you for a new invitation.`)

const wrongAccount = ({ email }: Identity) =>
  new Problem(
    403,
    `This invitation is for another e-mail address. You are signed in ${email ? `as ${email}` : 'without an e-mail address'}. Log out, sign in with the e-mail address to which the invitation was sent, and open the link again.`,
  )

function refuseHaste({ sentAt }: InvitationRow): void {
  const wait = sentAt.getTime() + PAUSE_MS - Date.now()
  if (wait <= 0) return
  const message =
    'An invitation was sent to this address less than 5 minutes ago. Wait a few minutes, then send it again.'
  throw new Problem(429, message, {
    errors: [{ field: 'email', message }],
    headers: { 'retry-after': String(Math.ceil(wait / 1000)) },
  })
}

/** Throws if a user with this address is already a member. */
async function refuseMember(tx: Db, projectId: string, email: string): Promise<void> {
  const [member] = await tx
    .select({ name: users.fullname })
    .from(projectMembers)
    .innerJoin(users, eq(users.id, projectMembers.userId))
    .where(and(eq(projectMembers.projectId, projectId), isAddressOf(email)))
  if (!member) return
  const message = `${member.name} is already a member.`
  throw new Problem(409, message, { errors: [{ field: 'email', message }] })
}

async function nameOf(tx: Db, id: string): Promise<string> {
  const [person] = await tx.select({ name: users.fullname }).from(users).where(eq(users.id, id))
  return person?.name ?? ''
}

type Kind = 'person invited' | 'invitation revoked'

/** The record cannot be changed later, so it does not contain the address of a person who may never join. */
const record = (tx: Db, row: InvitationRow, by: Doer, kind: Kind) =>
  recordActivity(tx, row.projectId, by, [{ kind, subject: '', after: row.role }])

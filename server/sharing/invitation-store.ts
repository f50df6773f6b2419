/** Stores invitations. Calls change them in transactions that have locked the project. */
import { and, eq, getTableColumns, gt, lt, ne, sql, type SQL } from 'drizzle-orm'

import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { invitations, users } from '../database/schema'
import { Problem } from '../http/problem'
import { type JobHandler, recurringJob } from '../jobs/job'

type Schemas = components['schemas']
export type InvitationRow = typeof invitations.$inferSelect

const DAY_MS = 24 * 3_600_000
export const VALID_DAYS = 7
/** How long an invitation is kept after it has expired, so that its link can still show the outcome. */
const KEPT = sql`interval '30 days'`

/** The maximum number of open invitations of a project, including expired ones. */
const MAX_OPEN = 100
/** The maximum number of projects that can invite an address per day. */
const MAX_PER_ADDRESS = 10

export const hasAddress = (email: string): SQL => eq(sql`lower(${invitations.email})`, email.toLowerCase())
export const isOpen = eq(invitations.status, 'open')

export const expiryAfter = (sent: Date) => new Date(sent.getTime() + VALID_DAYS * DAY_MS)

/** Returns an open invitation of the project; undefined if none has this id. */
export async function findInvitation(db: Db, projectId: string, id: string): Promise<InvitationRow | undefined> {
  const [found] = await db
    .select()
    .from(invitations)
    .where(and(eq(invitations.id, id), eq(invitations.projectId, projectId), isOpen))
  return found
}

/** Returns a page of a project's open invitations, newest first. */
export async function listInvitations(db: Db, projectId: string, page: PageRequest) {
  const clauses = pageClauses('newest first', [invitations.created, invitations.id], page)
  const found = await db
    .select({ row: getTableColumns(invitations), inviter: users.fullname })
    .from(invitations)
    .innerJoin(users, eq(users.id, invitations.invitedBy))
    .where(clauses.where(and(eq(invitations.projectId, projectId), isOpen)))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows, next } = pageOf(found, page, ({ row: { created, id } }) => ({ time: created, id }))
  return { invitations: rows.map(({ row, inviter }) => invitationAnswer(row, inviter)), next }
}

export const invitationAnswer = (row: InvitationRow, inviter: string): Schemas['Invitation'] => ({
  id: row.id,
  email: row.email,
  role: row.role,
  invited_by: inviter,
  sent_at: row.sentAt.toISOString(),
  expires_at: row.expiresAt.toISOString(),
})

/** Throws if the project already has the maximum number of open invitations. */
export async function refuseTooMany(tx: Db, projectId: string): Promise<void> {
  const open = await tx.$count(invitations, and(eq(invitations.projectId, projectId), isOpen))
  if (open < MAX_OPEN) return
  throw new Problem(
    409,
    `A project can have at most ${MAX_OPEN} open invitations. Revoke one that is no longer needed, then try again.`,
  )
}

/**
 * Throws if too many other projects have invited the address in the last 24 hours, so that nobody can be flooded with
 * e-mails.
 */
export async function refuseFlooding(tx: Db, email: string, projectId: string): Promise<void> {
  const recent = and(
    hasAddress(email),
    ne(invitations.projectId, projectId),
    gt(invitations.sentAt, sql`now() - interval '1 day'`),
  )
  if ((await tx.$count(invitations, recent)) < MAX_PER_ADDRESS) return
  const message = 'This address has received too many invitations today. Please try again tomorrow.'
  throw new Problem(429, message, {
    errors: [{ field: 'email', message }],
    headers: { 'retry-after': String(DAY_MS / 1000) },
  })
}

/**
 * Revokes the invitations that a person has sent, so that someone who was removed cannot return through an invitation
 * of their own.
 */
export const revokeInvitationsBy = (tx: Db, projectId: string, personId: string) =>
  tx
    .update(invitations)
    .set({ status: 'revoked' })
    .where(and(eq(invitations.projectId, projectId), eq(invitations.invitedBy, personId), isOpen))

/** Closes the invitation of a person who has become a member without it. */
export const closeInvitationOf = (tx: Db, projectId: string, { id, email }: { id: string; email: string }) =>
  tx
    .update(invitations)
    .set({ status: 'accepted', acceptedBy: id })
    .where(and(eq(invitations.projectId, projectId), hasAddress(email), isOpen))

export const dropOldInvitations = (db: Db): JobHandler =>
  recurringJob('old invitations', DAY_MS, async () => {
    await db.delete(invitations).where(lt(invitations.expiresAt, sql`now() - ${KEPT}`))
  })

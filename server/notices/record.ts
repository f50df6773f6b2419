/**
 * Writes notices in the transaction of their cause, so that nobody is notified of something that did not happen. People
 * are never notified of their own actions.
 */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import { NEARLY_FULL, usualDeliveries } from '../../machines/notices/notice-kinds'
import { isLeader } from '../../machines/projects/role-rights'
import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { comments, notices, noticeSettings, projectMembers, projects, requestWork, users } from '../database/schema'
import { type Doer, isOfStaff } from '../sharing/users'
import { noticeMail } from './mail'

type NewNotice = {
  kind: components['schemas']['NoticeKind']
  detail?: components['schemas']['NoticeDetail']
  /** The name of the file or request. Notices about the project itself use the project's name. */
  subject?: string
  documentId?: string
  requestId?: string
  commentId?: string
}

/**
 * Notifies those of the given people who are members of the project. `by` is null for the product and the payment
 * provider.
 */
export async function tellMembers(
  tx: Db,
  { projectId, by, people }: { projectId: string; by: Doer | null; people: readonly string[] },
  notice: NewNotice,
): Promise<void> {
  const others = people.filter((id) => id !== by?.id)
  if (others.length === 0) return
  const rows = await tx
    .select({ id: projectMembers.userId })
    .from(projectMembers)
    .where(and(eq(projectMembers.projectId, projectId), inArray(projectMembers.userId, [...new Set(others)])))
  const members = rows.map(({ id }) => id)
  await tell(tx, { projectId, by, people: members }, notice)
}

/**
 * Notifies the person who placed an order. If they have left the project, the members who lead it are notified instead,
 * or all members if nobody leads it: an engineer may be waiting for an answer.
 */
export async function tellCustomer(
  tx: Db,
  about: { projectId: string; by: Doer; orderedBy: string },
  notice: NewNotice,
): Promise<void> {
  const { projectId, by, orderedBy } = about
  const members = await tx
    .select({
      id: projectMembers.userId,
      label: projectMembers.role,
      roles: users.roles,
      isCreator: sql<boolean>`${projects.createdBy} = ${projectMembers.userId}`,
    })
    .from(projectMembers)
    .innerJoin(projects, eq(projects.id, projectMembers.projectId))
    .innerJoin(users, eq(users.id, projectMembers.userId))
    .where(eq(projectMembers.projectId, projectId))
  const orderers = members.filter(({ id }) => id === orderedBy)
  const leaders = members.filter(({ label, roles, isCreator }) => isCreator || isLeader([label, ...(roles ?? [])]))
  const found = [orderers, leaders, members].find((people) => people.length > 0) ?? []
  await tell(tx, { projectId, by, people: found.map(({ id }) => id).filter((id) => id !== by.id) }, notice)
}

/**
 * Notifies the staff member to whom a request is assigned, or the whole staff if it is not assigned to anyone on the
 * staff. The recipients need no access to the project, since they learn only what the notice says.
 */
export async function tellStaff(
  tx: Db,
  { requestId, subject, by }: { requestId: string; subject: string; by: Doer | null },
  detail: StaffDetail,
): Promise<void> {
  const staff = await tx
    .select({ id: users.id, isAssignee: sql<boolean>`${requestWork.requestId} is not null` })
    .from(users)
    .leftJoin(requestWork, and(eq(requestWork.assigneeId, users.id), eq(requestWork.requestId, requestId)))
    .where(isOfStaff)
  const assignees = staff.filter(({ isAssignee }) => isAssignee)
  const told = (assignees.length > 0 ? assignees : staff).map(({ id }) => id).filter((id) => id !== by?.id)
  const notice = { kind: 'request', detail, requestId, subject } as const
  await write(tx, { ...notice, projectId: null, projectName: '', actorId: null, actorName: null }, told)
}

/** Notifies a person that they no longer have access to the project. */
export const tellRemoved = (tx: Db, about: { projectId: string; by: Doer; person: string }): Promise<void> =>
  tell(
    tx,
    { ...about, people: about.person === about.by.id ? [] : [about.person] },
    { kind: 'membership', detail: 'removed' },
  )

/**
 * Notifies the person who sent an invitation that someone has joined. That person may be an administrator who is not a
 * member of the project.
 */
export const tellInviter = (tx: Db, about: { projectId: string; by: Doer; inviter: string }): Promise<void> =>
  tell(tx, { ...about, people: about.inviter === about.by.id ? [] : [about.inviter] }, { kind: 'invitation' })

/** Notifies all members except the person who made the change. */
export async function tellAllMembers(
  tx: Db,
  about: { projectId: string; by: Doer | null },
  notice: NewNotice,
): Promise<void> {
  const people = await membersOf(tx, about.projectId)
  await tell(tx, { ...about, people: people.filter((id) => id !== about.by?.id) }, notice)
}

/** Notifies the people who have written in a thread, except those who are notified of the comment anyway. */
export async function tellThread(
  tx: Db,
  about: { projectId: string; by: Doer; threadId: string; except: readonly string[] },
  notice: NewNotice,
): Promise<void> {
  const { threadId, except } = about
  const rows = await tx
    .selectDistinct({ author: comments.author })
    .from(comments)
    .where(and(sql`(${comments.id} = ${threadId} or ${comments.threadId} = ${threadId})`, isNull(comments.deletedAt)))
  const people = rows.map(({ author }) => author).filter((author) => !except.includes(author))
  await tellMembers(tx, { ...about, people }, notice)
}

/**
 * Notifies all members when the stored files reach 90% of the limit. The transaction must have locked the project.
 * Nobody is notified again until they have read the notice.
 */
export async function tellNearlyFull(
  tx: Db,
  projectId: string,
  { before, after, limit }: { before: number; after: number; limit: number },
): Promise<void> {
  const threshold = limit * NEARLY_FULL
  if (before >= threshold || after < threshold) return
  const told = await tx
    .select({ id: notices.personId })
    .from(notices)
    .where(and(eq(notices.projectId, projectId), eq(notices.kind, 'quota'), isNull(notices.readAt)))
  const people = (await membersOf(tx, projectId)).filter((id) => !told.some((one) => one.id === id))
  await tell(tx, { projectId, by: null, people }, { kind: 'quota' })
}

/** Deletes the notices of a comment whose text was deleted. */
export async function forgetComment(tx: Db, commentId: string): Promise<void> {
  const ofComment = eq(notices.commentId, commentId)
  await lockInOrder(tx, [notices.id], ofComment)
  await tx.delete(notices).where(ofComment)
}

async function membersOf(tx: Db, projectId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: projectMembers.userId })
    .from(projectMembers)
    .where(eq(projectMembers.projectId, projectId))
  return rows.map(({ id }) => id)
}

type StaffDetail = Extract<
  components['schemas']['NoticeDetail'],
  'paid' | 'written' | 'answered' | 'refunded' | 'disputed' | 'dispute decided'
>

type About = { projectId: string; by: Doer | null; people: readonly string[] }

async function tell(tx: Db, { projectId, by, people }: About, { subject, ...notice }: NewNotice): Promise<void> {
  if (people.length === 0) return
  const [project] = await tx.select({ name: projects.name }).from(projects).where(eq(projects.id, projectId))
  if (!project) return
  const about = { ...notice, projectId, projectName: project.name, subject: subject ?? project.name }
  await write(tx, { ...about, actorId: by?.id ?? null, actorName: by?.fullname ?? null }, people)
}

type Content = Omit<typeof notices.$inferInsert, 'personId' | 'mail'>

/**
 * Writes a notice for each of the given people, except those who have turned off notices of its kind. Each notice is
 * sent by e-mail as its recipient has chosen.
 */
async function write(tx: Db, content: Content, people: readonly string[]): Promise<void> {
  if (people.length === 0) return
  const chosen = await tx
    .select({ id: noticeSettings.personId, delivery: noticeSettings.delivery })
    .from(noticeSettings)
    .where(and(eq(noticeSettings.kind, content.kind), inArray(noticeSettings.personId, [...people])))
  const deliveries = new Map(chosen.map(({ id, delivery }) => [id, delivery]))
  const rows = people.flatMap((personId) => {
    const delivery = deliveries.get(personId) ?? usualDeliveries[content.kind]
    if (delivery === 'off') return []
    const mail = delivery === 'email' ? ('at once' as const) : delivery === 'digest' ? delivery : null
    return { ...content, personId, mail }
  })
  if (rows.length === 0) return
  const written = await tx.insert(notices).values(rows).returning({ id: notices.id, mail: notices.mail })
  for (const { id, mail } of written) if (mail === 'at once') await noticeMail.add(tx, { noticeId: id })
}

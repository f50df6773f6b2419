/**
 * Deletes the data stored about a person. Orders, which the company needs for its books, are kept, and so are files and
 * projects that other members still use. All of these are reassigned to a pseudonym that cannot be linked to the
 * person. Only an invoice keeps the billing details that it shows.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'

import type { ServerConfig } from '../config'
import { authorIn } from '../database/author'
import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { notify } from '../database/node-signals'
import {
  activity,
  billingDetails,
  comments,
  contactAnswers,
  contactMessages,
  fileRevisions,
  files,
  fileShares,
  invitations,
  liveEvents,
  notices,
  noticeSettings,
  projectMembers,
  priceVersions,
  projects,
  requestDeliveries,
  requestDrafts,
  requestRefunds,
  sandboxCheckouts,
  messageAttachments,
  requestMessages,
  requestWork,
  seenFiles,
  simulationRequests as requests,
  siteEntries,
  uploads,
  users,
} from '../database/schema'
import { discardContent } from '../files/discarded-content'
import { deleteRows, pinnedAmong, requestsKeeping } from '../files/pinned-files'
import { defineJob, type JobHandler } from '../jobs/job'
import { lockEvents } from '../live/event-log'
import { dropUnsentOf, requestsWithUnsent } from '../requests/attachments'
import { deleteWholeProject } from '../projects/project-deletion'
import { hasAddress } from '../sharing/invitation-store'
import { dropUploads } from '../transfers/unfinished-uploads'
import { deleteAccount, endSessionsOf } from '../identity/registered-accounts'
import { isFromPerson } from './contact-messages-from'
import { DELETED_PERSON_NAME } from './deleted-person-name'

const NO_FILE_NAME = 'Deleted file'
const NO_PROJECT_NAME = 'Deleted project'
const DAY_MS = 24 * 60 * 60 * 1000

/** The files of orders are still needed, because requests are unpaid or have not been delivered yet. */
export class WorkIsOpen extends Error {
  override name = 'WorkIsOpen'
  constructor(readonly count: number) {
    super('Simulation requests are unpaid or in progress.')
  }
}

type Options = {
  config: Pick<ServerConfig, 'retentionMonths'>
  /** Whether to also delete the files of orders. */
  removeFiles: boolean
  /**
   * Whether an operator deletes the data, after verifying that the e-mail address belongs to the person. Only then are
   * these deleted, too: the contact messages from, and the invitations to, this address (see export.ts), and the
   * account at the embedded provider.
   */
  byOperator: boolean
}

/**
 * Deletes the emptied row of a deleted person a day later. Until then, it keeps their old tokens from being accepted
 * (sharing/users.ts). If the person came back and deleted their data again, the row stays until a day after that.
 */
const deleteRow = defineJob<{ personId: string }>('delete person')

export const personDeletion = ({ db }: { db: Db }): JobHandler =>
  deleteRow.runBy(async ({ personId }) => {
    const { id, username } = users
    const isUsed = sql`(exists (select from ${projectMembers} where ${projectMembers.userId} = ${id})
      or exists (select from ${projects} where ${projects.createdBy} = ${id})
      or exists (select from ${files} where ${files.uploadedBy} = ${id})
      or exists (select from ${comments} where ${comments.author} = ${id})
      or exists (select from ${invitations} where ${invitations.invitedBy} = ${id})
      or exists (select from ${uploads} where ${uploads.uploadedBy} = ${id}))`
    const isOver = sql`${users.deletedAt} <= now() - make_interval(secs => ${DAY_MS / 1000})`
    await db.delete(users).where(and(eq(id, personId), isOver, eq(username, ''), not(isUsed)))
    await db
      .update(users)
      .set({ deletedAt: null })
      .where(and(eq(id, personId), isOver))
  })

/** Deletes a person's data in one transaction. If it throws WorkIsOpen, nothing has changed. */
export async function deletePerson(
  db: Db,
  personId: string,
  { config, removeFiles, byOperator }: Options,
): Promise<void> {
  await waitForWrites(db, personId)
  await db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, personId)).for('no key update')
    if (!person) return
    await lockProjectsOf(tx, personId)
    const pseudonym = `deleted-${randomUUID()}`
    await tx.insert(users).values({ id: pseudonym, username: 'deleted user', fullname: DELETED_PERSON_NAME })
    /** Replaces the person as the author of what is kept. */
    const by = { byId: pseudonym, byName: DELETED_PERSON_NAME }

    const alone = await projectsAlone(tx, personId)
    // Lock all requests and notices that concern the person before the rows of any project are deleted, each in the
    // order of their ids. A call that notifies others, such as a refund, holds the lock of its request while it writes
    // the notices.
    const isOrder = or(eq(requests.createdBy, personId), inArray(requests.projectId, alone))
    await lockInOrder(tx, [requests.id], or(isOrder, hasWritingOf(tx, person)))
    // The notices to the staff about the person's orders.
    const ordered = tx.select({ id: requests.id }).from(requests).where(eq(requests.createdBy, personId))
    const isForStaff = and(isNull(notices.projectId), inArray(notices.requestId, ordered))
    const isTheirs = or(eq(notices.personId, personId), eq(notices.actorId, personId), isForStaff)
    await lockInOrder(tx, [notices.id], or(isTheirs, inArray(notices.projectId, alone)))
    const kept: string[] = []
    let openWork = 0
    for (const projectId of alone) {
      const open = await tx.$count(requests, and(eq(requests.projectId, projectId), isOpen))
      openWork += open
      const { paid, unpaid } = await requestsKeeping(tx, projectId, config)
      if ((removeFiles && open === 0) || paid + unpaid === 0) await deleteWholeProject(tx, projectId)
      else {
        await emptyProject(tx, projectId, config)
        kept.push(projectId)
      }
    }
    if (removeFiles && openWork > 0) throw new WorkIsOpen(openWork)

    await tx.delete(notices).where(isForStaff)
    await dropUploads(tx, eq(uploads.uploadedBy, personId))
    await dropUnsentOf(tx, personId)
    await anonymizeOrders(tx, personId, pseudonym, alone)
    await tx.delete(fileShares).where(eq(fileShares.createdBy, personId))
    await tx.delete(requestDrafts).where(eq(requestDrafts.personId, personId))
    await tx.delete(billingDetails).where(eq(billingDetails.personId, personId))
    await tx.delete(invitations).where(or(eq(invitations.invitedBy, personId), eq(invitations.acceptedBy, personId)))
    await tx.delete(projectMembers).where(eq(projectMembers.userId, personId))
    await tx
      .update(projects)
      .set({ createdBy: pseudonym, createdByName: DELETED_PERSON_NAME, idempotencyKey: null })
      .where(eq(projects.createdBy, personId))
    await tx.update(files).set({ uploadedBy: pseudonym }).where(eq(files.uploadedBy, personId))
    await tx.update(comments).set({ resolvedBy: pseudonym }).where(eq(comments.resolvedBy, personId))
    await tx
      .update(comments)
      .set({ mentions: sql`${comments.mentions} - ${personId}::text` })
      .where(isMentioned(personId))
    // This update follows the other changes to comments, because it also changes the counts, which must be locked after
    // the comments.
    await tx.update(comments).set({ author: pseudonym }).where(eq(comments.author, personId))
    await tx
      .update(requestMessages)
      .set({ authorId: pseudonym, authorName: DELETED_PERSON_NAME })
      .where(eq(requestMessages.authorId, personId))
    await tx.update(requestDeliveries).set(by).where(eq(requestDeliveries.byId, personId))
    await tx.update(requestRefunds).set(by).where(eq(requestRefunds.byId, personId))
    await tx.update(priceVersions).set(by).where(eq(priceVersions.byId, personId))
    await tx.update(siteEntries).set(by).where(eq(siteEntries.byId, personId))
    await tx.delete(notices).where(eq(notices.personId, personId))
    await tx
      .update(notices)
      .set({ actorId: pseudonym, actorName: DELETED_PERSON_NAME })
      .where(eq(notices.actorId, personId))
    // This follows the locking of the requests, because calls that hold these locks copy names from orders and refunds
    // into the activity.
    await anonymizeActivity(tx, person, pseudonym, alone)
    // A staff member's requests and contact messages are unassigned.
    await anonymizeWork(tx, person, pseudonym)
    const fromPerson = byOperator ? isFromPerson(personId) : undefined
    await lockInOrder(tx, [contactMessages.id], or(concernsStaff(tx, personId), fromPerson))
    if (fromPerson) await tx.delete(contactMessages).where(fromPerson)
    await tx
      .update(contactMessages)
      .set({ assigneeId: null, assigneeName: null })
      .where(eq(contactMessages.assigneeId, personId))
    await tx
      .update(contactMessages)
      .set({ doneById: pseudonym, doneByName: DELETED_PERSON_NAME })
      .where(eq(contactMessages.doneById, personId))
    await tx.update(contactAnswers).set(by).where(eq(contactAnswers.byId, personId))
    await tx.delete(seenFiles).where(eq(seenFiles.personId, personId))
    await tx.delete(noticeSettings).where(eq(noticeSettings.personId, personId))
    if (byOperator && person.email !== '') await tx.delete(invitations).where(hasAddress(person.email))
    await (byOperator ? deleteAccount(tx, personId) : endSessionsOf(tx, personId))
    await forgetEvents(tx, personId)
    await tx
      .update(users)
      .set({
        username: '',
        fullname: DELETED_PERSON_NAME,
        email: '',
        roles: null,
        rolesAt: null,
        deletedAt: sql`now()`,
      })
      .where(eq(users.id, personId))
    // Every node removes the person from its cache and ends their streams.
    await notify(tx, 'people', personId)
    await deleteRow.add(tx, { personId }, { delayMs: DAY_MS })
  })
}

/**
 * Waits for calls that have written rows that refer to the person. These rows may be in a project that contains nothing
 * else about the person, and that lockProjectsOf would therefore not find. Unlike all other locks on people, this one
 * blocks foreign key checks, so the transaction holds no other locks.
 */
const waitForWrites = (db: Db, personId: string) =>
  db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, personId)).for('update')
  })

const isOpen = inArray(requests.status, ['awaiting payment', 'paid', 'in progress'])

/** The contact messages that a staff member works on, has marked as done or has answered. */
const concernsStaff = (tx: Db, personId: string) => {
  const answered = tx.select({ id: contactAnswers.messageId }).from(contactAnswers)
  return or(
    eq(contactMessages.assigneeId, personId),
    eq(contactMessages.doneById, personId),
    inArray(contactMessages.id, answered.where(eq(contactAnswers.byId, personId))),
  )
}

const isMentioned = (personId: string) => sql`${comments.mentions} ? ${personId}`

/**
 * Locks every project that may contain data about the person, because a project that they have left can still have
 * their files, comments and orders. Waits for calls that have begun in these projects, so that nothing they write is
 * missed.
 */
const lockProjectsOf = (tx: Db, personId: string) => {
  const member = tx.select({ id: projectMembers.projectId }).from(projectMembers)
  const uploaded = tx.select({ id: files.projectId }).from(files).where(eq(files.uploadedBy, personId))
  const arriving = tx.select({ id: uploads.projectId }).from(uploads).where(eq(uploads.uploadedBy, personId))
  const ordered = tx.select({ id: requests.projectId }).from(requests).where(eq(requests.createdBy, personId))
  const commented = tx.select({ id: comments.projectId }).from(comments)
  const isTheirs = or(eq(comments.author, personId), eq(comments.resolvedBy, personId), isMentioned(personId))
  return tx
    .select({ id: projects.id })
    .from(projects)
    .where(
      or(
        eq(projects.createdBy, personId),
        inArray(projects.id, member.where(eq(projectMembers.userId, personId))),
        inArray(projects.id, uploaded),
        inArray(projects.id, arriving),
        inArray(projects.id, ordered),
        inArray(projects.id, commented.where(isTheirs)),
      ),
    )
    .orderBy(projects.id)
    .for('no key update')
}

/** Returns the person's projects that have no other members, in the order in which projects are locked. */
async function projectsAlone(tx: Db, personId: string): Promise<string[]> {
  const { projectId, userId } = projectMembers
  const others = sql`exists (select from ${projectMembers} where ${projectId} = ${projects.id} and ${userId} <> ${personId})`
  const own = sql`exists (select from ${projectMembers} where ${projectId} = ${projects.id} and ${userId} = ${personId})`
  const rows = await tx
    .select({ id: projects.id })
    .from(projects)
    .where(and(or(own, eq(projects.createdBy, personId)), not(others)))
    .orderBy(projects.id)
  return rows.map(({ id }) => id)
}

/**
 * Empties a project, except for its orders and the files that they need, and removes the names and notes in it. The
 * hourly sweep deletes these files after the retention period.
 */
async function emptyProject(tx: Db, projectId: string, retention: { retentionMonths: number }) {
  await tx.delete(comments).where(eq(comments.projectId, projectId))
  await tx.delete(notices).where(eq(notices.projectId, projectId))
  await tx.delete(invitations).where(eq(invitations.projectId, projectId))
  await tx.delete(requestDrafts).where(eq(requestDrafts.projectId, projectId))
  await tx.delete(fileRevisions).where(eq(fileRevisions.projectId, projectId))
  const rows = await tx.select({ id: files.id }).from(files).where(eq(files.projectId, projectId))
  const ids = rows.map(({ id }) => id)
  const pinned = ids.length === 0 ? new Set<string>() : await pinnedAmong(tx, ids, retention)
  const unneeded = ids.filter((id) => !pinned.has(id))
  if (unneeded.length > 0) {
    await deleteRows(tx, unneeded)
    await discardContent(tx, unneeded)
  }
  const ofProject = tx.select({ id: files.id }).from(files).where(eq(files.projectId, projectId))
  await tx.delete(fileShares).where(inArray(fileShares.fileId, ofProject))
  await tx
    .update(files)
    .set({ name: NO_FILE_NAME, nameKey: null, note: null, hiddenAt: sql`coalesce(${files.hiddenAt}, now())` })
    .where(eq(files.projectId, projectId))
  await tx
    .update(projects)
    .set({ name: NO_PROJECT_NAME, nameKey: null, notes: null, isPrivate: true })
    .where(eq(projects.id, projectId))
}

/**
 * Removes a person's name from their orders, and the billing details from those without an invoice. In projects with no
 * other members, also removes file names, and deletes orders that were never paid and are no longer open, since the
 * company does not need them for its books.
 */
async function anonymizeOrders(tx: Db, personId: string, pseudonym: string, alone: string[]) {
  const own = eq(requests.createdBy, personId)
  const ofOwn = tx
    .select({ id: sql<string>`${requests.id}::text` })
    .from(requests)
    .where(own)
  await tx
    .update(sandboxCheckouts)
    .set({ order: sql`${sandboxCheckouts.order} || '{"email": null, "title": "Simulation"}'` })
    .where(inArray(sql`${sandboxCheckouts.order} ->> 'requestId'`, ofOwn))
  const isAlone = alone.length > 0 ? inArray(requests.projectId, alone) : undefined
  if (isAlone) await tx.delete(requests).where(and(isAlone, isNull(requests.paidAt), not(isOpen)))
  // A project that was deleted earlier has no other members either, so its orders are treated in the same way.
  const isGone = sql`not exists (select from ${projects} where ${projects.id} = ${requests.projectId})`
  const nameless = (column: typeof requests.layout | typeof requests.stackup | typeof requests.material) =>
    sql`${column} || jsonb_build_object('name', ${NO_FILE_NAME}::text)`
  await tx
    .update(requests)
    .set({
      projectName: sql`case when ${requests.projectName} is not null then ${NO_PROJECT_NAME}::text end`,
      layout: nameless(requests.layout),
      stackup: nameless(requests.stackup),
      material: nameless(requests.material),
    })
    .where(or(isAlone, and(own, isGone)))
  if (isAlone) {
    await tx.update(messageAttachments).set({ name: NO_FILE_NAME }).where(inArray(messageAttachments.projectId, alone))
  }
  // An invoice must show whom it bills, for as long as the law requires the company to keep it.
  await tx
    .update(requests)
    .set({ billing: null })
    .where(and(own, isNull(requests.invoiceNumber)))
  await tx
    .update(requests)
    .set({ createdBy: pseudonym, createdByName: DELETED_PERSON_NAME, idempotencyKey: null })
    .where(own)
}

/** Deletes the events that only this person receives, and removes the person as the author of all other events. */
async function forgetEvents(tx: Db, personId: string) {
  const isRecipient = eq(liveEvents.person, personId)
  const isAuthor = sql`starts_with(${liveEvents.author}, ${authorIn(personId, '')})`
  await lockEvents(tx, or(isRecipient, isAuthor))
  await tx.delete(liveEvents).where(isRecipient)
  await tx.update(liveEvents).set({ author: '' }).where(isAuthor)
}

/** Selects the requests with the person's messages, unsent attachments, deliveries, refunds or work. */
function hasWritingOf(tx: Db, person: typeof users.$inferSelect) {
  const [messages, deliveries, refunds, work] = [requestMessages, requestDeliveries, requestRefunds, requestWork]
  const found = [
    tx.select({ id: messages.requestId }).from(messages).where(eq(messages.authorId, person.id)),
    requestsWithUnsent(tx, person.id),
    tx.select({ id: deliveries.requestId }).from(deliveries).where(eq(deliveries.byId, person.id)),
    tx.select({ id: refunds.requestId }).from(refunds).where(eq(refunds.byId, person.id)),
    tx.select({ id: work.requestId }).from(work).where(workOf(person).isTheirs),
  ]
  return or(...found.map((ids) => inArray(requests.id, ids)))
}

/** The SQL conditions that select what a staff member works on. */
function workOf({ id, fullname }: typeof users.$inferSelect) {
  const { assigneeId, done } = requestWork
  // Items from before `byId` existed contain only the name, so a namesake is removed from such items, too.
  const isItem = sql`coalesce(item ->> 'byId' = ${id}, item ->> 'by' = ${fullname})`
  const hasItem = sql`exists (select from jsonb_array_elements(${done}) item where ${isItem})`
  const isAssigned = eq(assigneeId, id)
  return { isItem, hasItem, isAssigned, isTheirs: or(isAssigned, hasItem) }
}

/** Unassigns a staff member's requests, and removes their name from the checklists. */
async function anonymizeWork(tx: Db, person: typeof users.$inferSelect, pseudonym: string) {
  const { done, requestId } = requestWork
  const { isItem, hasItem, isAssigned, isTheirs } = workOf(person)
  const nobody = sql`jsonb_build_object('by', ${DELETED_PERSON_NAME}::text, 'byId', ${pseudonym}::text)`
  const nameless = sql`(
    select jsonb_agg(case when ${isItem} then item || ${nobody} else item end order by place)
    from jsonb_array_elements(${done}) with ordinality as items(item, place)
  )`
  await lockInOrder(tx, [requestId], isTheirs)
  await tx.update(requestWork).set({ done: nameless }).where(hasItem)
  await tx.update(requestWork).set({ assigneeId: null, assigneeName: null }).where(isAssigned)
}

/** Deletes the activity of projects with no other members. In all other projects, replaces the person's name. */
async function anonymizeActivity(tx: Db, person: typeof users.$inferSelect, pseudonym: string, alone: string[]) {
  // Without this setting, a trigger prevents changes to the activity record.
  await tx.execute(sql`select set_config('activity.erasing', 'yes', true)`)
  const own = eq(activity.personId, person.id)
  const names = tx
    .select({ name: sql<string>`${activity.personName}` })
    .from(activity)
    .where(own)
  // Entries from before the column `member_id` contain only the member's name, so a namesake is removed from such
  // entries, too.
  const isOldAboutMember = and(
    inArray(activity.kind, ['member added', 'member role changed', 'member removed']),
    isNull(activity.memberId),
  )
  const hasName = or(eq(activity.subject, person.fullname), inArray(activity.subject, names))
  const isAboutMember = or(eq(activity.memberId, person.id), and(isOldAboutMember, hasName))
  const isAlone = inArray(activity.projectId, alone)
  await lockInOrder(tx, [activity.id], or(isAlone, isAboutMember, own))
  await tx.delete(activity).where(isAlone)
  await tx.update(activity).set({ subject: DELETED_PERSON_NAME, memberId: pseudonym }).where(isAboutMember)
  await tx.update(activity).set({ personId: pseudonym, personName: DELETED_PERSON_NAME }).where(own)
}

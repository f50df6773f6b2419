/**
 * Deletes what is stored about a person. Their orders stay, for the company's books, but belong to a pseudonym that nothing
 * connects with the person anymore. So do files and projects that other members still use.
 */
import { randomUUID } from 'node:crypto'
import { and, eq, inArray, isNull, not, or, sql } from 'drizzle-orm'

import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import {
  activity,
  contactMessages,
  fileRevisions,
  files,
  fileShares,
  identityRecords,
  liveEvents,
  projectMembers,
  projects,
  sandboxCheckouts,
  simulationRequests as requests,
  uploads,
  users,
} from '../database/schema'
import { discardContent } from '../files/discarded-content'
import { deleteRows, lockRequestsOfProject, pinnedAmong, requestsKeeping } from '../files/pinned-files'
import { defineJob, type JobHandler } from '../jobs/job'
import { deleteWholeProject } from '../projects/project-deletion'
import { lockProject } from '../projects/store'
import { dropUploads } from '../transfers/unfinished-uploads'

const NOBODY = 'Deleted user'
const NO_FILE_NAME = 'Deleted file'
const NO_PROJECT_NAME = 'Deleted project'
const DAY_MS = 24 * 60 * 60 * 1000

/** The files of orders are needed: requests are in progress or wait for a payment. */
export class WorkIsOpen extends Error {
  override name = 'WorkIsOpen'
  constructor(readonly count: number) {
    super('Simulation requests are in progress.')
  }
}

type Options = {
  config: Pick<ServerConfig, 'retentionMonths'>
  /** Whether the files that orders need are deleted too. */
  removeFiles: boolean
  /** Whether the contact messages from the person's e-mail address are deleted; see export.ts. */
  messages: boolean
}

/**
 * A node may still know the names of a person whom another one has deleted, and not store them anew when the person comes
 * back. The empty row remains until every node has forgotten them.
 */
const deleteRow = defineJob<{ personId: string }>('delete person')

export const personDeletion = ({ db }: { db: Db }): JobHandler =>
  deleteRow.runBy(async ({ personId }) => {
    const { id, username } = users
    const isUsed = sql`(exists (select from ${projectMembers} where ${projectMembers.userId} = ${id})
      or exists (select from ${projects} where ${projects.createdBy} = ${id})
      or exists (select from ${files} where ${files.uploadedBy} = ${id})
      or exists (select from ${uploads} where ${uploads.uploadedBy} = ${id}))`
    await db.delete(users).where(and(eq(id, personId), eq(username, ''), not(isUsed)))
  })

/** Deletes a person's data in one transaction. Throws WorkIsOpen without a change. */
export const deletePerson = (db: Db, personId: string, { config, removeFiles, messages }: Options): Promise<void> =>
  db.transaction(async (tx) => {
    const [person] = await tx.select().from(users).where(eq(users.id, personId)).for('update')
    if (!person) return
    const pseudonym = `deleted-${randomUUID()}`
    await tx.insert(users).values({ id: pseudonym, username: 'deleted user', fullname: NOBODY })

    const alone = await projectsAlone(tx, personId)
    const kept: string[] = []
    let openWork = 0
    for (const projectId of alone) {
      await lockProject(tx, projectId)
      await lockRequestsOfProject(tx, projectId)
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

    await dropUploads(tx, eq(uploads.uploadedBy, personId))
    await anonymizeOrders(tx, personId, pseudonym, alone)
    await anonymizeActivity(tx, person, pseudonym, alone)
    await tx.delete(fileShares).where(eq(fileShares.createdBy, personId))
    await tx.delete(projectMembers).where(eq(projectMembers.userId, personId))
    await tx
      .update(projects)
      .set({ createdBy: pseudonym, createdByName: NOBODY, idempotencyKey: null })
      .where(eq(projects.createdBy, personId))
    await tx.update(files).set({ uploadedBy: pseudonym }).where(eq(files.uploadedBy, personId))
    if (messages && person.email !== '')
      await tx.delete(contactMessages).where(eq(sql`lower(${contactMessages.email})`, person.email.toLowerCase()))
    // Ends the sessions of the embedded sign-in.
    await tx.delete(identityRecords).where(eq(sql`${identityRecords.payload} ->> 'accountId'`, personId))
    await tx.delete(liveEvents).where(eq(liveEvents.person, personId))
    await tx.update(users).set({ username: '', fullname: NOBODY, email: '' }).where(eq(users.id, personId))
    await deleteRow.add(tx, { personId }, { delayMs: DAY_MS })
  })

const isOpen = inArray(requests.status, ['awaiting payment', 'paid', 'in progress'])

/** The projects that nobody else is a member of, in the order in which projects are locked. */
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

/** Leaves only the files that orders need, without names. The hourly sweep deletes them when their retention ends. */
async function emptyProject(tx: Db, projectId: string, retention: { retentionMonths: number }) {
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

/** Orders that were never paid for are no records of the company. */
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
  if (alone.length > 0) {
    const isAlone = inArray(requests.projectId, alone)
    await tx.delete(requests).where(and(isAlone, isNull(requests.paidAt), not(isOpen)))
    const nameless = (column: typeof requests.layout | typeof requests.stackup | typeof requests.material) =>
      sql`${column} || jsonb_build_object('name', ${NO_FILE_NAME}::text)`
    await tx
      .update(requests)
      .set({
        layout: nameless(requests.layout),
        stackup: nameless(requests.stackup),
        material: nameless(requests.material),
      })
      .where(isAlone)
  }
  await tx.update(requests).set({ createdBy: pseudonym, createdByName: NOBODY, idempotencyKey: null }).where(own)
}

/** The record of a project that nobody else knows is deleted. In all others, it says that somebody did it. */
async function anonymizeActivity(tx: Db, person: typeof users.$inferSelect, pseudonym: string, alone: string[]) {
  // Without this, a trigger refuses to change the record.
  await tx.execute(sql`select set_config('activity.erasing', 'yes', true)`)
  if (alone.length > 0) await tx.delete(activity).where(inArray(activity.projectId, alone))
  const own = eq(activity.personId, person.id)
  const names = tx
    .select({ name: sql<string>`${activity.personName}` })
    .from(activity)
    .where(own)
  const isAboutMember = inArray(activity.kind, ['member added', 'member role changed', 'member removed'])
  await tx
    .update(activity)
    .set({ subject: NOBODY })
    .where(and(isAboutMember, or(eq(activity.subject, person.fullname), inArray(activity.subject, names))))
  await tx.update(activity).set({ personId: pseudonym, personName: NOBODY }).where(own)
}

/** The personal data that is stored about one person, as files of a zip. */
import { Readable } from 'node:stream'
import { and, eq, getTableColumns, isNull, or, sql } from 'drizzle-orm'

import type { Db } from '../database/database'
import {
  activity,
  billingDetails,
  comments,
  contactAnswers,
  contactMessages,
  files,
  fileShares,
  identityAccounts,
  invitations,
  notices,
  noticeSettings,
  projectMembers,
  projects,
  requestDrafts,
  requestMessages,
  seenFiles,
  simulationRequests,
  users,
} from '../database/schema'
import { type Zipped, zipOf } from '../transfers/zip'
import { isFromPerson } from './contact-messages-from'

type Options = {
  /**
   * Whether to include the contact messages from the person's e-mail address, and the answers to them. Only an operator
   * can verify that the address belongs to the person: the API's tokens do not prove it.
   */
  messages: boolean
}

/** Returns a zip with one JSON file per kind of data. The tables are read one after the other while it is sent. */
export function personExport(db: Db, personId: string, { messages }: Options): Readable {
  const date = new Date()
  const isFrom = isFromPerson(personId)
  const file = (name: string, read: () => Promise<unknown>): Zipped => ({
    name: `${name}.json`,
    date,
    open: async () => Readable.from([Buffer.from(`${JSON.stringify(await read(), null, 2)}\n`)]),
  })
  return zipOf([
    file('account', () => db.select().from(users).where(eq(users.id, personId))),
    file('sign-in', () => {
      const { sub, passwordHash: _hash, ...columns } = getTableColumns(identityAccounts)
      return db.select(columns).from(identityAccounts).where(eq(sub, personId))
    }),
    file('projects', () =>
      db
        .select({
          id: projects.id,
          name: projects.name,
          notes: projects.notes,
          created: projects.created,
          isCreator: sql<boolean>`${projects.createdBy} = ${personId}`,
          role: projectMembers.role,
          memberSince: projectMembers.since,
        })
        .from(projectMembers)
        .innerJoin(projects, eq(projects.id, projectMembers.projectId))
        .where(and(eq(projectMembers.userId, personId), isNull(projects.deletedAt)))
        .orderBy(projectMembers.since),
    ),
    file('files', () =>
      db
        .select({
          id: files.id,
          projectId: files.projectId,
          name: files.name,
          note: files.note,
          size: files.size,
          sha256: files.sha256,
          modified: files.modifiedAt,
          uploaded: files.uploadedAt,
        })
        .from(files)
        .where(eq(files.uploadedBy, personId))
        .orderBy(files.uploadedAt),
    ),
    file('share-links', () =>
      db
        .select({ fileId: fileShares.fileId, created: fileShares.createdAt, expires: fileShares.expiresAt })
        .from(fileShares)
        .where(eq(fileShares.createdBy, personId))
        .orderBy(fileShares.createdAt),
    ),
    file('invitations', () =>
      db
        .select({
          projectId: invitations.projectId,
          email: invitations.email,
          role: invitations.role,
          status: invitations.status,
          sent: invitations.sentAt,
          isInviter: sql<boolean>`${invitations.invitedBy} = ${personId}`,
        })
        .from(invitations)
        .where(or(eq(invitations.invitedBy, personId), eq(invitations.acceptedBy, personId)))
        .orderBy(invitations.sentAt),
    ),
    file('comments', () =>
      db
        .select({ id: comments.id, projectId: comments.projectId, text: comments.text, created: comments.created })
        .from(comments)
        .where(eq(comments.author, personId))
        .orderBy(comments.created),
    ),
    file('seen-files', () =>
      db
        .select({ projectId: seenFiles.projectId, fileId: seenFiles.documentId, until: seenFiles.until })
        .from(seenFiles)
        .where(eq(seenFiles.personId, personId))
        .orderBy(seenFiles.until),
    ),
    file('notices', async () => ({
      settings: await db
        .select({ kind: noticeSettings.kind, delivery: noticeSettings.delivery })
        .from(noticeSettings)
        .where(eq(noticeSettings.personId, personId)),
      notices: await db
        .select({
          kind: notices.kind,
          detail: notices.detail,
          project: notices.projectName,
          subject: notices.subject,
          by: notices.actorName,
          created: notices.created,
          read: notices.readAt,
        })
        .from(notices)
        .where(eq(notices.personId, personId))
        .orderBy(notices.created),
    })),
    file('requests', async () => {
      const rows = await db
        .select()
        .from(simulationRequests)
        .where(eq(simulationRequests.createdBy, personId))
        .orderBy(simulationRequests.created)
      return rows.map(({ orderHash: _hash, idempotencyKey: _key, ...row }) => row)
    }),
    file('request-messages', () =>
      db
        .select({
          requestId: requestMessages.requestId,
          kind: requestMessages.kind,
          text: requestMessages.text,
          created: requestMessages.created,
          pins: requestMessages.pins,
        })
        .from(requestMessages)
        .where(eq(requestMessages.authorId, personId))
        .orderBy(requestMessages.created),
    ),
    file('contact-answers', () =>
      db
        .select({ messageId: contactAnswers.messageId, text: contactAnswers.text, created: contactAnswers.created })
        .from(contactAnswers)
        .where(eq(contactAnswers.byId, personId))
        .orderBy(contactAnswers.created),
    ),
    file('request-drafts', () =>
      db
        .select({ projectId: requestDrafts.projectId, saved: requestDrafts.savedAt, content: requestDrafts.content })
        .from(requestDrafts)
        .where(eq(requestDrafts.personId, personId))
        .orderBy(requestDrafts.savedAt),
    ),
    file('billing-details', () =>
      db.select({ details: billingDetails.details }).from(billingDetails).where(eq(billingDetails.personId, personId)),
    ),
    file('activity', () => db.select().from(activity).where(eq(activity.personId, personId)).orderBy(activity.at)),
    ...(messages
      ? [
          file('messages', () =>
            db
              .select({
                id: contactMessages.id,
                name: contactMessages.name,
                email: contactMessages.email,
                message: contactMessages.message,
                received: contactMessages.received,
              })
              .from(contactMessages)
              .where(isFrom),
          ),
          file('message-answers', () =>
            db
              .select({
                messageId: contactAnswers.messageId,
                text: contactAnswers.text,
                created: contactAnswers.created,
                sent: contactAnswers.sentAt,
              })
              .from(contactAnswers)
              .innerJoin(contactMessages, eq(contactMessages.id, contactAnswers.messageId))
              .where(isFrom)
              .orderBy(contactAnswers.created),
          ),
        ]
      : []),
  ])
}

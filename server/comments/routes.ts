/** Handlers for comments on files. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'

import { recordActivity } from '../activity/record'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { pageRequest } from '../database/pages'
import { comments, projectMembers } from '../database/schema'
import { noSuchProject, Problem, wrongField } from '../http/problem'
import { linkNext } from '../http/page-link'
import { plainText } from '../http/text'
import { forgetComment, tellMembers, tellThread } from '../notices/record'
import { findFile } from '../files/file-records'
import { listedRevision } from '../files/revisions'
import { lockProject } from '../projects/store'
import { type Doer, lockPerson } from '../sharing/users'
import { type CommentRow, documentOf, listThreads, MAX_REPLIES, MAX_THREADS, showThread } from './store'

const DEFAULT_PAGE_SIZE = 50

const noSuchFile = () => new Problem(404, 'There is no such file, or you are not a member of its project.')
const gone = () => new Problem(404, 'There is no such comment, or you are not a member of its project.')

export const commentHandlers = ({ db }: AppServices) => {
  const answer = async (comment: CommentRow, reader: string) => {
    const thread = await showThread(db, comment, reader)
    if (!thread) throw gone()
    return thread
  }

  return {
    async listComments({ identity, file, query, ...call }) {
      const { threads, next } = await listThreads(db, file, identity.id, pageRequest(query, DEFAULT_PAGE_SIZE))
      linkNext(call, next)
      return threads
    },

    async addComment({ identity, project, file, body }) {
      const text = textOf(body.text)
      const stored = await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        // The lock keeps others from adding comments between the count and the insert, and from deleting the file.
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        const known = await knownComment(tx, body.id, { author: identity.id, documentId: documentOf(file) })
        if (known) return known
        if (!(await findFile(tx, file.id))) throw noSuchFile()
        const ofFile = and(eq(comments.documentId, documentOf(file)), isNull(comments.threadId))
        if ((await tx.$count(comments, ofFile)) >= MAX_THREADS) {
          throw new Problem(
            409,
            `A file can have at most ${MAX_THREADS.toLocaleString('en-US')} comment threads. Delete one that is no longer needed, then try again.`,
          )
        }
        const mentions = await mentioned(tx, project.id, body.mentions)
        const documentId = documentOf(file)
        const [added] = await tx
          .insert(comments)
          .values({
            id: body.id,
            projectId: project.id,
            documentId,
            anchor: body.anchor ?? null,
            text,
            author: identity.id,
            mentions,
          })
          .returning()
        await tellMembers(
          tx,
          { projectId: project.id, by, people: mentions },
          { kind: 'mention', subject: file.name, documentId, commentId: body.id },
        )
        await recordActivity(tx, project.id, by, [{ kind: 'comment added', subject: file.name, fileId: file.id }])
        return added
      })
      if (!stored) throw new Error('The comment could not be saved.')
      return answer(stored, identity.id)
    },

    async replyToComment({ identity, project, comment, body }) {
      if (comment.threadId !== null) throw gone()
      const text = textOf(body.text)
      const stored = await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        const known = await knownComment(tx, body.id, { author: identity.id, documentId: comment.documentId })
        if (known) return known
        const [thread] = await tx.select({ id: comments.id }).from(comments).where(eq(comments.id, comment.id))
        if (!thread) throw gone()
        if ((await tx.$count(comments, eq(comments.threadId, comment.id))) >= MAX_REPLIES) {
          throw new Problem(409, `A thread can have at most ${MAX_REPLIES} replies. Start a new thread.`)
        }
        const mentions = await mentioned(tx, project.id, body.mentions)
        const [added] = await tx
          .insert(comments)
          .values({
            id: body.id,
            projectId: project.id,
            documentId: comment.documentId,
            threadId: comment.id,
            text,
            author: identity.id,
            mentions,
          })
          .returning()
        await record(tx, comment, by, 'comment added')
        const file = await listedRevision(tx, project.id, comment.documentId)
        if (file) {
          const cause = { projectId: project.id, by }
          const about = { subject: file.name, documentId: comment.documentId, commentId: body.id }
          await tellMembers(tx, { ...cause, people: mentions }, { kind: 'mention', ...about })
          await tellThread(tx, { ...cause, threadId: comment.id, except: mentions }, { kind: 'reply', ...about })
        }
        return added
      })
      if (!stored) throw new Error('The reply could not be saved.')
      return answer(stored, identity.id)
    },

    async changeComment({ identity, project, comment, body }) {
      if (comment.author !== identity.id) throw new Problem(403, 'Only the author of a comment can change it.')
      const text = textOf(body.text)
      await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        const mentions = await mentioned(tx, project.id, body.mentions)
        const [before] = await tx.select().from(comments).where(eq(comments.id, comment.id))
        const changed = await tx
          .update(comments)
          .set({ text, mentions, edited: sql`now()` })
          .where(and(eq(comments.id, comment.id), isNull(comments.deletedAt)))
          .returning({ id: comments.id })
        if (changed.length === 0) throw gone()
        const file = await listedRevision(tx, project.id, comment.documentId)
        const people = mentions.filter((id) => !before?.mentions.includes(id))
        if (file) {
          await tellMembers(
            tx,
            { projectId: project.id, by, people },
            { kind: 'mention', subject: file.name, documentId: comment.documentId, commentId: comment.id },
          )
        }
      })
      return answer(comment, identity.id)
    },

    async deleteComment({ identity, project, comment }) {
      if (comment.author !== identity.id) throw new Problem(403, 'Only the author of a comment can delete it.')
      await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        // A reply that is being added waits for this lock, and then no longer finds a thread that was deleted.
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        await record(tx, comment, by, 'comment deleted')
        const replies = await tx.$count(comments, eq(comments.threadId, comment.id))
        const own = eq(comments.id, comment.id)
        if (replies > 0) await tx.update(comments).set({ text: '', mentions: [], deletedAt: sql`now()` }).where(own)
        else await tx.delete(comments).where(own)
        if (comment.threadId !== null) {
          // If the first comment has already been deleted, it was kept only for its replies. Delete it with the last
          // one.
          const isEmpty = sql`not exists (select from comments replies where replies.thread_id = ${comment.threadId})`
          await tx
            .delete(comments)
            .where(and(eq(comments.id, comment.threadId), sql`${comments.deletedAt} is not null`, isEmpty))
        }
        await forgetComment(tx, comment.id)
      })
      return undefined
    },

    async resolveComment({ identity, project, comment, body }) {
      if (comment.threadId !== null) throw gone()
      const { resolved } = body
      await db.transaction(async (tx) => {
        const by = await lockPerson(tx, identity)
        if (!(await lockProject(tx, project.id))) throw noSuchProject()
        const isOther = resolved ? isNull(comments.resolvedAt) : sql`${comments.resolvedAt} is not null`
        const changed = await tx
          .update(comments)
          .set(resolved ? { resolvedAt: sql`now()`, resolvedBy: identity.id } : { resolvedAt: null, resolvedBy: null })
          .where(and(eq(comments.id, comment.id), isOther))
          .returning({ id: comments.id })
        if (changed.length > 0) await record(tx, comment, by, resolved ? 'comment resolved' : 'comment reopened')
      })
      return answer(comment, identity.id)
    },
  } satisfies Partial<Handlers>
}

function textOf(given: string): string {
  const text = plainText(given)
  if (text === '') throw wrongField('text', 'text must not be empty.')
  return text
}

/**
 * Finds the comment that an earlier call with the same id stored. Rejects an id used by someone else or for another
 * file.
 */
async function knownComment(tx: Db, id: string, { author, documentId }: { author: string; documentId: string }) {
  const [known] = await tx.select().from(comments).where(eq(comments.id, id))
  if (known && (known.author !== author || known.documentId !== documentId)) {
    throw new Problem(409, 'id is already used by another comment.')
  }
  return known
}

/** Converts the ids of members to the ids of their users. Ids of former members are ignored. */
async function mentioned(tx: Db, projectId: string, memberIds: string[] = []): Promise<string[]> {
  if (memberIds.length === 0) return []
  const rows = await tx
    .select({ userId: projectMembers.userId })
    .from(projectMembers)
    .where(and(eq(projectMembers.projectId, projectId), inArray(projectMembers.id, memberIds)))
  return rows.map(({ userId }) => userId)
}

type CommentKind = 'comment added' | 'comment resolved' | 'comment reopened' | 'comment deleted'

async function record(tx: Db, { projectId, documentId }: CommentRow, by: Doer, kind: CommentKind) {
  const file = await listedRevision(tx, projectId, documentId)
  if (file) await recordActivity(tx, projectId, by, [{ kind, subject: file.name, fileId: file.id }])
}

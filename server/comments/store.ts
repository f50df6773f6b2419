/** Stores comments on files, in threads. */
import { and, asc, eq, exists, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'

import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { commentedFiles, comments, files, users } from '../database/schema'
import type { FileRow } from '../files/file-records'

export type CommentRow = typeof comments.$inferSelect
type Thread = components['schemas']['CommentThread']

/** The numbers of threads on a file and of replies in a thread are limited, since browsers load all of them. */
export const MAX_THREADS = 1000
export const MAX_REPLIES = 200

/** The maximum number of comments on a page, which consists of whole threads. The longest thread fits on one page. */
const MAX_ON_PAGE = 250

export const documentOf = ({ id, documentId }: Pick<FileRow, 'id' | 'documentId'>) => documentId ?? id

const isFirst = isNull(comments.threadId)

const listedOf = (documentId: SQL | string) =>
  and(isNull(files.hiddenAt), or(eq(files.id, documentId), eq(files.documentId, documentId)))

/** Finds a comment on a listed file. */
export async function findComment(db: Db, id: string): Promise<CommentRow | undefined> {
  const file = db
    .select({ id: files.id })
    .from(files)
    .where(listedOf(sql`${comments.documentId}`))
  const [found] = await db
    .select()
    .from(comments)
    .where(and(eq(comments.id, id), exists(file)))
  return found
}

const replies = alias(comments, 'replies')

/**
 * Returns a page of the threads of a file with all their replies, newest thread first. Long threads make a page shorter
 * than requested.
 */
export async function listThreads(db: Db, file: FileRow, reader: string, page: PageRequest) {
  const clauses = pageClauses('newest first', [comments.created, comments.id], page)
  const replyCount = db
    .select({ count: sql<number>`count(*)`.mapWith(Number).as('reply_count') })
    .from(replies)
    .where(eq(replies.threadId, comments.id))
    .as('reply_counts')
  const found = await db
    .select({ id: comments.id, created: comments.created, replies: replyCount.count })
    .from(comments)
    .leftJoinLateral(replyCount, sql`true`)
    .where(clauses.where(and(eq(comments.documentId, documentOf(file)), isFirst)))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  let onPage = 0
  const firstTooMany = found.findIndex((thread) => (onPage += 1 + thread.replies) > MAX_ON_PAGE)
  const limit = firstTooMany === -1 ? page.limit : Math.min(page.limit, Math.max(1, firstTooMany))
  const { rows, next } = pageOf(found, { ...page, limit }, ({ created, id }) => ({ time: created, id }))
  const ids = rows.map(({ id }) => id)
  return { threads: await threadsOf(db, ids, file.id, reader), next }
}

/** Returns one thread; undefined if it no longer exists. */
export async function showThread(db: Db, { id, threadId, documentId }: CommentRow, reader: string) {
  const [file] = await db.select({ id: files.id }).from(files).where(listedOf(documentId))
  const [thread] = file ? await threadsOf(db, [threadId ?? id], file.id, reader) : []
  return thread
}

const resolvers = alias(users, 'resolvers')

async function threadsOf(db: Db, ids: string[], fileId: string, reader: string): Promise<Thread[]> {
  if (ids.length === 0) return []
  const found = await db
    .select({ row: comments, authorName: users.fullname, resolverName: resolvers.fullname })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.author))
    .leftJoin(resolvers, eq(resolvers.id, comments.resolvedBy))
    .where(or(inArray(comments.id, ids), inArray(comments.threadId, ids)))
    .orderBy(asc(comments.created), asc(comments.id))
  const mentioned = [...new Set(found.flatMap(({ row }) => row.mentions))]
  const people = mentioned.length === 0 ? [] : await db.select().from(users).where(inArray(users.id, mentioned))
  const names = new Map(people.map(({ id, fullname }) => [id, fullname]))
  return ids.flatMap((id) => {
    const first = found.find(({ row }) => row.id === id)
    if (!first) return []
    const replies = found.filter(({ row }) => row.threadId === id)
    return {
      id,
      file_id: fileId,
      anchor: first.row.anchor,
      resolved: first.row.resolvedAt?.toISOString() ?? null,
      resolved_by_name: first.row.resolvedAt ? first.resolverName : null,
      comments: [first, ...replies].map(({ row, authorName }) => ({
        id: row.id,
        author_name: authorName,
        is_own: row.author === reader,
        text: row.text,
        mentions: row.mentions.flatMap((mention) => names.get(mention) ?? []),
        created: row.created.toISOString(),
        edited: row.edited?.toISOString() ?? null,
        deleted: row.deletedAt !== null,
      })),
    }
  })
}

/** Returns the number of open threads for each document. Files without comments are left out. */
export async function countOpenThreads(db: Db, documents: string[]): Promise<Map<string, number>> {
  if (documents.length === 0) return new Map()
  const rows = await db
    .select({ documentId: commentedFiles.documentId, count: commentedFiles.openThreads })
    .from(commentedFiles)
    .where(sql`${commentedFiles.documentId} = any(${sql.param(documents)}::uuid[])`)
  return new Map(rows.map(({ documentId, count }) => [documentId, count]))
}

/** Reads and changes the messages of the contact form, with the staff's data about them. */
import { and, asc, eq, isNotNull, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'

import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { lockInOrder } from '../database/lock-in-order'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { contactAnswers as answers, contactMessages as messages } from '../database/schema'
import { hasAllWords } from '../database/text-search'
import { Problem } from '../http/problem'
import { type Caller, type Doer, lockPerson } from '../sharing/users'

type Schemas = components['schemas']

export type ContactRow = typeof messages.$inferSelect

export type ContactFilter = {
  state?: Schemas['ContactState'] | 'open' | 'all' | undefined
  assignee?: 'me' | undefined
  q?: string | undefined
}

export async function findContactMessage(db: Db, id: string): Promise<ContactRow | undefined> {
  const [found] = await db.select().from(messages).where(eq(messages.id, id))
  return found
}

const columns = {
  id: messages.id,
  name: messages.name,
  email: messages.email,
  excerpt: sql<string>`left(${messages.message}, 200)`,
  received: messages.received,
  assigneeId: messages.assigneeId,
  assigneeName: messages.assigneeName,
  doneAt: messages.doneAt,
  // The columns are qualified here, because Drizzle does not qualify them in a query without joins.
  answered: sql`(
    select max("answer"."created") from ${answers} as "answer" where "answer"."message_id" = ${messages}."id"
  )`.mapWith(answers.created) as SQL<Date | null>,
  // True if sending any answer has failed: the visitor may still be waiting for an earlier answer after a later one was
  // sent.
  unsent: sql<boolean>`exists (
    select from ${answers} as "answer"
    where "answer"."message_id" = ${messages}."id" and "answer"."failure" is not null
  )`,
}

const listed = (db: Db) => db.select(columns).from(messages).$dynamic()

type Listed = Awaited<ReturnType<typeof listed>>[number]

const isOpen = isNull(messages.doneAt)

const inState: Record<NonNullable<ContactFilter['state']>, SQL | undefined> = {
  open: isOpen,
  new: and(isOpen, isNull(messages.assigneeId)),
  assigned: and(isOpen, isNotNull(messages.assigneeId)),
  done: isNotNull(messages.doneAt),
  all: undefined,
}

/**
 * Returns a page of the messages. Those that still need an answer are listed in the order in which they arrived, all
 * others newest first.
 */
export async function listContactMessages(
  db: Db,
  { state = 'open', assignee, q }: ContactFilter,
  reader: { id: string },
  page: PageRequest,
): Promise<Schemas['StaffContactPage']> {
  const order = state === 'done' || state === 'all' ? 'newest first' : 'oldest first'
  const clauses = pageClauses(order, [messages.received, messages.id], page)
  const found = await listed(db)
    .where(
      clauses.where(
        and(
          inState[state],
          assignee === 'me' ? eq(messages.assigneeId, reader.id) : undefined,
          hasAllWords(sql`concat_ws(' ', ${messages.name}, ${messages.email}, ${messages.message})`, q),
        ),
      ),
    )
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows, next } = pageOf(found, page, ({ received, id }) => ({ time: received, id }))
  return { messages: rows.map(summaryAnswer), next }
}

const summaryAnswer = (row: Listed): Schemas['StaffContactSummary'] => ({
  id: row.id,
  name: row.name,
  email: row.email,
  excerpt: row.excerpt,
  received: row.received.toISOString(),
  state: row.doneAt !== null ? 'done' : row.assigneeId !== null ? 'assigned' : 'new',
  assignee: row.assigneeId === null ? null : { id: row.assigneeId, name: row.assigneeName ?? '' },
  answered: row.answered?.toISOString() ?? null,
  unsent: row.unsent,
})

/** The answers to a message, oldest first. */
export const answersOf = (db: Db, messageId: string) =>
  db.select().from(answers).where(eq(answers.messageId, messageId)).orderBy(asc(answers.created), asc(answers.id))

/** Returns a message as seen by the staff. `mail` is true if there is a mail server. */
export async function contactMessage(
  db: Db,
  id: string,
  { mail }: { mail: boolean },
): Promise<Schemas['StaffContact']> {
  const { message, notes, notesVersion, doneByName } = messages
  const [row] = await db
    .select({ ...columns, message, notes, notesVersion, doneByName })
    .from(messages)
    .where(eq(messages.id, id))
  if (!row) throw wasDeleted()
  const found = await answersOf(db, id)
  return {
    summary: summaryAnswer(row),
    message: row.message,
    answers: found.map(({ id: answerId, text, byName, created, sentAt, failure }) => ({
      id: answerId,
      text,
      by: byName,
      created: created.toISOString(),
      sent: sentAt?.toISOString() ?? null,
      failure,
    })),
    done: row.doneAt && { by: row.doneByName ?? '', at: row.doneAt.toISOString() },
    notes: row.notes,
    notes_version: row.notesVersion,
    mail,
  }
}

/** The error for a message that was deleted after the call began. */
const wasDeleted = () => new Problem(404, 'The message was deleted in the meantime.')

type Change = PgUpdateSetSource<typeof messages>

/** Changes the staff's data about a message, one change at a time. */
export const changeContactMessage = (
  db: Db,
  id: string,
  caller: Caller,
  change: (known: ContactRow, by: Doer, tx: Db) => Change | Promise<Change>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    const [known] = await tx.select().from(messages).where(eq(messages.id, id)).for('update')
    if (!known) throw wasDeleted()
    const changed = await change(known, by, tx)
    if (Object.keys(changed).length > 0) await tx.update(messages).set(changed).where(eq(messages.id, id))
  })

/**
 * Marks the new messages that arrived before a date as done, without a person's name: an operator knows that they were
 * answered by other means. Returns their number.
 */
export const closeMessagesBefore = (db: Db, date: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const isNew = and(inState.new, lt(messages.received, date))
    await lockInOrder(tx, [messages.id], isNew)
    const closed = await tx.update(messages).set({ doneAt: sql`now()` }).where(isNew).returning({ id: messages.id })
    return closed.length
  })

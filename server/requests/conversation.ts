/**
 * The conversation between the customer and the staff about a request. Questions from the staff stop the clock: the
 * delivery date moves by the time until they are answered.
 */
import { and, eq, inArray, isNull } from 'drizzle-orm'

import { postponed } from '../../machines/requests/due-date'
import type { components } from '../../openapi/generated/product'
import type { Db } from '../database/database'
import { pageClauses, pageOf, type PageRequest } from '../database/pages'
import { requestMessages as messages, simulationRequests as requests } from '../database/schema'
import { keptAmong } from '../files/file-records'
import { Problem, wrongField } from '../http/problem'
import { plainText } from '../http/text'
import { tellCustomer, tellStaff } from '../notices/record'
import { type Caller, type Doer, lockPerson } from '../sharing/users'
import { attachmentsOf, sendAttachments } from './attachments'
import { filesOfRequest } from './request-files'
import { requestSubject, type RequestRow, statusText } from './store'

type Message = components['schemas']['RequestMessage']
type MessageRow = typeof messages.$inferSelect
type NewPins = components['schemas']['NewMessagePins']

/** The content of a message from either side. */
type Content = { id: string; text: string; pins?: NewPins; attachments?: string[] }

const MAX_MESSAGES = 1000

/** Returns a page of the conversation, newest first. */
export async function listMessages(db: Db, requestId: string, page: PageRequest) {
  const clauses = pageClauses('newest first', [messages.created, messages.id], page)
  const found = await db
    .select()
    .from(messages)
    .where(clauses.where(eq(messages.requestId, requestId)))
    .orderBy(...clauses.orderBy)
    .limit(clauses.limit)
  const { rows, next } = pageOf(found, page, ({ created, id }) => ({ time: created, id }))
  return { messages: await messageAnswers(db, rows), next }
}

async function messageAnswers(db: Db, rows: MessageRow[]): Promise<Message[]> {
  const pinned = new Set(rows.flatMap(({ pins }) => pins.map((pin) => pin.file_id)))
  const kept = await keptAmong(db, [...pinned])
  const attachments = await attachmentsOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => messageAnswer(row, kept, attachments.get(row.id)))
}

async function answerOf(db: Db, row: MessageRow): Promise<Message> {
  const [answer] = await messageAnswers(db, [row])
  if (!answer) throw new Error('The message could not be loaded.')
  return answer
}

const messageAnswer = (
  row: MessageRow,
  kept: ReadonlySet<string>,
  attachments: Message['attachments'] | undefined,
): Message => ({
  id: row.id,
  side: row.side,
  kind: row.kind,
  text: row.text,
  author: row.authorName,
  created: row.created.toISOString(),
  answers: row.answers,
  answered: row.answeredAt?.toISOString() ?? null,
  ...(row.pins.length > 0 && {
    pins: row.pins.map((pin) => ({ ...pin, ...(!kept.has(pin.file_id) && { gone: true }) })),
  }),
  ...(attachments && { attachments }),
})

const questionKinds: Message['kind'][] = ['question', 'assumptions']
const isOpenQuestion = (requestId: string) =>
  and(eq(messages.requestId, requestId), inArray(messages.kind, questionKinds), isNull(messages.answeredAt))

/** Writes to the customer, who is notified. Questions and assumptions stop the clock. */
export const writeAsStaff = (
  db: Db,
  request: RequestRow,
  caller: Caller,
  { kind, ...content }: Content & { kind: 'message' | 'question' | 'assumptions' },
): Promise<Message> =>
  write(db, request, caller, { ...content, kind, side: 'staff', answers: null }, async (tx, current, now, by) => {
    if (kind !== 'message') {
      if (current.status !== 'paid' && current.status !== 'in progress') {
        throw new Problem(
          409,
          `This request is ${statusText(current.status)}: only a paid request that has not been delivered can wait for the customer.`,
        )
      }
      if (current.waitingSince === null) {
        await tx.update(requests).set({ waitingSince: now }).where(eq(requests.id, current.id))
      }
    }
    const subject = requestSubject(current)
    const cause = { projectId: current.projectId, by, orderedBy: current.createdBy }
    const detail = kind !== 'message' && { detail: kind }
    await tellCustomer(tx, cause, { kind: 'message', subject, requestId: current.id, ...detail })
  })

type Answer = Content & { answers?: string; approves?: boolean }

/**
 * Writes to the staff. Once no question is open, the clock runs again, and the delivery date moves by the business days
 * spent waiting for the answers.
 */
export function writeAsCustomer(
  db: Db,
  request: RequestRow,
  caller: Caller,
  { answers, approves = false, ...content }: Answer,
): Promise<Message> {
  const question = answers ?? null
  if (approves && question === null) throw wrongField('answers', 'answers must identify the assumptions to approve.')
  const kind = question === null ? 'message' : approves ? 'approval' : 'answer'
  return write(
    db,
    request,
    caller,
    { ...content, kind, side: 'customer', answers: question },
    async (tx, current, now, by) => {
      const about = { requestId: current.id, subject: requestSubject(current), by }
      await tellStaff(tx, about, question === null ? 'written' : 'answered')
      if (question === null) return
      const [asked] = await tx
        .update(messages)
        .set({ answeredAt: now })
        .where(and(isOpenQuestion(current.id), eq(messages.id, question)))
        .returning()
      if (!asked)
        throw new Problem(
          409,
          'This question has been answered in the meantime. You can send your answer as a message.',
        )
      if (approves && asked.kind !== 'assumptions') throw wrongField('approves', 'Only assumptions can be approved.')
      const { waitingSince, dueAt } = current
      if (waitingSince === null || (await tx.$count(messages, isOpenQuestion(current.id))) > 0) return
      await tx
        .update(requests)
        .set({ waitingSince: null, dueAt: dueAt && postponed(dueAt, waitingSince, now) })
        .where(eq(requests.id, current.id))
    },
  )
}

type NewMessage = Content & Pick<MessageRow, 'kind' | 'side' | 'answers'>

/**
 * Adds a message and its side effects; messages of a request are added one after the other. A repeated call has no
 * effect.
 */
async function write(
  db: Db,
  { id: requestId }: RequestRow,
  caller: Caller,
  { pins = [], attachments = [], ...message }: NewMessage,
  follow: (tx: Db, current: RequestRow, now: Date, by: Doer) => Promise<void>,
): Promise<Message> {
  const text = plainText(message.text)
  if (text === '') throw wrongField('text', 'text must not be empty.')
  return db.transaction(async (tx) => {
    const by = await lockPerson(tx, caller)
    const [current] = await tx.select().from(requests).where(eq(requests.id, requestId)).for('update')
    if (!current) throw new Problem(404, 'There is no such request.')
    const [known] = await tx.select().from(messages).where(eq(messages.id, message.id))
    if (known) {
      if (known.requestId === requestId && known.authorId === by.id) return answerOf(tx, known)
      throw wrongField('id', 'id is already used by another message.')
    }
    if ((await tx.$count(messages, eq(messages.requestId, requestId))) >= MAX_MESSAGES) {
      throw new Problem(
        409,
        `A request can have at most ${MAX_MESSAGES.toLocaleString('en-US')} messages. Send an e-mail instead.`,
      )
    }
    const now = new Date()
    const author = { authorId: by.id, authorName: by.fullname }
    const [added] = await tx
      .insert(messages)
      .values({
        ...message,
        ...author,
        text,
        requestId,
        projectId: current.projectId,
        created: now,
        pins: await storedPins(tx, current, pins),
      })
      .returning()
    if (!added) throw new Error('The message could not be saved.')
    if (attachments.length > 0) await sendAttachments(tx, added, attachments, by)
    await follow(tx, current, now, by)
    return answerOf(tx, added)
  })
}

/** The pins with the names of their files, which must belong to the request. */
async function storedPins(tx: Db, request: RequestRow, pins: NewPins): Promise<MessageRow['pins']> {
  if (pins.length === 0) return []
  const files = await filesOfRequest(tx, request)
  return pins.map(({ file_id: id, anchor = null }) => {
    const file = files.get(id)
    if (!file) throw wrongField('pins', 'pins must refer to files of this request.')
    return { file_id: id, file_name: file.name, anchor }
  })
}

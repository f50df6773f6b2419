/** Handlers for the messages of the contact form, which the staff assign, answer and mark as done. */
import { eq, sql } from 'drizzle-orm'

import type { AppServices, Handlers } from '../auth/route-context'
import { pageRequest } from '../database/pages'
import { contactAnswers } from '../database/schema'
import { Problem, wrongField } from '../http/problem'
import { plainText } from '../http/text'
import type { Doer } from '../sharing/users'
import { contactAnswerMail } from './contact-answer-mail'
import { answersOf, changeContactMessage, contactMessage, type ContactRow, listContactMessages } from './contact-store'

const DEFAULT_PAGE_SIZE = 50
const MAX_ANSWERS = 100

export const contactHandlers = ({ db, config }: AppServices) => {
  const answer = (id: string) => contactMessage(db, id, { mail: config.contactMail !== null })

  return {
    listContactMessages: ({ identity, query }) =>
      listContactMessages(db, query, identity, pageRequest(query, DEFAULT_PAGE_SIZE)),

    getContactMessage: ({ contactMessage: { id } }) => answer(id),

    async assignContactMessage({ identity, contactMessage: { id }, body: { mine, from } }) {
      await changeContactMessage(db, id, identity, (known, by) => {
        // A repeated call has no effect.
        if (mine ? known.assigneeId === by.id : known.assigneeId === null) return {}
        if (known.doneAt) throw isDone(known, 'change its assignee')
        expectAssignee(known, from, by)
        return mine ? assignedTo(by) : { assigneeId: null, assigneeName: null }
      })
      return answer(id)
    },

    async closeContactMessage({ identity, contactMessage: { id }, body: { done, from } }) {
      await changeContactMessage(db, id, identity, (known, by) => {
        // A repeated call has no effect.
        if (done === (known.doneAt !== null)) return {}
        expectAssignee(known, from, by)
        return done
          ? { doneAt: sql`now()`, doneById: by.id, doneByName: by.fullname }
          : { doneAt: null, doneById: null, doneByName: null }
      })
      return answer(id)
    },

    async changeContactNotes({ identity, contactMessage: { id }, body: { notes, version } }) {
      await changeContactMessage(db, id, identity, (known) => {
        // A repeated call has no effect.
        if (notes === known.notes) return {}
        if (version !== known.notesVersion) {
          throw new Problem(
            409,
            'Someone else has changed the notes in the meantime. Your text is kept here. Compare it with the saved notes, then save it.',
          )
        }
        return { notes, notesVersion: known.notesVersion + 1 }
      })
      return answer(id)
    },

    async answerContactMessage({ identity, contactMessage: { id: messageId }, body: { id, text: typed, from, seen } }) {
      const text = plainText(typed)
      if (text === '') throw wrongField('text', 'text must not be empty.')
      await changeContactMessage(db, messageId, identity, async (known, by, tx) => {
        const [repeated] = await tx.select().from(contactAnswers).where(eq(contactAnswers.id, id))
        if (repeated) {
          const isSame = repeated.messageId === messageId && repeated.byId === by.id && repeated.text === text
          if (isSame) return {}
          throw wrongField('id', 'id is already used by another answer.')
        }
        if (!config.contactMail) {
          throw new Problem(409, 'This site has no mail server. Send the answer from your own mailbox.')
        }
        if (known.doneAt) throw isDone(known, 'send the answer')
        expectAssignee(known, from, by)
        const answers = await answersOf(tx, messageId)
        if (answers.length !== seen) {
          throw new Problem(
            409,
            `${answers.at(-1)?.byName ?? 'Someone else'} has answered in the meantime. Read that answer, then send yours if it is still needed.`,
          )
        }
        if (answers.length >= MAX_ANSWERS) {
          throw new Problem(
            409,
            `A message can have at most ${MAX_ANSWERS} answers. Send this one from your own mailbox.`,
          )
        }
        await tx.insert(contactAnswers).values({ id, messageId, text, byId: by.id, byName: by.fullname })
        await contactAnswerMail.add(tx, { answerId: id })
        return known.assigneeId === null ? assignedTo(by) : {}
      })
      return answer(messageId)
    },
  } satisfies Partial<Handlers>
}

const assignedTo = ({ id, fullname }: Doer) => ({ assigneeId: id, assigneeName: fullname })

const isDone = ({ doneByName }: ContactRow, next: string) =>
  new Problem(409, `${doneByName ?? 'Someone'} has marked this message as done. Reopen it to ${next}.`)

/** Refuses a change by someone who has not seen that a colleague works on the message. */
function expectAssignee({ assigneeId, assigneeName }: ContactRow, seen: string | null, by: Doer) {
  if (assigneeId === seen || assigneeId === by.id) return
  throw new Problem(
    409,
    assigneeId === null
      ? 'The message was unassigned in the meantime. Please check it again.'
      : `The message was assigned to ${assigneeName} in the meantime. Please check it again.`,
  )
}

/** Handlers for the messages of the contact form, which the staff assign, answer and mark as done. */
import { eq, sql } from 'drizzle-orm'

import type { Identity } from '../auth/bearer-token'
import type { AppServices, Handlers } from '../auth/route-context'
import { pageRequest } from '../database/pages'
import { contactAnswers } from '../database/schema'
import { Problem, wrongField } from '../http/problem'
import { plainText } from '../http/text'
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
      await changeContactMessage(db, id, identity, (known) => {
        // A repeated call has no effect.
        if (mine ? known.assigneeId === identity.id : known.assigneeId === null) return {}
        if (known.doneAt) throw isDone(known, 'change its assignee')
        expectAssignee(known, from, identity)
        return mine ? assignedTo(identity) : { assigneeId: null, assigneeName: null }
      })
      return answer(id)
    },

    async closeContactMessage({ identity, contactMessage: { id }, body: { done, from } }) {
      await changeContactMessage(db, id, identity, (known) => {
        // A repeated call has no effect.
        if (done === (known.doneAt !== null)) return {}
        expectAssignee(known, from, identity)
        return done
          ? { doneAt: sql`now()`, doneById: identity.id, doneByName: identity.fullname }
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
            'Someone else has changed the notes in the meantime. Your text is kept here. Compare both, then save yours.',
          )
        }
        return { notes, notesVersion: known.notesVersion + 1 }
      })
      return answer(id)
    },

    async answerContactMessage({ identity, contactMessage: { id: messageId }, body: { id, text: typed, from, seen } }) {
      const text = plainText(typed)
      if (text === '') throw wrongField('text', 'text must not be empty.')
      await changeContactMessage(db, messageId, identity, async (known, tx) => {
        const [repeated] = await tx.select().from(contactAnswers).where(eq(contactAnswers.id, id))
        if (repeated) {
          const isSame = repeated.messageId === messageId && repeated.byId === identity.id && repeated.text === text
          if (isSame) return {}
          throw wrongField('id', 'id is already used by another answer.')
        }
        if (!config.contactMail) {
          throw new Problem(409, 'This site has no mail server. Send the answer from your own mailbox.')
        }
        if (known.doneAt) throw isDone(known, 'send the answer')
        expectAssignee(known, from, identity)
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
        await tx.insert(contactAnswers).values({ id, messageId, text, byId: identity.id, byName: identity.fullname })
        await contactAnswerMail.add(tx, { answerId: id })
        return known.assigneeId === null ? assignedTo(identity) : {}
      })
      return answer(messageId)
    },
  } satisfies Partial<Handlers>
}

const assignedTo = ({ id, fullname }: Identity) => ({ assigneeId: id, assigneeName: fullname })

const isDone = ({ doneByName }: ContactRow, next: string) =>
  new Problem(409, `${doneByName ?? 'Someone'} has marked this message as done. Reopen it to ${next}.`)

/** Refuses a change by somebody who has not seen that a colleague works on the message. */
function expectAssignee({ assigneeId, assigneeName }: ContactRow, seen: string | null, by: Identity) {
  if (assigneeId === seen || assigneeId === by.id) return
  throw new Problem(
    409,
    assigneeId === null
      ? 'The message was unassigned in the meantime. Please check it again.'
      : `The message was assigned to ${assigneeName} in the meantime. Please check it again.`,
  )
}

/** Sends the staff's answers to contact messages. */
import { and, eq, isNull, sql } from 'drizzle-orm'

import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { contactAnswers, contactMessages } from '../database/schema'
import { oneLine } from '../http/text'
import { defineJob, type JobHandler } from '../jobs/job'
import { sendMail, senderOf } from '../jobs/send-mail'
import { DELETED_PERSON_NAME } from '../people/deleted-person-name'

const FAILURE_CHARACTERS = 500

/** This job is added in the transaction that stores the answer. */
export const contactAnswerMail = defineJob<{ answerId: string }>('contact answer')

type Services = { config: Pick<ServerConfig, 'contactMail' | 'publicUrl'>; db: Db }

export const contactAnswerJob = ({ config: { contactMail, publicUrl }, db }: Services): JobHandler =>
  contactAnswerMail.runBy(async ({ answerId }) => {
    const isOwn = eq(contactAnswers.id, answerId)
    const [found] = await db
      .select({
        text: contactAnswers.text,
        by: contactAnswers.byName,
        name: contactMessages.name,
        email: contactMessages.email,
        message: contactMessages.message,
        received: contactMessages.received,
      })
      .from(contactAnswers)
      .innerJoin(contactMessages, eq(contactMessages.id, contactAnswers.messageId))
      // An earlier run may have sent the answer. The answer is gone if the message was deleted in the meantime.
      .where(and(isOwn, isNull(contactAnswers.sentAt)))
    if (!found) return
    let failure: string | null = null
    try {
      // A mail server was configured when the answer was stored, so the job is repeated in case there is one again.
      if (!contactMail) throw new Error('This site no longer has a mail server.')
      const host = new URL(publicUrl).host
      await sendMail(contactMail, {
        id: answerId,
        from: senderOf(contactMail, publicUrl),
        to: { name: found.name, address: found.email },
        subject: `Your message to ${host}`,
        text:
          `${found.text}\n\n${found.by === DELETED_PERSON_NAME ? '' : `${found.by}\n`}${host}\n\n` +
          `On ${found.received.toUTCString()}, ${found.name} wrote:\n${found.message.replace(/^/gm, '> ')}\n`,
      })
    } catch (error) {
      failure = oneLine(error instanceof Error ? error.message : String(error)).slice(0, FAILURE_CHARACTERS)
    }
    if (failure !== null) {
      await db.update(contactAnswers).set({ failure }).where(isOwn)
      // The mail server's text may contain the visitor's address, and the job and the log may outlive the message.
      throw new Error('The answer was not sent. The page of the message shows why.')
    }
    await db.update(contactAnswers).set({ sentAt: sql`now()`, failure: null }).where(isOwn)
  })

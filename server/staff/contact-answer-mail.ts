/** Sends the staff's answers to contact messages. */
import { and, eq, isNull, sql } from 'drizzle-orm'

import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { contactAnswers, contactMessages } from '../database/schema'
import { oneLine } from '../http/text'
import { defineJob, type JobHandler } from '../jobs/job'
import { sendMail } from '../jobs/send-mail'

const FAILURE_CHARACTERS = 500

/** Added in the transaction that stores the answer. */
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
      // An earlier run may have sent the answer. It is gone if the message was deleted in the meantime.
      .where(and(isOwn, isNull(contactAnswers.sentAt)))
    if (!found) return
    try {
      // The mail server was there when the answer was stored, so the job waits for it.
      if (!contactMail) throw new Error('There is no mail server.')
      const host = new URL(publicUrl).host
      await sendMail(contactMail, {
        id: answerId,
        from: { name: host, address: contactMail.to },
        to: { name: found.name, address: found.email },
        subject: `Your message to ${host}`,
        text:
          `${found.text}\n\n${found.by}\n${host}\n\n` +
          `On ${found.received.toUTCString()}, ${found.name} wrote:\n${found.message.replace(/^/gm, '> ')}\n`,
      })
    } catch (error) {
      const failure = oneLine(error instanceof Error ? error.message : String(error)).slice(0, FAILURE_CHARACTERS)
      await db.update(contactAnswers).set({ failure }).where(isOwn)
      throw error
    }
    await db.update(contactAnswers).set({ sentAt: sql`now()`, failure: null }).where(isOwn)
  })

/** Forwards contact messages to the operator's mailbox. */
import { eq } from 'drizzle-orm'

import type { ServerConfig } from '../config'
import type { Db } from '../database/database'
import { contactMessages } from '../database/schema'
import { defineJob, type JobHandler } from '../jobs/job'
import { sendMail } from '../jobs/send-mail'

/** A stored contact message. */
export type StoredMessage = { id: string; name: string; email: string; message: string }

/**
 * This job is added in the transaction that stores the message, so that visitors do not have to wait for the mail
 * server.
 */
export const contactMail = defineJob<{ messageId: string }>('contact mail')

export const contactMailJob = ({ config, db }: { config: ServerConfig; db: Db }): JobHandler => {
  const forward = createContactMail(config)
  return contactMail.runBy(async ({ messageId }) => {
    const [message] = await db.select().from(contactMessages).where(eq(contactMessages.id, messageId))
    if (message) await forward(message)
  })
}

const addressed = (name: string, address: string) => ({ name, address })

/**
 * Creates a function that forwards contact messages to the operator's mailbox. It resolves when the mail server has
 * accepted the message and rejects with the mail server's error. Without a mail server, it does nothing. Messages must
 * already be in the database.
 */
export function createContactMail({
  contactMail: mail,
  publicUrl,
}: Pick<ServerConfig, 'contactMail' | 'publicUrl'>): (message: StoredMessage) => Promise<void> {
  if (!mail) return async () => undefined
  return async ({ id, name, email, message }) => {
    await sendMail(mail, {
      id,
      from: addressed('Website', mail.to),
      to: mail.to,
      // The visitor is the reply-to address, not the sender: mail servers reject forged senders.
      replyTo: addressed(name, email),
      subject: `Message from ${name}`,
      text: `${message}\n\n${name} <${email}>\n\nAnswer this message at ${publicUrl}/staff/messages/${id}\n`,
    })
  }
}

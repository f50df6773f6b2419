import type { ServerConfig } from '../config'

/** A stored contact message. */
export type StoredMessage = { id: string; name: string; email: string; message: string }

const addressed = (name: string, address: string) => ({ name, address })

/**
 * Creates a function that forwards contact messages to the operator's mailbox. It resolves when the mail server has
 * accepted the message and rejects with the mail server's error. Without a mail server, it does nothing. Messages must
 * already be in the database.
 */
export function createContactMail(mail: ServerConfig['contactMail']): (message: StoredMessage) => Promise<void> {
  if (!mail) return async () => undefined
  return async ({ id, name, email, message }) => {
    // Loaded with the first message to keep startup fast.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(mail.smtpUrl)
    try {
      await transport.sendMail({
        from: addressed('Website', mail.to),
        to: mail.to,
        // The visitor is the reply-to address, not the sender: mail servers reject forged senders.
        replyTo: addressed(name, email),
        subject: `Message from ${name}`,
        text: `${message}\n\n${name} <${email}>\n${id}\n`,
      })
    } finally {
      transport.close()
    }
  }
}

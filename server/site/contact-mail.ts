import type { ServerConfig } from '../config'

/** A contact message as it is kept. */
export type StoredMessage = { id: string; name: string; email: string; message: string }

const addressed = (name: string, address: string) => ({ name, address })

/**
 * Passes contact messages on to the operator's mailbox. It resolves when the mail server has the message, and rejects
 * with that server's error; the message itself is in the database by then. Without a mail server there is nothing to do.
 */
export function createContactMail(mail: ServerConfig['contactMail']): (message: StoredMessage) => Promise<void> {
  if (!mail) return async () => undefined
  return async ({ id, name, email, message }) => {
    // Loaded with the first message: a start should not wait for it.
    const { createTransport } = await import('nodemailer')
    const transport = createTransport(mail.smtpUrl)
    try {
      await transport.sendMail({
        from: addressed('Website', mail.to),
        to: mail.to,
        // The visitor is answered to, not sent for: a foreign sender would be refused as forged.
        replyTo: addressed(name, email),
        subject: `Message from ${name}`,
        text: `${message}\n\n${name} <${email}>\n${id}\n`,
      })
    } finally {
      transport.close()
    }
  }
}

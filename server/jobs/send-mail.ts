/**
 * Sends e-mails through the configured mail server. Only jobs send e-mails, so that sending is repeated if the mail
 * server fails.
 */
import type { SendMailOptions } from 'nodemailer'

import type { ServerConfig } from '../config'

export type MailSettings = NonNullable<ServerConfig['contactMail']>

/** The sender of the site's e-mails. */
export const senderOf = ({ to }: MailSettings, publicUrl: string) => ({ name: new URL(publicUrl).host, address: to })

/**
 * Resolves when the mail server has accepted the message, and rejects with its error. The message id is derived from
 * `id`, so that a retry has the same one and mail programs recognize the duplicate.
 */
export async function sendMail(
  { smtpUrl, to }: MailSettings,
  { id, ...message }: SendMailOptions & { id: string },
): Promise<void> {
  // The library is loaded with the first message to keep startup fast.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport(smtpUrl)
  try {
    await transport.sendMail({ ...message, messageId: `<${id}@${to.split('@')[1]}>` })
  } finally {
    transport.close()
  }
}

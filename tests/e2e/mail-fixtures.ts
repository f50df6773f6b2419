import path from 'node:path'

import { type MailServer, startMailServer } from '../support/services/mail-server'
import { startTestStack, type TestStack } from '../support/stack'
import { test as base } from './fixtures'

/** A real mail server, as a fixture of each worker. */
export const mailServer = [
  async ({}: object, use: (mail: MailServer) => Promise<void>) => {
    const mail = await startMailServer()
    await use(mail)
    mail.stop()
  },
  { scope: 'worker' },
] as const

/** The settings with which a stack sends its e-mail through a mail server. */
export const mailSettings = ({ smtpUrl }: MailServer) => ({ SMTP_URL: smtpUrl, CONTACT_EMAIL: 'desk@example.com' })

/** Tests with a separate stack, which sends e-mail to a real mail server. */
export const test = base.extend<object, { mail: MailServer; stack: TestStack }>({
  mail: [mailServer[0], mailServer[1]],
  stack: [
    async ({ mail }, use) => {
      const stack = await startTestStack({ clientDir: path.resolve('dist/client'), env: mailSettings(mail) })
      await use(stack)
      await stack.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

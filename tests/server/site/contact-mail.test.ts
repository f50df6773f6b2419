import { expect, onTestFinished, test } from 'vitest'

import { createContactMail } from '../../../server/site/contact-mail'
import { startMailServer } from '../../support/services/mail-server'

const message = { id: 'm1', name: 'Ada Vance', email: 'ada@example.com', message: 'Can you simulate a PCIe Gen5 link?' }

const publicUrl = 'https://www.example.com'
const settings = (smtpUrl: string) => ({ contactMail: { smtpUrl, to: 'desk@example.com' }, publicUrl })

async function startServer(refusing = false) {
  const server = await startMailServer({ refusing })
  onTestFinished(server.stop)
  return server
}

test('a contact message is sent to the mailbox, with the visitor’s address as the reply-to address', async () => {
  const { mails, smtpUrl } = await startServer()
  await createContactMail(settings(smtpUrl))(message)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/^To: desk@example\.com\r$/m)
  expect(mails[0]).toMatch(/^Reply-To: "?Ada Vance"? <ada@example\.com>\r$/m)
  expect(mails[0]).toMatch(/^Subject: Message from Ada Vance\r$/m)
  expect(mails[0]).toContain('Can you simulate a PCIe Gen5 link?')
  // Colleagues would not see an answer that is sent from the mailbox.
  expect(mails[0]).toContain('Answer this message at https://www.example.com/staff/messages/m1')
})

test('the visitor’s input cannot add headers', async () => {
  const { mails, smtpUrl } = await startServer()
  await createContactMail(settings(smtpUrl))({ ...message, name: 'Ada\r\nBcc: all@example.com' })
  expect(mails[0]?.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
})

test('a rejection by the mail server is an error', async () => {
  const { smtpUrl } = await startServer(true)
  await expect(createContactMail(settings(smtpUrl))(message)).rejects.toThrow(/no such mailbox|rejected/)
})

test('without a mail server nothing is sent', async () => {
  await expect(createContactMail({ contactMail: null, publicUrl })(message)).resolves.toBeUndefined()
})

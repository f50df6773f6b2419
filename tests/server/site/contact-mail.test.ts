import { once } from 'node:events'
import net from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { createContactMail } from '../../../server/site/contact-mail'

const message = { id: 'm1', name: 'Ada Vance', email: 'ada@example.com', message: 'Can you simulate a PCIe Gen5 link?' }

/** Starts a mail server that accepts all mail, or rejects all recipients. */
async function startMailServer(refusesRecipients = false) {
  const mails: string[] = []
  const server = net.createServer((socket) => {
    let body: string | null = null
    socket.setEncoding('utf8').write('220 ready\r\n')
    socket.on('data', (chunk: string) => {
      if (body !== null) {
        body += chunk
        if (!body.endsWith('\r\n.\r\n')) return
        mails.push(body)
        body = null
        socket.write('250 kept\r\n')
      } else if (chunk.startsWith('DATA')) {
        body = ''
        socket.write('354 go on\r\n')
      } else if (chunk.startsWith('RCPT') && refusesRecipients) socket.write('550 no such mailbox\r\n')
      else if (chunk.startsWith('QUIT')) socket.end('221 bye\r\n')
      else socket.write('250 fine\r\n')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address() as net.AddressInfo
  return { mails, smtpUrl: `smtp://127.0.0.1:${address.port}` }
}

test('a contact message is sent to the mailbox, with the visitor’s address as the reply-to address', async () => {
  const { mails, smtpUrl } = await startMailServer()
  await createContactMail({ smtpUrl, to: 'desk@example.com' })(message)
  expect(mails).toHaveLength(1)
  expect(mails[0]).toMatch(/^To: desk@example\.com\r$/m)
  expect(mails[0]).toMatch(/^Reply-To: "?Ada Vance"? <ada@example\.com>\r$/m)
  expect(mails[0]).toMatch(/^Subject: Message from Ada Vance\r$/m)
  expect(mails[0]).toContain('Can you simulate a PCIe Gen5 link?')
})

test('the visitor’s input cannot add headers', async () => {
  const { mails, smtpUrl } = await startMailServer()
  await createContactMail({ smtpUrl, to: 'desk@example.com' })({ ...message, name: 'Ada\r\nBcc: all@example.com' })
  expect(mails[0]?.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
})

test('a rejection by the mail server is an error', async () => {
  const { smtpUrl } = await startMailServer(true)
  await expect(createContactMail({ smtpUrl, to: 'desk@example.com' })(message)).rejects.toThrow(
    /no such mailbox|rejected/,
  )
})

test('without a mail server nothing is sent', async () => {
  await expect(createContactMail(null)(message)).resolves.toBeUndefined()
})

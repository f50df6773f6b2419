/** A mail server that accepts all mail, or rejects all recipients while `refusing` is set. */
import { once } from 'node:events'
import net from 'node:net'

export type MailServer = {
  smtpUrl: string
  /** The accepted messages with their headers. */
  mails: string[]
  /** The envelope recipients of each message, whatever its headers contain. */
  recipients: string[][]
  /** Whether recipients are rejected from now on. */
  refusing: boolean
  stop(): void
}

export async function startMailServer({ refusing = false } = {}): Promise<MailServer> {
  const mails: string[] = []
  const recipients: string[][] = []
  const server = net.createServer((socket) => {
    let body: string | null = null
    let to: string[] = []
    socket.setEncoding('utf8').write('220 ready\r\n')
    socket.on('data', (chunk: string) => {
      if (body !== null) {
        body += chunk
        if (!body.endsWith('\r\n.\r\n')) return
        mails.push(body)
        recipients.push(to)
        body = null
        to = []
        socket.write('250 kept\r\n')
      } else if (chunk.startsWith('DATA')) {
        body = ''
        socket.write('354 go on\r\n')
      } else if (chunk.startsWith('RCPT') && mailServer.refusing) socket.write('550 no such mailbox\r\n')
      else if (chunk.startsWith('QUIT')) socket.end('221 bye\r\n')
      else {
        to.push(...[...chunk.matchAll(/^RCPT TO:<(.*)>/gim)].map(([, address = '']) => address))
        socket.write('250 fine\r\n')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as net.AddressInfo
  const mailServer: MailServer = {
    smtpUrl: `smtp://127.0.0.1:${address.port}`,
    mails,
    recipients,
    refusing,
    stop: () => void server.close(),
  }
  return mailServer
}

import { once } from 'node:events'
import net, { type AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import type { FastifyInstance } from 'fastify'
import { describe, expect, onTestFinished, test, vi } from 'vitest'

import { close, createListener, type ListenerOptions } from '../../../server/http/listener'
import { loggerOptions } from '../../../server/http/log'
import { defaultTimeLimits } from '../../../server/http/time-limits'

const make = (options: Partial<ListenerOptions> = {}) => createListener({ publicUrl: 'http://localhost', ...options })

/** Listens until the test ends and returns the port. */
async function serve(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 })
  onTestFinished(() => close(app))
  return (app.server.address() as AddressInfo).port
}

/** A raw connection on which the test writes the bytes itself. */
async function connect(port: number): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  return socket
}

const head = (method: string, path: string, ...headers: string[]) =>
  [`${method} ${path} HTTP/1.1`, 'host: localhost', ...headers, '', ''].join('\r\n')

test('a listener closes as soon as the current requests have ended, even if their connections stay open', async () => {
  // Nothing is aborted, because the three seconds never elapse.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const app = make()
  let closed: Promise<void> | undefined
  app.get('/', async () => {
    closed = close(app)
    while (app.server.listening) await new Promise((resolve) => setImmediate(resolve))
    return 'the last answer'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })

  const answer = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`)
  expect(await answer.text()).toBe('the last answer')
  expect(closed).toBeDefined()
  await closed
  expect(app.server.listening).toBe(false)
})

test.each([
  ['announced', 'content-length: 20000000'],
  ['in chunks', 'transfer-encoding: chunked'],
])(
  'a client that sends a body that is too large, %s, can send all of it and gets the response',
  async (_how, header) => {
    const app = make({ bodyLimit: 1_000 })
    app.post('/', async () => 'accepted')
    const socket = await connect(await serve(app))
    const received = text(socket)
    socket.write(head('POST', '/', header, 'content-type: application/json'))
    const megabyte = Buffer.alloc(1_000_000, ' ')
    for (let n = 0; n < 20; n++) {
      if (header.endsWith('chunked')) socket.write(`${megabyte.length.toString(16)}\r\n`)
      socket.write(megabyte)
      if (header.endsWith('chunked')) socket.write('\r\n')
      // As on a slow network, the client is still sending while the server responds.
      await new Promise((resolve) => setImmediate(resolve))
    }
    if (header.endsWith('chunked')) socket.write('0\r\n\r\n')
    socket.write(head('GET', '/elsewhere', 'connection: close'))
    expect(await received).toMatch(/^HTTP\/1\.1 413 [^]*too large[^]*HTTP\/1\.1 404 /)
  },
)

/** Much longer than a busy machine takes from accepting a connection to reading its request. */
const IDLE_MS = 1_000

describe('a listener waits', () => {
  const useFakeTimeouts = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
  }

  /** An application that accepts any body at /. `started` resolves when it has received the head of a request. */
  const taking = (isTransfer: boolean) => {
    const app = make()
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', async (_request: unknown, payload: Readable) => (await buffer(payload)).length)
    const started = new Promise<void>((resolve) => app.addHook('preParsing', async () => resolve()))
    app.post('/', { config: { isTransfer } }, ({ body }) => ({ bytes: body }))
    return { app, started }
  }

  test('30 seconds for a body, then responds with 408 and closes the connection', async () => {
    useFakeTimeouts()
    const { app, started } = taking(false)
    const socket = await connect(await serve(app))
    socket.write(`${head('POST', '/', 'content-length: 9', 'content-type: text/plain')}half`)
    await started
    vi.advanceTimersByTime(30_000)
    const answer = await text(socket)
    expect(answer).toMatch(/^HTTP\/1\.1 408 /)
    expect(answer).toContain('took too long to arrive')
  })

  test('indefinitely for a file that is still being received', async () => {
    useFakeTimeouts()
    const { app, started } = taking(true)
    const socket = await connect(await serve(app))
    socket.write(`${head('POST', '/', 'content-length: 8', 'content-type: text/plain', 'connection: close')}half`)
    await started
    vi.advanceTimersByTime(3_600_000)
    socket.write('half')
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 [^]*\{"bytes":8\}$/)
  })

  test('50 seconds for the next byte of a file', async () => {
    expect(make().server.timeout).toBe(50_000)
    const app = make({ timeLimits: { ...defaultTimeLimits, idleMs: IDLE_MS } })
    app.removeAllContentTypeParsers()
    const arrived: Promise<unknown>[] = []
    app.addContentTypeParser('*', (_request: unknown, payload: Readable, done: (error: null, body: unknown) => void) =>
      done(null, payload),
    )
    app.post('/', { config: { isTransfer: true } }, async ({ body }) => {
      const reading = buffer(body as Readable)
      arrived.push(reading)
      return { bytes: (await reading).length }
    })
    const socket = await connect(await serve(app))
    const closed = once(socket, 'close')
    socket.write(`${head('POST', '/', 'content-length: 8', 'content-type: text/plain')}half`)
    await closed
    await expect(arrived[0]).rejects.toThrow('aborted')
  })

  test('no longer for a client that does not read the response', async () => {
    const app = make({ timeLimits: { ...defaultTimeLimits, idleMs: IDLE_MS } })
    const endless = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536)
      })(),
    )
    app.get('/', (_request, reply) => reply.send(endless))
    const socket = await connect(await serve(app))
    const ended = once(endless, 'close')
    socket.pause().write(head('GET', '/'))
    await ended
    expect(endless.destroyed).toBe(true)
  })

  test('indefinitely for its own response', async () => {
    const app = make({ timeLimits: { ...defaultTimeLimits, idleMs: IDLE_MS } })
    app.get('/', async ({ raw }) => {
      await new Promise((resolve) => raw.socket.once('timeout', resolve))
      return 'late'
    })
    expect(await (await fetch(`http://127.0.0.1:${await serve(app)}/`)).text()).toBe('late')
  })

  test.each([
    ['nothing', ''],
    ['half a head', 'GET / HTTP/1.1\r\nhost: loc'],
  ])('15 seconds for a head when %s is received', async (_what, sent) => {
    expect(make().server.headersTimeout).toBe(15_000)
    const app = make({ timeLimits: { ...defaultTimeLimits, headersMs: 100 } })
    const socket = await connect(await serve(app))
    socket.write(sent)
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 408 /)
  })
})

describe('a listener responds', () => {
  const pages = () => {
    const app = make()
    app.get('/read', () => 'read')
    app.post('/send/:id', () => 'sent')
    // Like the route for files, some of which do not exist.
    app.get('/files/*', (_, reply) => reply.callNotFound())
    return app
  }

  test.each([
    ['POST', '/read', 405, 'GET, HEAD, OPTIONS'],
    ['GET', '/send/1?a=b', 405, 'POST, OPTIONS'],
    ['HEAD', '/send/1', 405, 'POST, OPTIONS'],
    ['PROPFIND', '/send/1', 405, 'POST, OPTIONS'],
    ['TRACE', '/read', 405, 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/read', 204, 'GET, HEAD, OPTIONS'],
    ['GET', '/nothing', 404, null],
    ['GET', '/files/missing.js', 404, null],
    ['HEAD', '/files/missing.js', 404, null],
    ['POST', '/files/missing.js', 405, 'GET, HEAD, OPTIONS'],
    ['OPTIONS', '/nothing', 404, null],
  ])('to %s %s with %i and the Allow header %j', async (method, path, status, allow) => {
    const socket = await connect(await serve(pages()))
    socket.write(head(method, path, 'connection: close'))
    const answer = await text(socket)
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(/^allow: (.*)$/m.exec(answer)?.[1]?.trim() ?? null).toBe(allow)
  })

  test.each([
    ['https://example.com', 'max-age=31536000; includeSubDomains'],
    ['http://localhost', null],
  ])('at %s with the Strict-Transport-Security header %j, for every status', async (publicUrl, expected) => {
    const app = make({ publicUrl })
    app.get('/', () => 'page')
    app.get('/broken', () => Promise.reject(new Error('broken')))
    const port = await serve(app)
    for (const [path, status] of [
      ['/', 200],
      ['/broken', 500],
      ['/nothing', 404],
    ] as const) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`)
      expect([answer.status, answer.headers.get('strict-transport-security')]).toEqual([status, expected])
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })
})

test('a listener that closes still answers a request on a connection that is in use, and then closes the connection', async () => {
  const app = make()
  let release = () => {}
  const started = new Promise<void>((resolve) => {
    app.get('/held', async () => {
      resolve()
      await new Promise<void>((held) => (release = held))
      return { answer: 'first' }
    })
  })
  app.get('/next', async () => ({ answer: 'second' }))
  const socket = await connect(await serve(app))
  const received = text(socket)
  socket.write(head('GET', '/held'))
  await started
  const closed = close(app)
  await expect.poll(() => app.server.listening).toBe(false)
  const arrived = once(app.server, 'request')
  socket.write(head('GET', '/next'))
  await arrived
  release()
  const [first = '', second = ''] = (await received).split(/(?=HTTP\/1\.1 )/)
  expect(first).toMatch(/^HTTP\/1\.1 200 [^]*first/)
  expect(second).toMatch(/^HTTP\/1\.1 200 [^]*x-request-id: [^]*second/)
  expect(second.toLowerCase()).toContain('connection: close')
  await closed
})

test.each([
  ['is not HTTP', 'nonsense\r\n\r\n', 400, 'cannot be read'],
  ['has a head that is too long', head('GET', '/', `long: ${'x'.repeat(20_000)}`), 431, 'too long'],
])('a request that %s is refused with an id, which is in the log, too', async (_, bytes, status, message) => {
  const lines: string[] = []
  const app = make({ logger: loggerOptions('info', { write: (line) => void lines.push(line) }) })
  const socket = await connect(await serve(app))
  socket.write(bytes)
  const [answered = '', body = ''] = (await text(socket)).split('\r\n\r\n')
  const [line, ...headers] = answered.split('\r\n')
  expect(line).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  const id = /^x-request-id: ([\da-f-]{36})$/m.exec(headers.join('\n'))?.[1]
  expect(headers.toSorted()).toEqual([
    'connection: close',
    `content-length: ${body.length}`,
    'content-type: application/problem+json',
    'x-content-type-options: nosniff',
    `x-request-id: ${id}`,
  ])
  expect(JSON.parse(body)).toMatchObject({ status, message: expect.stringContaining(message) })
  const logged = lines
    .map((entry) => JSON.parse(entry) as { reqId?: string })
    .filter(({ reqId }) => reqId !== undefined)
  expect(logged).toMatchObject([{ reqId: id, res: { statusCode: status }, msg: 'A request could not be read.' }])
})

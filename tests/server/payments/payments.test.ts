import { randomUUID } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { readConfig, type ServerConfig } from '../../../server/config'
import { InvalidSignature, type PaymentOrder, type PaymentProvider } from '../../../server/payments/provider'
import { createSandbox, signedEvent } from '../../../server/payments/sandbox'
import { startSandboxPage } from '../../../server/payments/sandbox-page'
import { files, projects, simulationRequests, users } from '../../../server/database/schema'
import { type Database, openDatabase } from '../../../server/database/database'
import { freePorts } from '../../../scripts/run/free-ports.mjs'

/** The sandbox, with a server that only records the webhooks. The API tests cover the effect of webhooks on the API. */
let database: Database
let dataDir: string
let config: ServerConfig
let sandbox: PaymentProvider
let page: { close(): Promise<void> }
let site: http.Server
let received: { body: Buffer; headers: http.IncomingHttpHeaders }[] = []

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sandbox-'))
  database = await openDatabase({ url: null, dataDir })
  site = http.createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ body: Buffer.concat(chunks), headers: request.headers })
      response.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
  const { port } = site.address() as AddressInfo
  config = readConfig({
    PORT: String(await freePorts(4)),
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: dataDir,
  })
  sandbox = createSandbox({ config, db: database.db })
  page = await startSandboxPage({ config, db: database.db })
})
afterAll(async () => {
  await page.close()
  site.close()
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})
beforeEach(() => {
  received = []
})

const order = (): PaymentOrder => ({
  requestId: randomUUID(),
  title: 'Bridge <b>board</b>',
  email: 'user@example.com',
  lines: [
    { name: 'MIPI-D', quantity: 2, unitPrice: 2000 },
    { name: 'PowerDC', quantity: 1, unitPrice: 1000 },
  ],
  total: 5000,
  purchaseOrder: null,
  successUrl: `${config.publicUrl}/workspace?checkout=success`,
  cancelUrl: `${config.publicUrl}/workspace?checkout=cancelled`,
})
const opened = () => sandbox.open(order(), randomUUID())
const press = (url: string, button: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/${button}`, { method: 'POST', redirect: 'manual', headers })
const fetchText = async (url: string) => (await fetch(url)).text()

describe('a checkout', () => {
  test('shows the line items, the total, and that no money is charged', async () => {
    const { url } = await opened()
    const text = await fetchText(url)
    expect(text).toContain('No real money is charged.')
    expect(text).toContain('2 × $2,000')
    expect(text).toContain('$4,000')
    expect(text).toContain('Pay $5,000')
    expect(text).toContain('Bridge &lt;b&gt;board&lt;/b&gt;')
  })

  test('is the same for the same idempotency key', async () => {
    const key = randomUUID()
    const first = await sandbox.open(order(), key)
    expect(await sandbox.open(order(), key)).toEqual(first)
    expect(await sandbox.open(order(), randomUUID())).not.toEqual(first)
  })

  test('paid: notifies the site with a signature and redirects back', async () => {
    const { checkoutId, url } = await opened()
    const answer = await press(url, 'pay')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`${config.publicUrl}/workspace?checkout=success`)
    expect((await sandbox.look(checkoutId)).state).toBe('paid')
    expect(received).toHaveLength(1)
    const [call] = received
    await expect(sandbox.readEvent(call?.body ?? Buffer.of(), call?.headers ?? {})).resolves.toMatchObject({
      checkoutId,
      state: 'paid',
    })
  })

  test('paid twice at once: one payment, one event', async () => {
    const { checkoutId, url } = await opened()
    const answers = await Promise.all([press(url, 'pay'), press(url, 'pay'), press(url, 'cancel')])
    expect(answers.filter((answer) => answer.headers.get('location')?.includes('checkout='))).toHaveLength(1)
    expect(received).toHaveLength(1)
    const { state } = await sandbox.look(checkoutId)
    expect(await fetchText(url)).toContain(state === 'paid' ? 'It cannot be paid twice.' : 'This payment was canceled')
    await press(url, 'pay')
    expect(received).toHaveLength(1)
    expect((await sandbox.look(checkoutId)).state).toBe(state)
  })

  test('declined: shows an error, and can be retried', async () => {
    const { checkoutId, url } = await opened()
    const answer = await press(url, 'decline')
    const back = new URL(answer.headers.get('location') ?? '', url).href
    expect(await fetchText(back)).toContain('The card was declined.')
    expect((await sandbox.look(checkoutId)).state).toBe('open')
    expect(received).toHaveLength(0)
    expect((await press(url, 'pay')).headers.get('location')).toContain('checkout=success')
  })

  test('canceled: notifies the site and redirects back', async () => {
    const { checkoutId, url } = await opened()
    const answer = await press(url, 'cancel')
    expect(answer.headers.get('location')).toBe(`${config.publicUrl}/workspace?checkout=cancelled`)
    expect((await sandbox.look(checkoutId)).state).toBe('cancelled')
    expect(JSON.parse(received[0]?.body.toString() ?? '{}')).toMatchObject({ data: { checkoutId, state: 'cancelled' } })
  })

  test('closed by the API can no longer be paid, and a paid one stays paid', async () => {
    const { checkoutId, url } = await opened()
    expect(await sandbox.end(checkoutId)).toMatchObject({ checkoutId, state: 'cancelled', cents: 500_000 })
    expect((await press(url, 'pay')).headers.get('location')).toBe(`/checkout/${checkoutId}`)
    expect(await sandbox.look(checkoutId)).toMatchObject({ state: 'cancelled', url: null })
    const paid = await opened()
    await press(paid.url, 'pay')
    expect(await sandbox.end(paid.checkoutId)).toMatchObject({ state: 'paid' })
  })

  test.each([
    ['was cancelled', { status: 'cancelled' as const, hasLayout: true }],
    ['has lost its layout file', { status: 'awaiting payment' as const, hasLayout: false }],
  ])('of a request that %s can no longer be paid', async (_, { status, hasLayout }) => {
    const { db } = database
    const [pat] = await db.insert(users).values({ id: randomUUID(), username: 'pat', fullname: 'Pat' }).returning()
    const createdBy = pat?.id ?? ''
    const [project] = await db.insert(projects).values({ name: 'Board', createdBy, createdByName: 'Pat' }).returning()
    const projectId = project?.id ?? ''
    const layout = { id: randomUUID(), name: 'b.brd', size: 1, sha256: '' }
    const file = { ...layout, projectId, typeId: 1, proposedType: 'layout', modifiedAt: new Date() }
    if (hasLayout) await db.insert(files).values({ ...file, uploadedBy: createdBy })
    const { requestId, ...rest } = order()
    const { checkoutId, url } = await sandbox.open({ requestId, ...rest }, requestId)
    const ordered = { createdBy, createdByName: 'Pat', total: 5000, si: [], pi: [], orderHash: '' }
    await db.insert(simulationRequests).values({ ...ordered, id: requestId, projectId, status, layout, checkoutId })
    expect((await press(url, 'pay')).headers.get('location')).toBe(`/checkout/${checkoutId}`)
    expect(await fetchText(url)).toContain('This payment was canceled')
    expect((await sandbox.look(checkoutId)).state).toBe('cancelled')
  })

  test('is paid even if the site does not respond', async () => {
    const deaf = { ...config, publicUrl: `http://localhost:${await freePorts(1)}`, port: await freePorts(4) }
    const other = await startSandboxPage({ config: deaf, db: database.db })
    try {
      const { checkoutId } = await opened()
      const answer = await press(`http://localhost:${deaf.port + 3}/checkout/${checkoutId}`, 'pay')
      expect(answer.status).toBe(303)
      expect((await sandbox.look(checkoutId)).state).toBe('paid')
    } finally {
      await other.close()
    }
  })

  test('is not changed by a form from another site or a wrong URL', async () => {
    const { checkoutId, url } = await opened()
    expect((await press(url, 'pay', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await press(url, 'refund')).status).toBe(404)
    expect((await fetch(url.replace(checkoutId, randomUUID()))).status).toBe(404)
    expect((await fetch(url.replace(checkoutId, 'x'))).status).toBe(404)
    expect((await sandbox.look(checkoutId)).state).toBe('open')
  })
})

describe('an event', () => {
  const id = randomUUID()

  test('with another signature, body or time is rejected', async () => {
    const { body, headers } = await signedEvent(database.db, id, 'paid')
    await expect(sandbox.readEvent(body, headers)).resolves.toMatchObject({ checkoutId: id, state: 'paid' })

    const forged = [
      { body, headers: {} },
      { body, headers: { 'payment-signature': 't=1,v1=00' } },
      { body, headers: { 'payment-signature': `${headers['payment-signature'].slice(0, -2)}zz` } },
      { body: Buffer.from(body.toString().replace('paid', 'open')), headers },
    ]
    for (const { body: payload, headers: signed } of forged) {
      await expect(sandbox.readEvent(payload, signed)).rejects.toThrow(InvalidSignature)
    }
    for (const minutes of [-6, 6]) {
      const late = await signedEvent(database.db, id, 'paid', { at: new Date(Date.now() + minutes * 60_000) })
      await expect(sandbox.readEvent(late.body, late.headers)).rejects.toThrow(InvalidSignature)
    }
  })
})

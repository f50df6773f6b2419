import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { contactMessages } from '../../../server/database/schema'
import { covers } from '../../spec-coverage/covers'
import { startApi, type ApiServer } from '../api-server'

let api: ApiServer
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const typed = { name: 'Ada Vance', email: 'ada@example.com', message: 'Hello', acceptsTerms: 'on' }

let visitors = 0
const nextVisitor = () => `10.3.0.${++visitors}`

/** Posts the form as a browser would and reads the resulting page. */
async function post(fields: Record<string, string> | [string, string][], headers: Record<string, string> = {}) {
  const answer = await api.anonymous.call('POST', '/v1/contact/form', {
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': nextVisitor(), ...headers },
  })
  return { ...answer, page: answer.bytes.toString() }
}

const told = (page: string) => />([^<]*)</.exec(page.slice(page.search(/role="(alert|status)"/)))?.[1]
const valueOf = (page: string, field: string) =>
  new RegExp(`<input[^>]* name="${field}"[^>]* value="([^"]*)"`).exec(page)?.[1]
const messageIn = (page: string) => /<textarea[^>]*>\n([^<]*)<\/textarea>/.exec(page)?.[1]

const messagesFrom = async (name: string) =>
  (await api.db.select().from(contactMessages)).filter((row) => row.name === name)

describe('the contact form without JavaScript', () => {
  test('stores the message like the JSON call, and shows a success message', async () => {
    covers('7-contact-form')
    const { status, headers, page } = await post({
      ...typed,
      name: ' Grace\r\nBcc: all@example.com',
      message: ' Hi\r\nthere ',
    })
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(told(page)).toBe('Your message has been sent successfully!')
    expect(await messagesFrom('Grace Bcc: all@example.com')).toMatchObject([
      { email: 'ada@example.com', message: 'Hi\nthere' },
    ])
  })

  test('responds with a page that runs no scripts, cannot be framed and is not stored', async () => {
    const { headers } = await post(typed)
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  const { acceptsTerms: _, ...unticked } = typed
  const missing: [what: string, fields: Record<string, string>][] = [
    ['a name', { ...typed, name: ' ' }],
    ['an e-mail', { ...typed, email: '' }],
    ['a message', { ...typed, message: '\r\n' }],
    ['the consent', unticked],
    ['everything', {}],
  ]
  test.each(missing)('without %s shows an error and keeps the input', async (_what, fields) => {
    const before = await api.db.$count(contactMessages)
    const { status, page } = await post(fields)
    expect(status).toBe(400)
    expect(told(page)).toBe('Please fill in all fields and accept the terms')
    expect(page).toContain('<form method="post" action="/api/v1/contact/form">')
    expect(valueOf(page, 'name')).toBe(fields['name'] ?? '')
    expect(valueOf(page, 'email')).toBe(fields['email'] ?? '')
    expect(/ checked[ >]/.test(page)).toBe('acceptsTerms' in fields)
    expect(await api.db.$count(contactMessages)).toBe(before)
  })

  test('accepts a message of 5000 characters whose lines end in CRLF', async () => {
    const message = 'line\r\n'.repeat(1000).trimEnd()
    expect((await post({ ...typed, message })).status).toBe(200)
    const { status, page } = await post({ ...typed, message: 'm'.repeat(5001) })
    expect(status).toBe(400)
    expect(told(page)).toMatch(/^message must have at most 5000 characters/)
    expect(messageIn(page)).toHaveLength(5001)
  })

  test('reports an invalid address, and escapes markup in the input', async () => {
    const name = '"><script>alert(1)</script>'
    const message = '</textarea><img src=x onerror=alert(1)>'
    const { status, page } = await post({ ...typed, name, message, email: 'ada' })
    expect(status).toBe(400)
    expect(told(page)).toMatch(/^email must be an e-mail address/)
    expect(page).not.toMatch(/<script>|<img/)
    expect(valueOf(page, 'name')).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(messageIn(page)).toBe('&lt;/textarea&gt;&lt;img src=x onerror=alert(1)&gt;')
  })

  test('also responds with a page to requests that no browser sends', async () => {
    const twice = await post([...Object.entries(typed), ['name', 'Eve']])
    expect([twice.status, twice.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8'])
    const huge = await post({ ...typed, message: 'm'.repeat(100_000) })
    expect([huge.status, huge.headers.get('content-type')]).toEqual([413, 'text/html; charset=utf-8'])
    const nul = await post({ ...typed, name: 'Eve\0' })
    expect(nul.status).toBe(400)
    expect(await messagesFrom('Eve')).toEqual([])
  })

  test.each(['cross-site', 'same-site'])('rejects a post from another site (%s)', async (site) => {
    const { status, page } = await post({ ...typed, name: `From ${site}` }, { 'sec-fetch-site': site })
    expect(status).toBe(403)
    expect(told(page)).toMatch(/sent from another site/)
    expect(await messagesFrom(`From ${site}`)).toEqual([])
    expect((await post(typed, { 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('shares the limit of five a minute with the JSON call, and keeps the input of a rejected message', async () => {
    const from = { 'x-forwarded-for': '10.9.9.30' }
    const { acceptsTerms: _consent, ...json } = typed
    for (let n = 0; n < 3; n++) expect((await post(typed, from)).status).toBe(200)
    for (let n = 0; n < 2; n++) {
      expect((await api.anonymous.call('POST', '/v1/contact', { json, headers: from })).status).toBe(201)
    }
    const sixth = await post({ ...typed, message: 'One more' }, from)
    expect(sixth.status).toBe(429)
    expect(Number(sixth.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(told(sixth.page)).toMatch(/try again in \d+ seconds/)
    expect(messageIn(sixth.page)).toBe('One more')
    expect((await api.anonymous.call('POST', '/v1/contact', { json, headers: from })).status).toBe(429)
  })
})

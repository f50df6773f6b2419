import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createSignInLimits, networkOf, WINDOW_MS } from '../../../server/identity/sign-in-limits'
import { authorizationRequest, createVisitor, signIn, type Visitor } from '../../support/sign-in'
import { startTestStack, type TestStack } from '../../support/stack'

describe('the limits on sign-in attempts', () => {
  const start = () => {
    let time = 0
    const limits = createSignInLimits(() => time)
    const from = (address: string, account = 'ada', isKnownBrowser = false) => ({ account, address, isKnownBrowser })
    const fail = (times: number, attempt: ReturnType<typeof from>) => {
      for (let n = 0; n < times; n++) limits.noteAttempt(attempt)
    }
    return { limits, from, fail, pass: (ms: number) => (time += ms) }
  }

  test('block an address for one account for 15 minutes after ten failures', () => {
    const { limits, from, fail, pass } = start()
    fail(9, from('10.0.0.1'))
    expect(limits.waitFor(from('10.0.0.1'))).toBe(0)
    fail(1, from('10.0.0.1'))
    expect(limits.waitFor(from('10.0.0.1'))).toBe(WINDOW_MS)
    expect(limits.waitFor(from('10.0.0.2'))).toBe(0)
    expect(limits.waitFor(from('10.0.0.1', 'mara'))).toBe(0)
    pass(WINDOW_MS)
    expect(limits.waitFor(from('10.0.0.1'))).toBe(0)
    fail(1, from('10.0.0.1'))
    expect(limits.waitFor(from('10.0.0.1'))).toBe(0)
  })

  test('block an address that tries many accounts, but not its neighbor', () => {
    const { limits, from, fail } = start()
    for (let n = 0; n < 50; n++) fail(1, from('10.0.0.1', `person ${n}`))
    expect(limits.waitFor(from('10.0.0.1', 'somebody else'))).toBeGreaterThan(0)
    expect(limits.waitFor(from('10.0.0.2', 'somebody else'))).toBe(0)
  })

  test('block many addresses for one account, but not a browser that has signed in to it before', () => {
    const { limits, from, fail } = start()
    for (let n = 0; n < 100; n++) fail(1, from(`10.0.1.${n}`))
    expect(limits.waitFor(from('10.9.9.9'))).toBeGreaterThan(0)
    expect(limits.waitFor(from('10.9.9.9', 'ada', true))).toBe(0)
    expect(limits.waitFor(from('10.9.9.9', 'mara'))).toBe(0)
    fail(10, from('10.9.9.9', 'ada', true))
    expect(limits.waitFor(from('10.9.9.9', 'ada', true))).toBeGreaterThan(0)
  })

  test('are reset after a success, for that account only', () => {
    const { limits, from, fail } = start()
    fail(9, from('10.0.0.1'))
    fail(1, from('10.0.0.1'))
    limits.noteSuccess(from('10.0.0.1'))
    fail(9, from('10.0.0.1'))
    expect(limits.waitFor(from('10.0.0.1'))).toBe(0)
    // A successful sign-in to an attacker's own account must not reset the limit for other accounts.
    for (let n = 0; n < 32; n++) fail(1, from('10.0.0.1', `person ${n}`))
    fail(1, from('10.0.0.1', 'own'))
    limits.noteSuccess(from('10.0.0.1', 'own'))
    expect(limits.waitFor(from('10.0.0.1', 'another'))).toBeGreaterThan(0)
  })

  test.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:db8:1:2::9', '2001:db8:1:2'],
    ['2001:db8::9', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
  ])('count %s as %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('signing in', () => {
  let stack: TestStack
  beforeAll(async () => {
    stack = await startTestStack({ env: { TRUST_PROXY: 'loopback, 10.9.0.5' } })
  })
  afterAll(() => stack.stop())

  const openForm = async (visitor: Visitor, from: string, extra: Record<string, string> = {}) => {
    const headers = { accept: 'text/html', 'x-forwarded-for': from }
    const start = await visitor.visit(authorizationRequest(stack, extra).url, { headers })
    return { start, form: new URL(start.headers.get('location') ?? '', stack.config.oidc.issuer).href }
  }
  const attempt = (visitor: Visitor, form: string, from: string, body: Record<string, string>) =>
    visitor.visit(form, { method: 'POST', headers: { 'x-forwarded-for': from }, body: new URLSearchParams(body) })
  const guess = { username: 'manager', password: 'guess' }
  const right = { username: 'manager', password: 'solder-mask' }

  test('is blocked for one address after ten wrong passwords, also by e-mail and with the right password', async () => {
    const visitor = createVisitor()
    const { form } = await openForm(visitor, '10.1.0.1')
    const wrong = (n: number) => ({ ...guess, username: n % 2 ? 'manager' : 'Manager@example.com ' })
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => (await attempt(visitor, form, '10.1.0.1', wrong(n))).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)

    const refused = await attempt(visitor, form, '10.1.0.1', right)
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await refused.text()
    expect(page).toContain('Too many attempts. Wait 15 minutes, then try again.')
    expect(page).toContain('value="manager"')

    expect((await attempt(visitor, form, '10.1.0.2', right)).status).toBe(303)
  })

  test('counts visitors behind a trusted proxy separately, and believes no other proxy', async () => {
    const guessFrom = async (visitor: Visitor, username: string, proxy: string) => {
      const { form } = await openForm(visitor, `10.5.0.99, ${proxy}`)
      const statuses: number[] = []
      for (let n = 0; n < 12; n++) {
        const { status } = await attempt(visitor, form, `10.5.0.${n}, ${proxy}`, { username, password: 'guess' })
        statuses.push(status)
      }
      return statuses
    }
    expect(await guessFrom(createVisitor(), 'sysadmin', '10.9.0.5')).toEqual(Array(12).fill(200))
    expect(await guessFrom(createVisitor(), 'staff', '10.9.0.6')).toEqual([...Array<number>(10).fill(200), 429, 429])
  })

  test('is still possible in a browser that has signed in before, whatever others try', async () => {
    const { visitor } = await signIn(stack, 'orgadmin')
    const { form } = await openForm(visitor, '10.2.0.1', { prompt: 'login' })
    const stranger = createVisitor()
    const other = await openForm(stranger, '10.2.0.1')
    for (let n = 0; n < 10; n++) {
      await attempt(stranger, other.form, '10.2.0.1', { username: 'orgadmin', password: 'guess' })
    }
    const own = { username: 'orgadmin', password: 'ground-plane' }
    expect((await attempt(stranger, other.form, '10.2.0.1', own)).status).toBe(429)
    expect((await attempt(visitor, form, '10.2.0.1', own)).status).toBe(303)
  })

  test('rejects a forged cookie of a known browser, and repeated fields', async () => {
    const visitor = createVisitor()
    const { form } = await openForm(visitor, '10.3.0.1')
    for (let n = 0; n < 10; n++) await attempt(visitor, form, '10.3.0.1', { username: 'user', password: 'guess' })
    const name = `pcb_known_${stack.config.port + 1}`
    visitor.cookies.set(name, { name, value: 'x'.repeat(43), path: '/realms/pcb' })
    expect((await attempt(visitor, form, '10.3.0.1', { username: 'user', password: 'copper-pour' })).status).toBe(429)
    const twice = await visitor.visit(form, {
      method: 'POST',
      headers: { 'x-forwarded-for': '10.3.0.2', 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=user&username=user&password=a&password=b',
    })
    expect([twice.status, await twice.text()]).toEqual([200, expect.stringContaining('Wrong username or password')])
  })

  test('can be started 1,000 times in ten minutes from one address, not counting silent checks', async () => {
    const url = new URL(authorizationRequest(stack).url)
    // The request is rejected before anything is stored, but it still counts.
    url.searchParams.set('redirect_uri', 'https://evil.test/')
    const ask = async () => (await fetch(url, { headers: { 'x-forwarded-for': '10.4.0.1' } })).status
    for (let n = 0; n < 20; n++) {
      expect(new Set(await Promise.all(Array.from({ length: 50 }, ask)))).toEqual(new Set([400]))
    }
    const { start } = await openForm(createVisitor(), '10.4.0.1')
    expect(start.status).toBe(429)
    expect(start.headers.get('content-type')).toContain('text/html')
    expect(await start.text()).toContain('Too many sign-ins were started from your network.')
    expect((await openForm(createVisitor(), '10.4.0.1', { prompt: 'none' })).start.status).toBe(303)
    expect((await openForm(createVisitor(), '10.4.0.2')).start.status).toBe(303)
  })

  test.each([
    ['DELETE', '/protocol/openid-connect/token', 'POST, OPTIONS'],
    ['POST', '/protocol/openid-connect/certs', 'GET, HEAD, OPTIONS'],
    ['PUT', '/login/some', 'GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/protocol/openid-connect/logout', 'GET, HEAD, POST, OPTIONS'],
  ])('responds to %s %s with 405, and Allow is %s', async (method, path, allow) => {
    const answer = await fetch(stack.config.oidc.issuer + path, { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, allow])
  })
})

import { generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { freePorts } from '../../../scripts/run/free-ports.mjs'
import { readConfig } from '../../../server/config'
import { startS2Spice } from '../../../server/tools/s2spice'
import { netlist, sweep } from '../../../server/tools/pdn-impedance'
import { covers } from '../../spec-coverage/covers'
import { createVisitor, signIn, type Visitor } from '../../support/sign-in'
import { startTestStack, type TestStack } from '../../support/stack'

let stack: TestStack
let token: string
const tool = () => stack.config.s2spice.apiUrl

async function mint(username: string) {
  const { authorization } = await signIn(stack, username)
  const answer = await fetch(`${stack.config.publicUrl}/api/v1/tools/s2spice/token`, {
    method: 'POST',
    headers: authorization,
  })
  return ((await answer.json()) as { token: string }).token
}

beforeAll(async () => {
  stack = await startTestStack()
  token = await mint('manager')
})
afterAll(() => stack.stop())

const openTool = (visitor: Visitor, code: string) => visitor.visit(`${tool()}/?code=${code}`)
const logOut = async (code: string) => {
  const answer = await fetch(`${tool()}/jwt/user/logout?code=${code}`)
  return { status: answer.status, body: (await answer.json()) as unknown }
}

test('returns its address only to the site', async () => {
  covers('3-server-info-fields', '7-server-info')
  const answer = await fetch(`${tool()}/available_s2spice`, { headers: { origin: stack.config.publicUrl } })
  expect(await answer.json()).toEqual({ server_url: stack.config.s2spice.serverUrl, api_url: tool() })
  expect(answer.headers.get('access-control-allow-origin')).toBe(stack.config.publicUrl)
})

describe('opening', () => {
  test('removes the token from the URL and shows the user', async () => {
    const visitor = createVisitor()
    const answer = await openTool(visitor, token)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/')
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
    expect(answer.headers.get('set-cookie')).not.toContain(token)

    const shown = await visitor.visit(`${tool()}/`)
    const page = await shown.text()
    expect(page).toContain('Mara Lindqvist')
    expect(page).toContain('manager@example.com')
    expect(page).toContain('user, project_manager')
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer')
    expect(shown.headers.get('cross-origin-opener-policy')).toBeNull()
    expect(shown.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('redraws the network with the values of the form', async () => {
    const visitor = createVisitor()
    await openTool(visitor, token)
    const page = await (await visitor.visit(`${tool()}/?bulk=3&ceramic=9999&target=0`)).text()
    expect(page).toMatch(/id="bulk"[^>]*value="3"/)
    expect(page).toMatch(/id="ceramic"[^>]*value="200"/)
    expect(page).toMatch(/id="target"[^>]*value="1"/)
  })

  test('is rejected without a session, or with a token that the site did not issue for this tool', async () => {
    const { privateKey } = await generateKeyPair('ES256')
    const forged = await new SignJWT({ id: 'x', username: 'x' })
      .setProtectedHeader({ alg: 'ES256' })
      .setIssuer(stack.config.publicUrl)
      .setAudience('s2spice')
      .setExpirationTime('1h')
      .sign(privateKey)
    const { tokens } = await signIn(stack, 'manager')
    for (const code of [forged, 'nonsense', '', `${token.slice(0, -4)}AAAA`, tokens.access_token]) {
      const visitor = createVisitor()
      const answer = await openTool(visitor, code)
      const page = await answer.text()
      expect(answer.status).toBe(401)
      expect(page).toContain('You are not signed in to the tool')
      if (code) expect(page).not.toContain(code)
      expect(visitor.cookies.size).toBe(0)
    }
    expect((await createVisitor().visit(`${tool()}/`)).status).toBe(401)
  })
})

describe('logging out', () => {
  test('ends all sessions of the token’s owner, and no others', async () => {
    const other = await mint('orgadmin')
    const [first, second, stranger] = [createVisitor(), createVisitor(), createVisitor()]
    await logOut(token)
    await openTool(first, token)
    await openTool(second, await mint('manager'))
    await openTool(stranger, other)

    expect(await logOut(token)).toEqual({ status: 200, body: { ended: 2 } })
    expect((await first.visit(`${tool()}/`)).status).toBe(401)
    expect((await second.visit(`${tool()}/`)).status).toBe(401)
    expect((await stranger.visit(`${tool()}/`)).status).toBe(200)
    expect(await logOut(token)).toEqual({ status: 200, body: { ended: 0 } })
  })

  test('requires a token of the site', async () => {
    expect(await logOut('nonsense')).toMatchObject({ status: 401, body: { status: 401, title: 'Unauthorized' } })
  })
})

test('without the site’s keys, the tool asks to try again later', async () => {
  const port = await freePorts(4)
  const config = readConfig({ PORT: String(port) })
  const alone = await startS2Spice({ config })
  onTestFinished(() => alone.close())
  for (const path of ['/', '/jwt/user/logout']) {
    const { status, headers } = await fetch(`${config.s2spice.apiUrl}${path}?code=${token}`)
    expect([status, headers.get('retry-after')], path).toEqual([503, '5'])
  }
})

describe('the demo network', () => {
  const network = { bulk: 2, ceramic: 12, targetMilliohm: 10 }

  test('has a lower impedance with more capacitors, and lists them in its netlist', () => {
    const at = (hertz: number, ceramic: number) =>
      sweep({ ...network, ceramic }).find((point) => point.hertz >= hertz)?.ohm ?? Number.NaN
    expect(at(2e6, 48)).toBeLessThan(at(2e6, 12))
    expect(netlist(network)).toContain('Cbulk bulk_2 gnd 6.600e-4')
    expect(netlist({ ...network, bulk: 0 })).not.toContain('bulk')
  })
})

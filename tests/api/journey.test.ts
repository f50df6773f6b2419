import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../openapi/generated/product'
import { covers } from '../spec-coverage/covers'
import { signIn } from '../support/sign-in'
import { startTestStack, type TestStack } from '../support/stack'
import { caller, createProject, expected, upload } from './caller'

type Schemas = components['schemas']

/**
 * End-to-end test of the whole stack: a user of the embedded provider uploads a board, pays for a request and gets a
 * token for the tool.
 */
let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

async function enter(username: string) {
  const { tokens } = await signIn(stack, username)
  const who = caller(`${stack.config.publicUrl}/api`, tokens.access_token)
  const user = expected(await who.call<Schemas['User']>('GET', '/v1/users/me'), 200)
  return { ...who, ...user }
}

test('a user signs in, uploads a board and pays for a request', async () => {
  covers('3-request-nullable')
  const user = await enter('user')
  expect(user).toMatchObject({ username: 'user', roles: ['user'] })

  const project = await createProject(user, 'Journey')
  const [board] = await upload(user, project.id, { 'board.kicad_pcb': '(kicad_pcb)' }, { uemail: user.email ?? '' })
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const checkout = await user.call<Schemas['Checkout']>('POST', '/payments/checkout', {
    json: {
      project_id: project.id,
      layout_file_id: board?.id,
      stackup_file_id: null,
      material_file_id: null,
      total: 1000,
      si: [],
      pi: [row],
    },
  })
  const { id, url } = expected(checkout, 200)
  const readRequest = async () =>
    expected(await user.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
  expect((await readRequest()).status).toBe('awaiting payment')

  const paid = await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  expect(paid.headers.get('location')).toBe(`${stack.config.publicUrl}/workspace?request=${id}&checkout=success`)
  expect((await readRequest()).status).toBe('paid')
})

test('permissions follow from the roles of the account', async () => {
  const [user, manager, sysadmin] = await Promise.all(['user', 'manager', 'sysadmin'].map(enter))
  if (!user || !manager || !sysadmin) throw new Error('Not everyone could sign in.')
  const project = await createProject(user)
  const remove = async (who: typeof user) => (await who.call('DELETE', `/v1/projects/${project.id}`)).status
  expect([await remove(user), await remove(manager), await remove(sysadmin)]).toEqual([403, 404, 204])
})

/** Issues the user's token for the tool and verifies it with the published keys. */
async function issueToolToken() {
  const user = await enter('user')
  const issued = expected(await user.call<Schemas['ToolToken']>('POST', '/v1/tools/s2spice/token'), 200)
  const keys = createRemoteJWKSet(new URL(`${user.base}/v1/tools/jwks`))
  const { payload, protectedHeader } = await jwtVerify(issued.token, keys, {
    issuer: stack.config.publicUrl,
    audience: 's2spice',
    algorithms: ['ES256'],
  })
  return { user, issued, payload, protectedHeader }
}

test('a tool token is valid only for its tool and for one day', async () => {
  covers('3-tool-token-claims', '4-tool-24h', '9-tool-token', 'decisions-tool-token')
  const { user, issued, payload } = await issueToolToken()
  expect(payload).toMatchObject({
    id: user.id,
    email: user.email,
    username: 'user',
    firstName: 'Uma',
    lastName: 'Serrano',
    roles: ['user'],
  })
  expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(24 * 3600)
  expect(Date.parse(issued.expires_at)).toBe((payload.exp ?? 0) * 1000)
  expect((await caller(user.base, issued.token).call('GET', '/v1/users/me')).status).toBe(401)
})

test('the published keys of tool tokens cannot sign', async () => {
  covers('decisions-tool-token-asymmetric', 'decisions-tool-keys')
  const { user, protectedHeader } = await issueToolToken()
  expect(protectedHeader.alg).toBe('ES256')
  const published = await (await fetch(`${user.base}/v1/tools/jwks`)).text()
  expect(published).not.toMatch(/"d"/)
})

import { afterAll, beforeAll, expect, test } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { signIn } from '../../support/sign-in'
import { startTestStack, type TestStack } from '../../support/stack'
import { caller, createProject, expected, upload } from '../caller'

type Schemas = components['schemas']

/** The whole stack, configured as a trial site. */
let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack({ env: { TRIAL: 'yes' } })
})
afterAll(() => stack.stop())

const notice = 'This is a trial site. Orders are not fulfilled'

async function enter() {
  const { tokens } = await signIn(stack, 'user')
  const who = caller(`${stack.config.publicUrl}/api`, tokens.access_token)
  return { ...who, ...expected(await who.call<Schemas['User']>('GET', '/v1/users/me'), 200) }
}

async function order(user: Awaited<ReturnType<typeof enter>>, project: string, layout: string | undefined) {
  const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
  const files = { layout_file_id: layout, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project, ...files, total: 1000, si: [], pi: [row] }
  return expected(await user.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
}

test('an order from a trial is marked permanently, and every page of the server says that it is a trial', async () => {
  const user = await enter()
  const project = await createProject(user, 'Trial')
  const [board] = await upload(user, project.id, { 'board.kicad_pcb': '(kicad_pcb)' }, { uemail: user.email ?? '' })
  expect(expected(await user.call<Schemas['PriceTable']>('GET', '/v1/prices'), 200).trial).toBe(true)

  const { id, url } = await order(user, project.id, board?.id)
  const paymentPage = await (await fetch(url)).text()
  expect(paymentPage).toContain(notice)
  expect(paymentPage).toContain('Trial order: it will not be fulfilled.')

  const { issuer } = stack.config.oidc
  const { publicUrl } = stack.config
  const pages = [
    `${publicUrl}/share/unknown`,
    `${issuer}/account`,
    `${issuer}/login/unknown`,
    `${new URL(url).origin}/checkout/unknown`,
    stack.config.s2spice.serverUrl,
  ]
  for (const page of pages) {
    expect(await (await fetch(page, { headers: { accept: 'text/html' } })).text(), page).toContain(notice)
  }
  const contact = { method: 'POST', body: new URLSearchParams({ name: 'Ada', email: 'ada@example.com' }) }
  expect(await (await fetch(`${publicUrl}/api/v1/contact/form`, contact)).text()).toContain(notice)

  const read = async () =>
    expected(await user.call<Schemas['SimulationRequest']>('GET', `/v1/simulation-requests/${id}`), 200)
  expect((await read()).trial).toBe(true)
  const list = await user.call<Schemas['SimulationRequestPage']>(
    'GET',
    `/v1/simulation-requests?project_id=${project.id}`,
  )
  expect(expected(list, 200).requests.map(({ trial }) => trial)).toEqual([true])
})

test('without TRIAL=yes, nothing is marked', async () => {
  const plain = await startTestStack()
  try {
    const page = await (await fetch(`${plain.config.publicUrl}/share/unknown`)).text()
    expect(page).toContain('This link no longer works')
    expect(page).not.toContain('trial')
    const { tokens } = await signIn(plain, 'user')
    const prices = await caller(`${plain.config.publicUrl}/api`, tokens.access_token).call('GET', '/v1/prices')
    expect(prices.body).not.toHaveProperty('trial')
  } finally {
    await plain.stop()
  }
})

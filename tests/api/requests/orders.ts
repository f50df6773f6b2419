/** Places and pays for orders over the API, with the payment sandbox. */
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect } from 'vitest'

import type { components } from '../../../openapi/generated/product'
import { sandboxCheckouts } from '../../../server/database/schema'
import { signedEvent } from '../../../server/payments/sandbox'
import type { ApiServer, File, Person, Project } from '../api-server'
import { expected, upload } from '../caller'

type Schemas = components['schemas']
export type Order = { id: string; checkoutId: string }

const row = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }

/** Orders one PowerDC analysis for $1,000. */
export async function placeOrder(
  customer: Person,
  project: Project,
  more: { purchase_order?: string } = {},
): Promise<Order> {
  const [layout] = (await upload(customer, project.id, { [`${randomUUID()}.kicad_pcb`]: '(kicad_pcb)' })) as [File]
  const files = { layout_file_id: layout.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: project.id, ...files, total: 1000, si: [], pi: [row], ...more }
  const { id, url } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  return { id, checkoutId: url.split('/').at(-1) ?? '' }
}

/** Pays for an order in the sandbox, and reports the payment to the API as the sandbox would. */
export async function payOrder(api: ApiServer, { checkoutId }: Order) {
  await api.db.update(sandboxCheckouts).set({ state: 'paid' }).where(eq(sandboxCheckouts.id, checkoutId))
  const { body, headers } = await signedEvent(api.db, checkoutId, 'paid')
  const answer = await api.anonymous.call('POST', '/payments/webhook', { body: new Uint8Array(body), headers })
  expect(answer.status).toBe(204)
}

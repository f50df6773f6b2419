import type { components } from '../../../openapi/generated/product'
import { sampleBoard } from '../../../server/sample/board'
import { expected, upload } from '../../api/caller'
import { apiOf } from '../../support/projects'
import type { TestStack } from '../../support/stack'
import { boardOf } from './boards'

type Schemas = components['schemas']

/** Orders and pays for a simulation through the API and the payment page, and starts it as the staff do. */
export async function startedRequest(stack: TestStack) {
  const customer = await apiOf(stack, 'user')
  const staff = await apiOf(stack, 'staff')
  const board = await boardOf(stack, 'user')
  const who = { ...customer, username: 'user' }
  const [layout] = await upload(who, board.id, { 'camera.kicad_pcb': sampleBoard() })
  const row = { type: 'PowerAC', power_net: '+3V3', ground_net: 'GND', target_impedance: '58.9 mOhm', unit_price: 1000 }
  const files = { layout_file_id: layout?.id, stackup_file_id: null, material_file_id: null }
  const json = { project_id: board.id, ...files, total: 1000, si: [], pi: [row] }
  const { id, url } = expected(await customer.call<Schemas['Checkout']>('POST', '/payments/checkout', { json }), 200)
  await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  expected(await staff.call('POST', `/v1/staff/requests/${id}/start`), 200)
  return { id, customer, staff }
}

import { expected } from '../../api/caller'
import { boardProject } from '../../e2e/wizard/request-steps'
import { apiOf } from '../../support/projects'
import type { TestStack } from '../../support/stack'

/** Orders and pays for a simulation through the API and the payment page, and starts it as the staff do. */
export async function startedRequest(stack: TestStack) {
  const { api: customer, order } = await boardProject(stack, `Board ${crypto.randomUUID().slice(0, 8)}`)
  const staff = await apiOf(stack, 'staff')
  const { id, url } = await order()
  await fetch(`${url}/pay`, { method: 'POST', redirect: 'manual' })
  expected(await staff.call('POST', `/v1/staff/requests/${id}/start`), 200)
  return { id, customer, staff }
}

import { expect, test } from 'vitest'

import { customersView } from '../../../machines/staff/customers/customers-view'
import { staffRequest } from './samples'

const file = (id: string) => ({ id, name: `${id}.s4p`, size: 10, sha256: 'd'.repeat(64) })
const delivery = { at: '2026-01-20T09:00:00.000Z', by: null, reason: null, verdict: null }

test('a request of the staff becomes that of its customer, without what only the staff know', () => {
  const known = staffRequest(
    { status: 'delivered', assignee: { id: 's1', name: 'Stella Okafor' }, written: true, dispute: 'open' },
    { notes: 'Return path?', turnaround_days: 7, deliveries: [{ ...delivery, number: 1, files: [file('d1')] }] },
  )
  const { summary, files } = known
  const { customer, assignee: _assignee, written: _written, dispute: _dispute, ...shared } = summary
  expect(customersView(known)).toEqual({
    ...{ ...shared, created_by_name: customer.name, si: known.si, pi: [], turnaround_days: 7 },
    ...{ layout: files[0], stackup: null, material: null, delivered_files: [file('d1')] },
  })
})

test('a corrected delivery has all deliveries, and a refund that failed is left out', () => {
  const refund = { cents: 100, rows: [], reason: null, by: null, created: '2026-01-21T09:00:00.000Z', failure: null }
  const [done, failed] = [
    { ...refund, id: 'b1', state: 'done' as const, credit_note: 'CN-1001' },
    { ...refund, id: 'b2', state: 'failed' as const, credit_note: null },
  ]
  const deliveries = [2, 1].map((number) => ({ ...delivery, number, files: [file(`d${number}`)] }))
  const shown = customersView(staffRequest({ status: 'delivered' }, { deliveries, refunds: [failed, done] }))
  expect([shown.deliveries, shown.delivered_files, shown.refunds]).toEqual([deliveries, [file('d2')], [done]])
})

test('the name of a deleted project is the one on the invoice', () => {
  const deleted = { project_name: null, status: 'cancelled' as const }
  expect(customersView(staffRequest(deleted, { deleted_project: 'Radar' }))).toMatchObject({
    ...{ project_name: 'Radar', project_deleted: true },
  })
  // A server that runs the previous release does not send the name.
  expect(customersView(staffRequest(deleted)).project_name).toBe('Deleted project')
})

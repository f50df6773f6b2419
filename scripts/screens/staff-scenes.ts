/** The staff's pages, and the customer's page of the same request, with mocked API responses. */
import type { Page } from '@playwright/test'

import type { components } from '../../openapi/generated/product'
import { requestMessage } from '../../tests/model/requests/message-samples'
import {
  contactAnswer,
  customer,
  listedContact,
  listedCustomer,
  priceVersion,
  priceVersionPage,
  queuedRequest,
  staffActivityEntry,
  staffContact,
  staffRequest,
} from '../../tests/model/staff/samples'
import { fullPi, fullSi, simulationRequest } from '../../tests/model/wizard/request-samples'

type Schemas = components['schemas']

const uuid = (end: number) => `4c2f8f6e-0f3b-4a51-9d0e-7f1f0f6f8a${end}`
const layoutName = 'camera-link-rev-b-after-the-layout-review-of-november.kicad_pcb'
const tax = { name: 'VAT', rate: 19_000, cents: 57_000 }
const billing = {
  ...{ company: 'Example Instruments GmbH', address_1: 'Lange Straße 12', address_2: 'Building 4' },
  ...{ postal_code: '10115', city: 'Berlin', region: '', country: 'DE', tax_id: 'DE123456789' },
}
const rows = { si: [{ ...fullSi, unit_price: 2000 }], pi: [{ ...fullPi, unit_price: 1000 }] }
const files = (names: string[]) =>
  names.map((name, at) => ({ id: uuid(60 + at), name, size: 482_133, sha256: '9f86d081884c7d65'.repeat(4) }))

const deliveries: Schemas['RequestDelivery'][] = [
  {
    ...{ number: 2, at: '2026-01-12T09:00:00.000Z', by: 'Stella Okafor', verdict: 'pass' },
    reason: 'The decoupling capacitors were open in the first run.',
    files: files(['vdd-core-power-distribution-network-rev-b.s1p', 'report.pdf']),
  },
  {
    ...{ number: 1, at: '2026-01-09T09:00:00.000Z', by: 'Stella Okafor', reason: null, verdict: 'fail' },
    files: files(['vdd-core-power-distribution-network-rev-a.s1p', 'report.pdf']),
  },
]
const refunds: Schemas['RequestRefund'][] = [
  {
    ...{ id: uuid(70), cents: 119_000, tax_cents: 19_000, state: 'done', rows: [{ kind: 'pi', number: 1 }] },
    ...{ reason: 'The first run was ours to get right.', by: 'Stella Okafor', created: '2026-01-13T09:00:00.000Z' },
    ...{ failure: null, credit_note: 'CN-1001', credited: '2026-01-13T09:00:00.000Z' },
  },
]
const messages: Schemas['RequestMessage'][] = [
  requestMessage({
    ...{ id: uuid(80), kind: 'assumptions', created: '2026-01-07T09:00:00.000Z' },
    text: 'All capacitors are ideal, and the planes are of 35 µm copper at 25 °C. Is that right?',
  }),
  requestMessage({
    ...{ id: uuid(81), side: 'customer', kind: 'answer', author: 'Uma Serrano', created: '2026-01-06T09:00:00.000Z' },
    text: 'This pair, and the one beside it. The simulation model of the receiver is attached to the project.',
    pins: [
      { file_id: uuid(60), file_name: layoutName, anchor: { kind: 'net', net: 'CSI_D0_P' } },
      { file_id: uuid(60), file_name: layoutName, anchor: { kind: 'board', x: 12.5, y: -3 } },
    ],
  }),
  requestMessage({
    id: uuid(82),
    kind: 'question',
    text: 'Which pair is the clock?',
    answered: '2026-01-06T09:00:00.000Z',
  }),
]

const work = {
  ...{ id: uuid(50), total: 3000, tax, layout_name: layoutName, purchase_order: 'PO-4711' },
  project_name: 'Dual camera board with two sensors and a retimer',
}
const queue = [
  queuedRequest({ ...work, due: '2026-01-16T12:00:00.000Z' }),
  queuedRequest({
    ...{ id: uuid(51), number: 'SI-1002', status: 'in progress', waiting: '2026-01-07T09:00:00.000Z', written: true },
    assignee: { id: 's1', name: 'Stella Okafor' },
  }),
  queuedRequest({
    id: uuid(52),
    number: 'SI-1003',
    status: 'delivered',
    refunded_cents: 119_000,
    dispute: 'open',
    tax,
  }),
  queuedRequest({ id: uuid(53), number: 'SI-1004', project_name: null, trial: true }),
]
const details: Partial<Schemas['StaffRequest']> = {
  ...rows,
  ...{ billing, private_project: true, notes: 'Return path of lane 2?', notes_version: 1 },
  storage: { used_bytes: 1_900_000_000, limit_bytes: 2_000_000_000, least_gb: 2, most_gb: 1000 },
  files: files([layoutName, 'stackup.csv']).map((file, at) => ({ ...file, role: at === 0 ? 'layout' : 'stackup' })),
}
const open = staffRequest(
  {
    ...work,
    status: 'in progress',
    assignee: { id: 's1', name: 'Stella Okafor' },
    started: '2026-01-05T09:00:00.000Z',
  },
  details,
)
const done = staffRequest(
  {
    ...work,
    ...{ status: 'delivered', delivered: '2026-01-12T09:00:00.000Z', invoice_number: 'INV-1007' },
    refunded_cents: 119_000,
  },
  { ...details, deliveries, refunds },
)

const seenByCustomer = simulationRequest({
  ...{ id: uuid(50), project_name: work.project_name, layout_name: layoutName, total: 3000, tax, billing, ...rows },
  ...{ status: 'in progress', started: '2026-01-05T09:00:00.000Z', waiting: '2026-01-07T09:00:00.000Z' },
  ...{ invoice_number: 'INV-1007', deliveries, refunds, refunded_cents: 119_000 },
})

const months: Schemas['AccountingMonths'] = {
  months: [
    {
      ...{ month: '2026-01', invoices: 42, invoiced_cents: 14_280_000, invoiced_tax_cents: 2_280_000 },
      ...{ credit_notes: 1, credited_cents: 119_000, credited_tax_cents: 19_000 },
    },
  ],
}
const jobs: Schemas['FailedJobs'] = {
  jobs: [
    {
      ...{ id: uuid(90), kind: 'contact mail', attempts: 12, discardable: true },
      ...{ created: '2026-01-02T03:04:05.000Z', failed: '2026-01-03T03:04:05.000Z' },
      error: '550 5.1.1 <a-rather-long-recipient-address@mail.engineering.example.com>: Recipient address rejected',
    },
  ],
}

type Answers = Record<string, unknown>

/** The mocked responses, by the end of the URL. */
const answers = (request: Schemas['StaffRequest']): Answers => ({
  'staff/requests': { requests: queue, next: 'more' },
  [`staff/requests/${uuid(50)}`]: request,
  [`staff/requests/${uuid(50)}/messages`]: { messages, next: null },
  'staff/customers': { customers: [listedCustomer({ id: uuid(40) })], next: null },
  [`staff/customers/${uuid(40)}`]: customer(
    { id: uuid(40) },
    { spending: [{ month: '2026-01', paid_cents: 1_250_050, refunded_cents: 119_000 }] },
  ),
  'staff/contact-messages': {
    messages: [listedContact({ id: uuid(30) }), listedContact({ id: uuid(31), state: 'assigned', unsent: true })],
    next: null,
  },
  [`staff/contact-messages/${uuid(30)}`]: staffContact({ id: uuid(30) }, { answers: [contactAnswer()] }),
  'staff/prices': priceVersionPage({
    versions: [
      priceVersion({ id: uuid(20), valid_from: '2126-01-01T00:00:00.000Z', by: 'Stella Okafor' }),
      priceVersion(),
    ],
  }),
  'staff/accounting': months,
  'staff/activity': {
    entries: [staffActivityEntry(), staffActivityEntry({ id: 'a2', kind: 'request paid' })],
    next: null,
  },
  'staff/failed-jobs': jobs,
  [`simulation-requests/${uuid(50)}`]: seenByCustomer,
  [`simulation-requests/${uuid(50)}/messages`]: { messages, next: null },
})

const show = async (page: Page, address: string, heading: string | RegExp, request = open) => {
  const known = answers(request)
  await page.route(/\/api\/v1\/(staff|simulation-requests)/, (route) => {
    const [, path = ''] = /\/v1\/([^?]*)/.exec(route.request().url()) ?? []
    return path in known ? route.fulfill({ json: known[path] }) : route.fallback()
  })
  await page.goto(address)
  await page.getByRole('heading', { name: heading }).first().waitFor()
  await page.getByText(/^Loading/).waitFor({ state: 'detached' })
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

type StaffScene = { name: string; signedIn: true; as: string; show: (page: Page) => Promise<unknown> }

const scene = (name: string, open: (page: Page) => Promise<unknown>): StaffScene => ({
  ...{ name: `staff-${name}`, signedIn: true, as: 'staff', show: open },
})

const requestPath = `/staff/${uuid(50)}`

export const staffScenes: StaffScene[] = [
  scene('queue', (page) => show(page, '/staff', 'Requests from all customers')),
  scene('request', (page) => show(page, requestPath, /^SI-1001/)),
  scene('request-delivered', (page) => show(page, requestPath, /^SI-1001/, done)),
  scene('delivery', async (page) => {
    await show(page, requestPath, /^SI-1001/)
    await press(page, 'Prepare the delivery')
  }),
  scene('refund', async (page) => {
    await show(page, requestPath, /^SI-1001/)
    await press(page, 'Refund or cancel')
  }),
  scene('storage-limit', async (page) => {
    await show(page, requestPath, /^SI-1001/)
    await press(page, 'Change the storage limit')
  }),
  scene('customers', (page) => show(page, '/staff/customers', 'Customers')),
  scene('customer', (page) => show(page, `/staff/customers/${uuid(40)}`, 'Uma Serrano')),
  scene('messages', (page) => show(page, '/staff/messages', 'Messages from the contact form')),
  scene('message', (page) => show(page, `/staff/messages/${uuid(30)}`, /Ada Vance/)),
  scene('prices', (page) => show(page, '/staff/prices', 'Prices')),
  scene('accounting', (page) => show(page, '/staff/accounting', 'Accounting')),
  scene('activity', (page) => show(page, '/staff/activity', 'Activity')),
  scene('failed-jobs', (page) => show(page, '/staff/failed-jobs', 'Failed jobs')),
]

/** The customer's page of the request that the staff's scenes show. */
export const conversationScene = {
  ...{ name: 'requests-conversation', signedIn: true, as: 'user' },
  show: (page: Page) => show(page, `/workspace/requests/${uuid(50)}`, /^SI-1001/),
}

import type { ContactSummary } from '../../../machines/staff/contact/contact-list.machine'
import type { StaffContact } from '../../../machines/staff/contact/contact-message.machine'
import type { CustomerSummary } from '../../../machines/staff/customers/customer-list.machine'
import type { Customer } from '../../../machines/staff/customers/customer.machine'
import type { StaffActivityEntry } from '../../../machines/staff/operation/staff-activity.machine'
import type { PriceVersion } from '../../../machines/staff/prices/price-form'
import type { PriceVersionPage } from '../../../machines/staff/prices/staff-prices.machine'
import type { StaffRequestSummary } from '../../../machines/staff/requests/staff-queue.machine'
import type { StaffRequest } from '../../../machines/staff/requests/staff-request.machine'
import { activityEntry } from '../activity/samples'
import { fullSi } from '../wizard/request-samples'

/** A paid request in the staff's queue. Tests specify only the fields that they depend on. */
export const queuedRequest = (fields: Partial<StaffRequestSummary> = {}): StaffRequestSummary => ({
  id: 'r1',
  number: 'SI-1001',
  project_id: 'p1',
  project_name: 'Camera board',
  status: 'paid',
  layout_name: 'board.kicad_pcb',
  total: 2000,
  created: '2026-01-02T03:04:05.000Z',
  customer: { id: 'u1', name: 'Uma Serrano', email: 'user@example.com' },
  paid: '2026-01-02T03:05:05.000Z',
  due: '2126-01-16T12:00:00.000Z',
  waiting: null,
  started: null,
  delivered: null,
  cancelled: null,
  purchase_order: null,
  assignee: null,
  ...fields,
})

/** A request as seen by the staff. */
export const staffRequest = (
  summary: Partial<StaffRequestSummary> = {},
  fields: Partial<StaffRequest> = {},
): StaffRequest => ({
  summary: queuedRequest(summary),
  si: [{ ...fullSi, unit_price: 2000 }],
  pi: [],
  files: [{ id: 'f1', name: 'board.kicad_pcb', size: 1024, sha256: '0'.repeat(64), role: 'layout' }],
  private_project: false,
  notes: '',
  notes_version: 0,
  done: [],
  deliveries: [],
  refunds: [],
  ...fields,
})

/** A customer in the list. */
export const listedCustomer = (fields: Partial<CustomerSummary> = {}): CustomerSummary => ({
  id: 'u1',
  name: 'Uma Serrano',
  email: 'user@example.com',
  requests: 3,
  open: 1,
  spent_cents: 1_250_050,
  last_request: '2026-01-02T03:04:05.000Z',
  ...fields,
})

/** A customer, as shown on the customer's page. */
export const customer = (summary: Partial<CustomerSummary> = {}, fields: Partial<Customer> = {}): Customer => ({
  summary: listedCustomer(summary),
  roles: { names: ['user', 'project_manager'], as_of: '2026-01-05T12:00:00.000Z' },
  spending: [],
  ...fields,
})

/** An entry in the activity of all projects. */
export const staffActivityEntry = (fields: Partial<StaffActivityEntry> = {}): StaffActivityEntry => ({
  ...activityEntry(),
  project_id: 'p1',
  project_name: 'Camera board',
  ...fields,
})

/** A message from the contact form, as listed. */
export const listedContact = (fields: Partial<ContactSummary> = {}): ContactSummary => ({
  id: 'c1',
  name: 'Ada Vance',
  email: 'ada@example.com',
  excerpt: 'Can you simulate a PCIe Gen5 link?',
  received: '2026-01-02T03:04:05.000Z',
  state: 'new',
  assignee: null,
  answered: null,
  unsent: false,
  ...fields,
})

export const contactAnswer = (
  fields: Partial<StaffContact['answers'][number]> = {},
): StaffContact['answers'][number] => ({
  id: 'a1',
  text: 'Yes, up to 32 GT/s.',
  by: 'Stella Okafor',
  created: '2026-01-03T09:00:00.000Z',
  sent: '2026-01-03T09:00:02.000Z',
  failure: null,
  ...fields,
})

/** A message from the contact form, as shown on its page. */
export const staffContact = (
  summary: Partial<ContactSummary> = {},
  fields: Partial<StaffContact> = {},
): StaffContact => ({
  summary: listedContact(summary),
  message: 'Can you simulate a PCIe Gen5 link?',
  answers: [],
  done: null,
  notes: '',
  notes_version: 0,
  mail: true,
  ...fields,
})

/** The current version of the prices. */
export const priceVersion = (fields: Partial<PriceVersion> = {}): PriceVersion => ({
  id: '11111111-1111-4111-8111-111111111111',
  valid_from: '2026-01-02T03:04:05.000Z',
  si: [{ name: 'MIPI-D', unit_price: 2000 }],
  pi: [{ name: 'PowerDC', unit_price: 1000 }],
  turnaround_days: 10,
  by: null,
  created: '2026-01-02T03:04:05.000Z',
  ...fields,
})

/** A page of price versions, which are listed with the latest date first. */
export const priceVersionPage = (fields: Partial<PriceVersionPage> = {}): PriceVersionPage => ({
  versions: [priceVersion()],
  current: priceVersion(),
  revision: '0:11111111-1111-4111-8111-111111111111',
  now: '2026-01-05T12:00:00.000Z',
  next: null,
  ...fields,
})

// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { fromCallback, fromPromise, type SnapshotFrom } from 'xstate'

import { customerMachine } from '../../../../machines/staff/customers/customer.machine'
import type { ListPage, ListWanted } from '../../../../machines/staff/filtered-list'
import {
  type QueueFilter,
  type StaffRequestSummary,
  staffQueueMachine,
} from '../../../../machines/staff/requests/staff-queue.machine'
import { CustomerPage } from '../../../../src/staff/customers/customer-page'
import { customer, queuedRequest } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof customerMachine
type Snapshot = SnapshotFrom<Machine>

const spending = [
  { month: '2026-01', paid_cents: 100_000, refunded_cents: 25_050 },
  { month: '2025-12', paid_cents: 200_000, refunded_cents: 0 },
  { month: '2025-11', paid_cents: 50_000, refunded_cents: 0 },
]
const uma = customer({}, { spending })
const deleted = customer({ id: 'u2', name: 'Deleted user', email: null }, { roles: null })
const none = customer({}, { roles: { names: [], as_of: '2026-01-05T12:00:00.000Z' } })

const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const title = () => screen.queryByRole('heading', { level: 1 })?.textContent
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent
const gone = /^There is no such customer/

async function expectCustomer(_: unknown, { context: { customer: shown } }: Snapshot) {
  expect(title()).toBe(shown?.summary.name)
  expect(alerts()).toEqual([])
  expect(screen.queryByText(gone)).toBeNull()
  expect(fact('E-mail')).toBe(shown?.summary.email ?? 'None')
  expect(fact('Requests')).toBe('3, 1 open')
  expect(fact('Spending')).toBe('$12,500.50, excluding trial orders')
  const names = shown?.roles?.names
  const roles = names === undefined ? 'Unknown' : names.join(', ') || 'None'
  const asOf = names === undefined ? '' : 'At the sign-in provider, as of '
  expect(fact('Roles')?.startsWith(roles + asOf)).toBe(true)
  const table = screen.queryByRole('table', { name: 'Spending' })
  const rows = table === null ? [] : within(table).getAllByRole('row').slice(1)
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent).join(' '))).toEqual(
    shown?.spending.length === 0
      ? []
      : [
          '2026 $1,000 $250.50 $749.50',
          'January $1,000 $250.50 $749.50',
          '2025 $2,500 – $2,500',
          'December $2,000 – $2,000',
          'November $500 – $500',
        ],
  )
  const requests = await screen.findByRole('region', { name: 'Requests of the customer' })
  expect(within(requests).getByRole('link', { name: 'SI-1001' })).toHaveAttribute('href', '/staff/r1')
}

const customerSurface: Surface<Machine> = {
  situations: { 'a member of staff': { input: { customerId: 'u1' } } },
  events: {
    'customer.retry': [{}],
    'customer.outdated': ({ context }) => (context.isOutdated ? [] : [{}]),
  },
  done: {
    followRequests: null,
    loadCustomer: (snapshot) => (snapshot.matches('loading') ? [uma, deleted, none] : [uma]),
  },
  failed: {
    followRequests: null,
    loadCustomer: [failure(), Object.assign(new Error('There is no such customer.'), { status: 404 })],
  },
  mount: ({ machine }) => {
    const staffQueue = staffQueueMachine.provide({
      actors: {
        loadPages: fromPromise<ListPage<StaffRequestSummary>, ListWanted<QueueFilter>>(
          async ({ input: { filter } }) => {
            expect(filter).toMatchObject({ state: 'all', customer: 'u1' })
            return { items: [queuedRequest()], next: null }
          },
        ),
        followItems: fromCallback(() => {}),
      },
    })
    renderWorkspace(<CustomerPage customerId="u1" onList={vi.fn()} onRequest={vi.fn()} />, {
      ...machinesOver({}),
      staffQueue,
      customer: machine,
    })
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading the customer...')).toBeVisible()
      expect(title()).toBeUndefined()
    },
    failed: () => {
      expect(title()).toBe('Customer')
      expect(alerts()).toEqual(['The customer could not be loaded.Retry'])
    },
    missing: () => {
      expect(title()).toBe('Customer')
      expect(screen.getByText(gone)).toBeVisible()
      expect(screen.queryByText('user@example.com')).toBeNull()
      expect(screen.queryByRole('table')).toBeNull()
    },
    'shown.current': expectCustomer,
    'shown.updating': expectCustomer,
    'shown.outdated': expectCustomer,
  },
  perform: {
    'customer.retry': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'customer.outdated': (event, { report }) => report('followRequests', event),
  },
}

testSurface('Customer', customerMachine, customerSurface)

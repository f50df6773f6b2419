// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { customerListMachine } from '../../../../machines/staff/customer-list.machine'
import { CustomersPage } from '../../../../src/staff/customers-page'
import { listedCustomer } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof customerListMachine
type Snapshot = SnapshotFrom<Machine>

const everybody = { query: '' }
const uma = listedCustomer()
const deleted = listedCustomer({ id: 'u2', name: 'Deleted user', email: null, requests: 1, open: 0, spent_cents: 0 })
const third = listedCustomer({ id: 'u3', name: 'Ada Vance' })

const applied = vi.fn()
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const search = () => screen.getByRole('searchbox', { name: 'Search' })
const more = () => screen.queryByRole('button', { name: 'Show more customers' })

/** The search is changed once, while nothing else has happened. */
const isWhole = ({ context }: Snapshot) => context.filter.query === ''

function expectList({ context }: Snapshot, isBusy: boolean) {
  expect(search()).toHaveValue(context.filter.query)
  if (context.items.length === 0) {
    const isNarrowed = isBusy || context.filter.query !== ''
    expect(screen.getByText(isNarrowed ? 'No customer matches the search.' : 'No customers yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Clear filter' }) !== null).toBe(isNarrowed)
    return
  }
  expect(screen.getByRole('region', { name: 'Customers' })).toHaveAttribute('aria-busy', String(isBusy))
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.querySelector('a')?.textContent)).toEqual(context.items.map(({ name }) => name))
  expect(rows[0]).toHaveTextContent('user@example.com')
  expect(rows[0]).toHaveTextContent('3 requests, 1 open')
  expect(rows[0]).toHaveTextContent('$12,500.50')
  expect(rows[1]).toHaveTextContent('1 request')
  expect(rows[1]).not.toHaveTextContent('open')
  expect(more() !== null).toBe(context.next !== null)
}

function expectListed(_: unknown, snapshot: Snapshot) {
  expectList(snapshot, false)
  expect(alerts()).toEqual(snapshot.context.failure === null ? [] : ['More customers could not be loaded.'])
}

const customerList: Surface<Machine> = {
  situations: { 'a member of staff': { input: { filter: everybody } } },
  events: {
    'list.retry': [{}],
    'list.outdated': (snapshot) => (isWhole(snapshot) && snapshot.hasTag('listed') ? [{}] : []),
    'page.requested': (snapshot) => (isWhole(snapshot) ? [{}] : []),
    'filter.changed': (snapshot) => {
      if (isWhole(snapshot)) return [{ change: { query: 'uma' } }]
      return snapshot.context.filter.query === 'uma' && snapshot.matches('narrowing')
        ? [{ change: { query: 'x' } }]
        : []
    },
  },
  done: {
    followItems: null,
    loadPages: (snapshot) => {
      if (snapshot.matches({ listed: 'loadingMore' })) return [{ items: [third], next: null }]
      if (snapshot.context.filter.query === 'x') return [{ items: [], next: null }]
      const some = { items: [uma, deleted], next: isWhole(snapshot) ? '1_u2' : null }
      return snapshot.matches('loading') ? [some, { items: [], next: null }] : [some]
    },
  },
  failed: { followItems: null, loadPages: [failure()] },
  distinguish: ({ items, next, filter, failure: why, isOutdated }) => [
    ...[items.length, next, filter.query, why, isOutdated],
  ],
  mount: ({ machine }) => {
    applied.mockClear()
    renderWorkspace(<CustomersPage filter={everybody} left={null} onFilter={applied} onOpen={vi.fn()} />, {
      ...machinesOver({}),
      customerList: machine,
    })
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading the customers...')).toBeVisible()
      expect(screen.queryByRole('table')).toBeNull()
      expect(alerts()).toEqual([])
    },
    failed: () => {
      expect(alerts()).toEqual(['The customers could not be loaded.Retry'])
      expect(search()).toBeEnabled()
    },
    narrowing: (_, snapshot) => {
      expectList(snapshot, true)
      expect(applied).not.toHaveBeenCalled()
    },
    filtering: (_, snapshot) => {
      expectList(snapshot, true)
      expect(applied).toHaveBeenLastCalledWith(snapshot.context.filter)
    },
    'listed.current': expectListed,
    'listed.updating': expectListed,
    'listed.outdated': expectListed,
    'listed.loadingMore': (_, snapshot) => {
      expectList(snapshot, false)
      expect(more()).toBeDisabled()
    },
  },
  perform: {
    'list.retry': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'list.outdated': (event, { report }) => report('followItems', event),
    'page.requested': async (_, { user }) => {
      const button = more()
      if (button) await user.click(button)
    },
    'filter.changed': async ({ change: { query = '' } }) => {
      fireEvent.change(search(), { target: { value: query } })
    },
  },
}

testSurface('Customer list', customerListMachine, customerList)

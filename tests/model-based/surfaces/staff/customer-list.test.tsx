// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { customerListMachine } from '../../../../machines/staff/customers/customer-list.machine'
import { CustomersPage } from '../../../../src/staff/customers/customers-page'
import { listedCustomer } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { testListSurface } from './list-surface'

const everybody = { query: '' }
const search = () => screen.getByRole('searchbox', { name: 'Search' })

testListSurface('Customer list', customerListMachine, {
  filter: everybody,
  changes: [{ query: 'uma' }],
  toNothing: { query: 'x' },
  items: [
    listedCustomer(),
    listedCustomer({ id: 'u2', name: 'Deleted user', email: null, requests: 1, open: 0, spent_cents: 0 }),
    listedCustomer({ id: 'u3', name: 'Ada Vance' }),
  ],
  texts: {
    loading: 'Loading customers...',
    label: 'Customers',
    more: 'Show more customers',
    failed: 'The customers could not be loaded.',
    pageFailed: 'More customers could not be loaded.',
    empty: 'No customers yet.',
    noMatch: 'No customer matches the search.',
  },
  mount: (customerList, onFilter) =>
    renderWorkspace(<CustomersPage filter={everybody} left={null} onFilter={onFilter} onOpen={vi.fn()} />, {
      ...machinesOver({}),
      customerList,
    }),
  expectFilter: ({ query }) => expect(search()).toHaveValue(query),
  expectRows: (rows, items) => {
    expect(rows.map((row) => row.querySelector('a')?.textContent)).toEqual(items.map(({ name }) => name))
    expect(rows[0]).toHaveTextContent('user@example.com')
    expect(rows[0]).toHaveTextContent('3 requests, 1 open')
    expect(rows[0]).toHaveTextContent('$12,500.50')
    expect(rows[1]).toHaveTextContent('1 request')
    expect(rows[1]).not.toHaveTextContent('open')
  },
  change: ({ query = '' }) => fireEvent.change(search(), { target: { value: query } }),
})

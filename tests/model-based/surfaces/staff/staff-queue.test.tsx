// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { openItems } from '../../../../machines/staff/filtered-list'
import { type QueueFilter, staffQueueMachine } from '../../../../machines/staff/requests/staff-queue.machine'
import { QueuePage } from '../../../../src/staff/requests/queue-page'
import { queuedRequest } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { testListSurface } from './list-surface'

const everything: QueueFilter = openItems
const search = () => screen.getByRole('searchbox', { name: 'Search' })

testListSurface('Staff queue', staffQueueMachine, {
  filter: everything,
  changes: [{ query: 'cam' }],
  toNothing: { query: 'x' },
  items: [
    queuedRequest({ due: '2026-01-16T12:00:00.000Z' }),
    queuedRequest({
      id: 'r2',
      number: 'SI-1002',
      status: 'in progress',
      due: '2026-01-16T12:00:00.000Z',
      waiting: '2026-01-15T12:00:00.000Z',
      tax: { name: 'VAT', rate: 19_000, cents: 19_000 },
      assignee: { id: 's1', name: 'Stella Okafor' },
    }),
    queuedRequest({ id: 'r3', number: 'SI-1003', project_name: null }),
  ],
  texts: {
    loading: 'Loading the queue...',
    label: 'Queue',
    more: 'Show more requests',
    failed: 'The queue could not be loaded.',
    pageFailed: 'More requests could not be loaded.',
    empty: 'Nothing to do. Requests appear here as soon as they are paid.',
    noMatch: 'No request matches the filter.',
  },
  mount: (staffQueue, onFilter) =>
    renderWorkspace(<QueuePage filter={openItems} left={null} onFilter={onFilter} onOpen={vi.fn()} />, {
      ...machinesOver({}),
      staffQueue,
    }),
  expectFilter: ({ query }) => expect(search()).toHaveValue(query),
  expectRows: (rows, items) => {
    expect(rows.map((row) => row.querySelector('a')?.textContent)).toEqual(items.map(({ number }) => number))
    expect(rows[0]).toHaveTextContent('Late')
    expect(rows[0]).toHaveTextContent('Unassigned')
    expect(rows[1]).toHaveTextContent('In progress')
    expect(rows[1]).toHaveTextContent('Stella Okafor')
    expect(rows[1]).toHaveTextContent('$2,000plus $190 tax')
    // This request is past its due date, too, but it waits for the customer's answer.
    expect(rows[1]).toHaveTextContent('Waiting for the customer')
    expect(rows[1]).not.toHaveTextContent('Late')
  },
  change: ({ query = '' }) => fireEvent.change(search(), { target: { value: query } }),
})

// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { type ContactFilter, contactListMachine } from '../../../../machines/staff/contact/contact-list.machine'
import { openItems } from '../../../../machines/staff/filtered-list'
import { ContactListPage } from '../../../../src/staff/contact/contact-list-page'
import { listedContact } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { testListSurface } from './list-surface'

const everything: ContactFilter = openItems
const answered = '2026-01-03T12:00:00.000Z'
const search = () => screen.getByRole('searchbox', { name: 'Search' })

testListSurface('Contact list', contactListMachine, {
  filter: everything,
  changes: [{ query: 'pcie' }],
  toNothing: { query: 'x' },
  items: [
    listedContact(),
    listedContact({
      id: 'c2',
      name: 'Bo Lindqvist',
      state: 'assigned',
      assignee: { id: 's1', name: 'Stella Okafor' },
      answered,
    }),
    listedContact({ id: 'c3', name: 'Cem Aydin', state: 'done', answered, unsent: true }),
  ],
  texts: {
    loading: 'Loading messages...',
    label: 'Contact messages',
    more: 'Show more messages',
    failed: 'The messages could not be loaded.',
    pageFailed: 'More messages could not be loaded.',
    empty: 'Nothing to answer. Messages appear here as soon as they arrive.',
    noMatch: 'No message matches the filter.',
  },
  mount: (contactList, onFilter) =>
    renderWorkspace(<ContactListPage filter={openItems} left={null} onFilter={onFilter} onOpen={vi.fn()} />, {
      ...machinesOver({}),
      contactList,
    }),
  expectFilter: ({ query }) => expect(search()).toHaveValue(query),
  expectRows: (rows, items) => {
    expect(rows.map((row) => row.querySelector('a')?.textContent)).toEqual(items.map(({ name }) => name))
    expect(rows[0]).toHaveTextContent('ada@example.com')
    expect(rows[0]).toHaveTextContent('Can you simulate a PCIe Gen5 link?')
    expect(rows[0]).toHaveTextContent('Unassigned')
    expect(rows[0]).not.toHaveTextContent('Answered')
    expect(rows[1]).toHaveTextContent('Answered Jan 3, 2026')
    expect(rows[1]).toHaveTextContent('Stella Okafor')
    expect(rows[1]).not.toHaveTextContent('Answer not sent')
    if (rows[2]) expect(rows[2]).toHaveTextContent('Answer not sent')
  },
  change: ({ query = '' }) => fireEvent.change(search(), { target: { value: query } }),
})

// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { contactListMachine } from '../../../../machines/staff/contact-list.machine'
import { openItems } from '../../../../machines/staff/filtered-list'
import { ContactListPage } from '../../../../src/staff/contact-list-page'
import { listedContact } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof contactListMachine
type Snapshot = SnapshotFrom<Machine>

const fresh = listedContact()
const taken = listedContact({
  id: 'c2',
  name: 'Bo Lindqvist',
  state: 'assigned',
  assignee: { id: 's1', name: 'Stella Okafor' },
  answered: '2026-01-03T12:00:00.000Z',
})
const third = listedContact({ id: 'c3', name: 'Cem Aydin', state: 'done', answered: taken.answered, unsent: true })

const applied = vi.fn()
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const search = () => screen.getByRole('searchbox', { name: 'Search' })
const more = () => screen.queryByRole('button', { name: 'Show more messages' })

/** The filter is changed once, while nothing else has happened. */
const isWhole = ({ context }: Snapshot) => context.filter.query === ''

function expectList({ context }: Snapshot, isBusy: boolean) {
  expect(search()).toHaveValue(context.filter.query)
  if (context.items.length === 0) {
    const isNarrowed = isBusy || context.filter.query !== ''
    const why = isNarrowed
      ? 'No message matches the filter.'
      : 'Nothing to answer. Messages appear here as soon as they arrive.'
    expect(screen.getByText(why)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Clear filter' }) !== null).toBe(isNarrowed)
    return
  }
  expect(screen.getByRole('region', { name: 'Contact messages' })).toHaveAttribute('aria-busy', String(isBusy))
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.querySelector('a')?.textContent)).toEqual(context.items.map(({ name }) => name))
  expect(rows[0]).toHaveTextContent('ada@example.com')
  expect(rows[0]).toHaveTextContent('Can you simulate a PCIe Gen5 link?')
  expect(rows[0]).toHaveTextContent('Unassigned')
  expect(rows[0]).not.toHaveTextContent('Answered')
  expect(rows[1]).toHaveTextContent('Answered Jan 3, 2026')
  expect(rows[1]).toHaveTextContent('Stella Okafor')
  expect(rows[1]).not.toHaveTextContent('Answer not sent')
  if (rows[2]) expect(rows[2]).toHaveTextContent('Answer not sent')
  expect(more() !== null).toBe(context.next !== null)
}

function expectListed(_: unknown, snapshot: Snapshot) {
  expectList(snapshot, false)
  expect(alerts()).toEqual(snapshot.context.failure === null ? [] : ['More messages could not be loaded.'])
}

const contactList: Surface<Machine> = {
  situations: { 'a member of staff': { input: { filter: openItems } } },
  events: {
    'list.retry': [{}],
    'list.outdated': (snapshot) => (isWhole(snapshot) && snapshot.hasTag('listed') ? [{}] : []),
    'page.requested': (snapshot) => (isWhole(snapshot) ? [{}] : []),
    'filter.changed': (snapshot) => {
      if (isWhole(snapshot)) return [{ change: { query: 'pcie' } }]
      return snapshot.context.filter.query === 'pcie' && snapshot.matches('narrowing')
        ? [{ change: { query: 'x' } }]
        : []
    },
  },
  done: {
    followItems: null,
    loadPages: (snapshot) => {
      if (snapshot.matches({ listed: 'loadingMore' })) return [{ items: [third], next: null }]
      if (snapshot.context.filter.query === 'x') return [{ items: [], next: null }]
      const some = { items: [fresh, taken], next: isWhole(snapshot) ? '1_c2' : null }
      return snapshot.matches('loading') ? [some, { items: [], next: null }] : [some]
    },
  },
  failed: { followItems: null, loadPages: [failure()] },
  distinguish: ({ items, next, filter, failure: why, isOutdated }) => [
    ...[items.length, next, filter.query, why, isOutdated],
  ],
  mount: ({ machine }) => {
    applied.mockClear()
    renderWorkspace(<ContactListPage filter={openItems} left={null} onFilter={applied} onOpen={vi.fn()} />, {
      ...machinesOver({}),
      contactList: machine,
    })
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading the messages...')).toBeVisible()
      expect(screen.queryByRole('table')).toBeNull()
      expect(alerts()).toEqual([])
    },
    failed: () => {
      expect(alerts()).toEqual(['The messages could not be loaded.Retry'])
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

testSurface('Contact list', contactListMachine, contactList)

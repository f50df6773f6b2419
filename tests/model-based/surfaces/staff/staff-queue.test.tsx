// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { openItems } from '../../../../machines/staff/filtered-list'
import { staffQueueMachine } from '../../../../machines/staff/staff-queue.machine'
import { QueuePage } from '../../../../src/staff/queue-page'
import { queuedRequest } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof staffQueueMachine
type Snapshot = SnapshotFrom<Machine>

const late = queuedRequest({ due: '2026-01-16T12:00:00.000Z' })
const taken = queuedRequest({
  id: 'r2',
  number: 'SI-1002',
  status: 'in progress',
  assignee: { id: 's1', name: 'Stella Okafor' },
})
const third = queuedRequest({ id: 'r3', number: 'SI-1003', project_name: null })

const applied = vi.fn()
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const search = () => screen.getByRole('searchbox', { name: 'Search' })
const more = () => screen.queryByRole('button', { name: 'Show more requests' })

/** The filter is changed once, while nothing else has happened. */
const isWhole = ({ context }: Snapshot) => context.filter.query === ''

function expectQueue({ context }: Snapshot, isBusy: boolean) {
  expect(search()).toHaveValue(context.filter.query)
  if (context.items.length === 0) {
    const isNarrowed = isBusy || context.filter.query !== ''
    const why = isNarrowed
      ? 'No request matches the filter.'
      : 'Nothing to do. Requests appear here as soon as they are paid.'
    expect(screen.getByText(why)).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Clear filter' }) !== null).toBe(isNarrowed)
    return
  }
  expect(screen.getByRole('region', { name: 'Queue' })).toHaveAttribute('aria-busy', String(isBusy))
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map((row) => row.querySelector('a')?.textContent)).toEqual(context.items.map(({ number }) => number))
  expect(rows[0]).toHaveTextContent('Late')
  expect(rows[0]).toHaveTextContent('Unassigned')
  expect(rows[1]).toHaveTextContent('In progress')
  expect(rows[1]).toHaveTextContent('Stella Okafor')
  expect(rows[1]).not.toHaveTextContent('Late')
  expect(more() !== null).toBe(context.next !== null)
}

function expectListed(_: unknown, snapshot: Snapshot) {
  expectQueue(snapshot, false)
  expect(alerts()).toEqual(snapshot.context.failure === null ? [] : ['More requests could not be loaded.'])
}

const staffQueue: Surface<Machine> = {
  situations: { 'a member of staff': { input: { filter: openItems } } },
  events: {
    'list.retry': [{}],
    'list.outdated': (snapshot) => (isWhole(snapshot) && snapshot.hasTag('listed') ? [{}] : []),
    'page.requested': (snapshot) => (isWhole(snapshot) ? [{}] : []),
    'filter.changed': (snapshot) => {
      if (isWhole(snapshot)) return [{ change: { query: 'cam' } }]
      return snapshot.context.filter.query === 'cam' && snapshot.matches('narrowing')
        ? [{ change: { query: 'x' } }]
        : []
    },
  },
  done: {
    followItems: null,
    loadPages: (snapshot) => {
      if (snapshot.matches({ listed: 'loadingMore' })) return [{ items: [third], next: null }]
      if (snapshot.context.filter.query === 'x') return [{ items: [], next: null }]
      const some = { items: [late, taken], next: isWhole(snapshot) ? '1_r2' : null }
      return snapshot.matches('loading') ? [some, { items: [], next: null }] : [some]
    },
  },
  failed: { followItems: null, loadPages: [failure()] },
  distinguish: ({ items, next, filter, failure: why, isOutdated }) => [
    ...[items.length, next, filter.query, why, isOutdated],
  ],
  mount: ({ machine }) => {
    applied.mockClear()
    renderWorkspace(<QueuePage filter={openItems} left={null} onFilter={applied} onOpen={vi.fn()} />, {
      ...machinesOver({}),
      staffQueue: machine,
    })
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading the queue...')).toBeVisible()
      expect(screen.queryByRole('table')).toBeNull()
      expect(alerts()).toEqual([])
    },
    failed: () => {
      expect(alerts()).toEqual(['The queue could not be loaded.Retry'])
      expect(search()).toBeEnabled()
    },
    narrowing: (_, snapshot) => {
      expectQueue(snapshot, true)
      expect(applied).not.toHaveBeenCalled()
    },
    filtering: (_, snapshot) => {
      expectQueue(snapshot, true)
      expect(applied).toHaveBeenLastCalledWith(snapshot.context.filter)
    },
    'listed.current': expectListed,
    'listed.updating': expectListed,
    'listed.outdated': expectListed,
    'listed.loadingMore': (_, snapshot) => {
      expectQueue(snapshot, false)
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

testSurface('Staff queue', staffQueueMachine, staffQueue)

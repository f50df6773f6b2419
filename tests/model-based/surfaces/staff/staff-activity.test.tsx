// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { allActivity, staffActivityMachine } from '../../../../machines/staff/staff-activity.machine'
import { ActivityPage } from '../../../../src/staff/activity-page'
import { staffActivityEntry } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof staffActivityMachine
type Snapshot = SnapshotFrom<Machine>

const uploaded = staffActivityEntry()
const paid = staffActivityEntry({
  id: 'a2',
  kind: 'request paid',
  person: null,
  subject: 'board.kicad_pcb (SI-1001)',
  request_id: 'r1',
  project_name: null,
})
const third = staffActivityEntry({ id: 'a3', subject: 'stackup.csv' })
const sentences: Record<string, string> = {
  a1: 'Uma Serrano uploaded board.kicad_pcb',
  a2: 'The simulation of board.kicad_pcb (SI-1001) was paid for',
  a3: 'Uma Serrano uploaded stackup.csv',
}

const applied = vi.fn()
const opened = vi.fn()
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const kind = () => screen.getByRole('combobox', { name: 'Activity type' })
const person = () => screen.getByRole('searchbox', { name: 'Person' })
const project = () => screen.getByRole('searchbox', { name: 'Project' })
const more = () => screen.queryByRole('button', { name: 'Show more activity' })

/** The filter is changed once, while nothing else has happened. */
const isWhole = ({ context: { filter } }: Snapshot) =>
  filter.kind === null && filter.person === '' && filter.project === ''

function expectList(snapshot: Snapshot, isBusy: boolean) {
  const { context } = snapshot
  expect(kind()).toHaveValue(context.filter.kind ?? '')
  expect(person()).toHaveValue(context.filter.person)
  expect(project()).toHaveValue(context.filter.project)
  if (context.items.length === 0) {
    const isNarrowed = isBusy || !isWhole(snapshot)
    expect(screen.getByText(isNarrowed ? 'No activity matches the filter.' : 'No activity yet.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Clear filter' }) !== null).toBe(isNarrowed)
    return
  }
  expect(screen.getByRole('region', { name: 'Activity' })).toHaveAttribute('aria-busy', String(isBusy))
  const [, ...rows] = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows).toHaveLength(context.items.length)
  for (const [index, { id }] of context.items.entries()) expect(rows[index]).toHaveTextContent(sentences[id] ?? '?')
  expect(rows[0]).toHaveTextContent('Camera board')
  expect(rows[0]?.querySelector('a')).toBeNull()
  expect(rows[1]).toHaveTextContent('Deleted project')
  expect(rows[1]?.querySelector('a')).toHaveAttribute('href', '/staff/r1')
  expect(more() !== null).toBe(context.next !== null)
}

function expectListed(_: unknown, snapshot: Snapshot) {
  expectList(snapshot, false)
  expect(alerts()).toEqual(snapshot.context.failure === null ? [] : ['Older activity could not be loaded.'])
}

const staffActivity: Surface<Machine> = {
  situations: { 'a member of staff': { input: { filter: allActivity } } },
  events: {
    'list.retry': [{}],
    'list.outdated': (snapshot) => (isWhole(snapshot) && snapshot.hasTag('listed') ? [{}] : []),
    'page.requested': (snapshot) => (isWhole(snapshot) ? [{}] : []),
    'filter.changed': (snapshot) => {
      if (isWhole(snapshot)) {
        return [{ change: { person: 'uma' } }, { change: { project: 'camera' } }, { change: { kind: 'request paid' } }]
      }
      return snapshot.context.filter.person === 'uma' && snapshot.matches('narrowing')
        ? [{ change: { person: 'x' } }]
        : []
    },
  },
  done: {
    followItems: null,
    loadPages: (snapshot) => {
      if (snapshot.matches({ listed: 'loadingMore' })) return [{ items: [third], next: null }]
      if (snapshot.context.filter.person === 'x') return [{ items: [], next: null }]
      const some = { items: [uploaded, paid], next: isWhole(snapshot) ? '1_a2' : null }
      return snapshot.matches('loading') ? [some, { items: [], next: null }] : [some]
    },
  },
  failed: { followItems: null, loadPages: [failure()] },
  distinguish: ({ items, next, filter, failure: why, isOutdated }) => [
    ...[items.length, next, filter.kind, filter.person, filter.project, why, isOutdated],
  ],
  mount: ({ machine }) => {
    applied.mockClear()
    renderWorkspace(<ActivityPage filter={allActivity} onFilter={applied} onRequest={opened} />, {
      ...machinesOver({}),
      staffActivity: machine,
    })
  },
  states: {
    loading: () => {
      expect(screen.getByText('Loading the activity...')).toBeVisible()
      expect(screen.queryByRole('table')).toBeNull()
      expect(alerts()).toEqual([])
    },
    failed: () => {
      expect(alerts()).toEqual(['The activity could not be loaded.Retry'])
      expect(person()).toBeEnabled()
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
    'filter.changed': async ({ change }) => {
      if (change.person !== undefined) fireEvent.change(person(), { target: { value: change.person } })
      else if (change.project !== undefined) fireEvent.change(project(), { target: { value: change.project } })
      else fireEvent.change(kind(), { target: { value: change.kind } })
    },
  },
}

testSurface('Staff activity', staffActivityMachine, staffActivity)

// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { allActivity, staffActivityMachine } from '../../../../machines/staff/operation/staff-activity.machine'
import { ActivityPage } from '../../../../src/staff/operation/activity-page'
import { staffActivityEntry } from '../../../model/staff/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { testListSurface } from './list-surface'

const sentences: Record<string, string> = {
  a1: 'Uma Serrano uploaded board.kicad_pcb',
  a2: 'The simulation of board.kicad_pcb (SI-1001) was paid for',
  a3: 'Uma Serrano uploaded stackup.csv',
}

const kind = () => screen.getByRole('combobox', { name: 'Activity type' })
const person = () => screen.getByRole('searchbox', { name: 'Person' })
const project = () => screen.getByRole('searchbox', { name: 'Project' })

testListSurface('Staff activity', staffActivityMachine, {
  filter: allActivity,
  changes: [{ person: 'uma' }, { project: 'camera' }, { kind: 'request paid' }],
  toNothing: { person: 'x' },
  items: [
    staffActivityEntry(),
    staffActivityEntry({
      id: 'a2',
      kind: 'request paid',
      person: null,
      subject: 'board.kicad_pcb (SI-1001)',
      request_id: 'r1',
      project_name: null,
    }),
    staffActivityEntry({ id: 'a3', subject: 'stackup.csv' }),
  ],
  texts: {
    loading: 'Loading activity...',
    label: 'Activity',
    more: 'Show more activity',
    failed: 'The activity could not be loaded.',
    pageFailed: 'Older activity could not be loaded.',
    empty: 'No activity yet.',
    noMatch: 'No activity matches the filter.',
  },
  mount: (staffActivity, onFilter) =>
    renderWorkspace(<ActivityPage filter={allActivity} onFilter={onFilter} onRequest={vi.fn()} />, {
      ...machinesOver({}),
      staffActivity,
    }),
  expectFilter: (filter) => {
    expect(kind()).toHaveValue(filter.kind ?? '')
    expect(person()).toHaveValue(filter.person)
    expect(project()).toHaveValue(filter.project)
  },
  expectRows: (rows, items) => {
    for (const [index, { id }] of items.entries()) expect(rows[index]).toHaveTextContent(sentences[id] ?? '?')
    expect(rows[0]).toHaveTextContent('Camera board')
    expect(rows[0]?.querySelector('a')).toBeNull()
    expect(rows[1]).toHaveTextContent('Deleted project')
    expect(rows[1]?.querySelector('a')).toHaveAttribute('href', '/staff/r1')
  },
  change: (change) => {
    if (change.person !== undefined) fireEvent.change(person(), { target: { value: change.person } })
    else if (change.project !== undefined) fireEvent.change(project(), { target: { value: change.project } })
    else fireEvent.change(kind(), { target: { value: change.kind } })
  },
})

// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect } from 'vitest'
import { createActor, fromCallback, type SnapshotFrom } from 'xstate'

import { type ActivityFilter, projectActivityMachine } from '../../../../machines/activity/project-activity.machine'
import { projectFilesMachine } from '../../../../machines/files/project-files.machine'
import { ProjectActivity } from '../../../../src/workspace/activity/project-activity'
import { activityEntry, ada, uma } from '../../../model/activity/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Machine = typeof projectActivityMachine
type Snapshot = SnapshotFrom<Machine>

const everything = { kind: null, person: null }
const deletions = { kind: 'file deleted', person: null } as const
const newer = activityEntry({ id: 'a2' })
const older = activityEntry({ id: 'a1', kind: 'file deleted', person: ada, subject: 'old.txt' })

const button = (name: string) => screen.getByRole('button', { name })
const what = () => screen.getByRole('combobox', { name: 'Activity type' })
const who = () => screen.getByRole('combobox', { name: 'Person' })
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)
const kept = 'No data was lost: the activity is recorded on the server.'

/** The activity of a project, with a filter that the user can change. */
function Activity() {
  const [filter, setFilter] = useState<ActivityFilter>(everything)
  // The files are not loaded, so no entry is a link.
  const idle = projectFilesMachine.provide({ actors: { followUploads: fromCallback(() => {}) } })
  const [files] = useState(() =>
    createActor(idle, { input: { projectId: 'p1', projects: createActor(fromCallback(() => {})) as never } }),
  )
  return (
    <ProjectActivity
      project={{ id: 'p1', name: 'Camera board' }}
      files={files}
      {...filter}
      mayExport
      onFilter={setFilter}
    />
  )
}

function expectList({ context }: Snapshot) {
  const items = screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
  expect(items.map((text) => text.replace(/\d+:.*$/, ''))).toEqual(
    context.entries.map(({ id }) =>
      id === 'a2' ? 'Uma Serrano uploaded board.kicad_pcb' : 'Ada Vance deleted old.txt',
    ),
  )
}

function expectFilter({ context: { filter, people } }: Snapshot) {
  expect(what()).toHaveValue(filter.kind ?? '')
  expect(who()).toHaveValue(filter.person ?? '')
  const names = within(who())
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
  expect(names).toEqual(['Everyone', ...people.map(({ name }) => name)])
}

const projectActivity: Surface<Machine> = {
  situations: { 'a project with activity': { input: { projectId: 'p1', filter: everything } } },
  events: {
    'activity.retry': [{}],
    'filter.chosen': ({ context }) => [{ filter: context.filter.kind === null ? deletions : everything }],
    'page.requested': ({ context }) => (context.next === null ? [] : [{}]),
    'export.requested': [{}],
  },
  done: {
    loadPage: ({ context: { entries, filter } }) =>
      entries.length > 0
        ? [{ entries: [older], next: null }]
        : filter.kind === null
          ? [{ entries: [newer], next: 'c1', people: [ada, uma] }]
          : [{ entries: [], next: null, people: [ada, uma] }],
    exportActivity: [undefined],
  },
  failed: { loadPage: [failure()], exportActivity: [failure()] },
  mount: ({ machine }) => {
    renderWorkspace(<Activity />, { ...machinesOver({}), projectActivity: machine })
  },
  states: {
    'list.loading': (_, snapshot) => {
      expectFilter(snapshot)
      expect(screen.getByText('Loading activity...')).toHaveAttribute('role', 'status')
      expect(screen.queryByRole('listitem')).toBeNull()
    },
    'list.failed': (_, snapshot) => {
      expectFilter(snapshot)
      expect(alerts()).toContain(`The activity could not be loaded.${kept}Retry`)
      expect(screen.queryByText(/^No activity/)).toBeNull()
    },
    'list.resting': (_, snapshot) => {
      const { entries, next, failure: why, filter } = snapshot.context
      expectFilter(snapshot)
      expectList(snapshot)
      if (why !== null) expect(alerts()).toContain(`Older activity could not be loaded.${kept}`)
      expect(screen.queryByRole('button', { name: 'Show more' }) !== null).toBe(next !== null)
      const isNothing = entries.length === 0 && filter.kind !== null
      expect(screen.queryByText('No activity matches the filter.') !== null).toBe(isNothing)
      expect(screen.queryByRole('button', { name: 'Clear filter' }) !== null).toBe(isNothing)
    },
    'list.loadingMore': (_, snapshot) => {
      expectFilter(snapshot)
      expectList(snapshot)
      expect(isUsable(button('Show more'))).toBe(false)
    },
    'export.none': (_, { context: { exportFailure } }) => {
      expect(button('Download as CSV')).toHaveAttribute('aria-disabled', 'false')
      const text = 'The activity could not be downloaded.Nothing was saved. Please try again.'
      expect(alerts().includes(text)).toBe(exportFailure !== null)
    },
    'export.exporting': () => {
      expect(button('Download as CSV')).toHaveAttribute('aria-disabled', 'true')
    },
  },
  perform: {
    'activity.retry': async (_, { user }) => user.click(button('Retry')),
    'filter.chosen': async ({ filter }, { user }) =>
      user.selectOptions(what(), filter.kind === null ? 'All activity' : 'File deleted'),
    'page.requested': async (_, { user }) => user.click(button('Show more')),
    'export.requested': async (_, { user }) => user.click(button('Download as CSV')),
  },
}

testSurface('Project activity', projectActivityMachine, projectActivity)

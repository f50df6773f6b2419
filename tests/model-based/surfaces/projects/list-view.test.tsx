// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor } from 'xstate'

import { listViewMachine } from '../../../../machines/projects/list-view.machine'
import { ProjectsPage } from '../../../../src/workspace/projects/list/projects-page'
import { project, projectsInput } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import type { Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const camera = project({ name: 'Camera board' })

const choice = (name: string) =>
  within(screen.getByRole('group', { name: 'Display projects as' })).getByRole('button', { name })
const isPressed = (name: string) => choice(name).getAttribute('aria-pressed') === 'true'

const listView: Surface<typeof listViewMachine> = {
  situations: {
    'a new browser': { input: { view: 'cards' } },
    'a browser in which the table was chosen': { input: { view: 'table' } },
  },
  events: { 'view.chosen': [{ view: 'cards' }, { view: 'table' }] },
  done: {},
  failed: {},
  mount: ({ machine, input }) => {
    vi.stubGlobal('innerHeight', 2000)
    vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: () => {}, removeEventListener: () => {} }))
    vi.stubGlobal('scrollTo', () => {})
    const machines = machinesOver({})
    const nothing = () => {}
    renderWorkspace(
      <ProjectsPage
        projects={createActor(machines.projects, { input: projectsInput({ projects: [camera] }) }).start()}
        listView={createActor(machine, { input: input ?? { view: 'cards' } }).start()}
        onSelect={nothing}
        onSearch={nothing}
        onSort={nothing}
        onCreate={nothing}
        onRequest={nothing}
        isSearching={false}
        onManageFiles={nothing}
        onMembers={nothing}
        onEdit={nothing}
        onDelete={nothing}
        onDiscard={nothing}
      />,
      machines,
    )
  },
  states: {
    starting: () => expect.unreachable('It is left as soon as it is entered.'),
    cards: async () => {
      expect(await screen.findByRole('article', { name: 'Camera board' })).toBeVisible()
      expect(screen.queryByRole('table', { name: 'Projects' })).not.toBeInTheDocument()
      expect([isPressed('Cards'), isPressed('Table')]).toEqual([true, false])
    },
    table: async () => {
      const table = within(await screen.findByRole('table', { name: 'Projects' }))
      expect(table.getByRole('button', { name: 'Camera board' })).toBeVisible()
      expect(screen.queryByRole('article')).not.toBeInTheDocument()
      expect([isPressed('Cards'), isPressed('Table')]).toEqual([false, true])
    },
  },
  perform: {
    'view.chosen': async ({ view }, { user }) => user.click(choice(view === 'table' ? 'Table' : 'Cards')),
  },
}

testSurface('Project list view', listViewMachine, listView)

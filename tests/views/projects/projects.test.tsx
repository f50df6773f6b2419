// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'

import type { ListView } from '../../../machines/projects/list-view.machine'
import type { Sort } from '../../../machines/projects/project-list'
import type { ProductApi } from '../../../src/api/product'
import { keptView } from '../../../src/workspace/projects/list/kept-view'
import { ProjectsPage } from '../../../src/workspace/projects/list/projects-page'
import { localProject, project, projectsInput } from '../../model/samples'
import { covers } from '../../spec-coverage/covers'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

beforeEach(() => {
  sessionStorage.clear()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  // The list reads the window's height to determine how much is visible.
  vi.stubGlobal('innerHeight', 2000)
  Element.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}
})

const showProjects = (
  listProjects: ProductApi['listProjects'],
  input = projectsInput(),
  mayDelete = true,
  view: ListView = 'cards',
  more: Partial<ProductApi> = {},
) => {
  const machines = machinesOver({ listProjects, ...more })
  const projects = createActor(machines.projects, { input }).start()
  const listView = createActor(machines.listView, { input: { view } }).start()
  const on = {
    onSelect: vi.fn(),
    onCreate: vi.fn(),
    onRequest: vi.fn(),
    onManageFiles: vi.fn(),
    onMembers: vi.fn(),
    onEdit: vi.fn(),
    onDiscard: vi.fn(),
    onSearch: vi.fn((query: string) => projects.send({ type: 'search.changed', query })),
    onSort: vi.fn((sort: Sort) => projects.send({ type: 'sort.chosen', sort })),
    onDelete: mayDelete ? vi.fn() : null,
  }
  return {
    projects,
    on,
    user: renderWorkspace(
      <ProjectsPage projects={projects} listView={listView} isSearching={false} {...on} />,
      machines,
    ),
  }
}
const cardNames = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
const three = async () => [
  project({ id: 'p1', name: 'Camera board', lastActivity: '2026-01-03T00:00:00.000Z', usedBytes: 10 }),
  project({ id: 'p2', name: 'Radar', lastActivity: '2026-01-02T00:00:00.000Z', usedBytes: 2_000_000_000 }),
  project({ id: 'p3', name: 'Antenna', lastActivity: '2026-01-01T00:00:00.000Z', usedBytes: 1_700_000_000 }),
]

describe('projects', () => {
  test('show a loading message, then each project', async () => {
    covers('2-workspace-loading', '2-card-name-notes', '2-card-no-notes', '2-card-activity', '2-card-created-by')
    showProjects(async () => [
      project({ name: 'Camera board', fileCount: 3, lastActivity: '2020-03-04T12:00:00.000Z', isPrivate: true }),
      project({ id: 'p2', name: 'Radar front end', notes: 'Rev C', type: 'prototype' }),
    ])
    expect(screen.getByText('Loading workspace...')).toHaveRole('status')
    const card = within(await screen.findByRole('article', { name: 'Camera board' }))
    expect(card.getByText('No notes available')).toBeVisible()
    expect(card.getByText('3 files')).toBeVisible()
    expect(card.getByText('Uma Sarin')).toBeVisible()
    expect(card.getByText('Mar 4, 2020')).toBeVisible()
    expect(card.getByRole('img', { name: 'Private' })).toBeVisible()
    expect(screen.getByText('Rev C')).toBeVisible()
    expect(screen.getByText('prototype')).toBeVisible()
  })

  test('can be selected, edited and deleted, and open their files', async () => {
    covers('2-card-manage-files', '2-card-edit-delete')
    const { on, user } = showProjects(async () => [project({ name: 'Camera board' })])
    const card = within(await screen.findByRole('article', { name: 'Camera board' }))
    await user.click(card.getByRole('button', { name: 'Camera board' }))
    expect(on.onSelect).toHaveBeenCalledWith('p1')
    await user.click(card.getByRole('button', { name: 'Manage files' }))
    expect(on.onManageFiles).toHaveBeenCalledWith('p1')
    const more = card.getByRole('button', { name: 'More actions for Camera board' })
    for (const [action, called] of [
      ['Edit Camera board', on.onEdit],
      ['Members of Camera board', on.onMembers],
      ['Delete Camera board', on.onDelete],
    ] as const) {
      await user.click(more)
      await user.click(card.getByRole('menuitem', { name: action }))
      expect(called).toHaveBeenCalledExactlyOnceWith('p1')
      expect(card.queryByRole('menu')).not.toBeInTheDocument()
      expect(more).toHaveFocus()
    }
  })

  test('show their used storage: a warning from 75 %, critical from 90 %, at most 100 %', async () => {
    covers('2-card-storage')
    const MB = 1_048_576
    const used = [0, 1535, 1536, 1843, 1844, 5000]
    showProjects(async () => used.map((mb) => project({ id: `p${mb}`, name: `Board ${mb}`, usedBytes: mb * MB })))
    await screen.findByRole('article', { name: `Board ${used.at(-1)}` })
    const bars = used.map((mb) => {
      const meter = within(screen.getByRole('article', { name: `Board ${mb}` })).getByRole('meter')
      return [
        meter.parentElement?.dataset['level'],
        meter.getAttribute('aria-valuenow'),
        meter.getAttribute('aria-valuetext'),
      ]
    })
    expect(bars).toEqual([
      ['normal', '0', '0 bytes of 2 GB'],
      ['normal', '75', '1.5 GB of 2 GB'],
      ['warning', '75', '1.5 GB of 2 GB'],
      ['warning', '90', '1.8 GB of 2 GB'],
      ['critical', '90', '1.8 GB of 2 GB'],
      ['critical', '100', '4.88 GB of 2 GB'],
    ])
  })

  test('show no delete button to users who may not delete, but can be edited by everyone', async () => {
    covers('6-everyone-edit')
    const { user } = showProjects(three, projectsInput(), false)
    await screen.findByRole('article', { name: 'Radar' })
    await user.click(screen.getByRole('button', { name: 'More actions for Radar' }))
    expect(screen.getAllByRole('menuitem').map((item) => item.getAttribute('aria-label'))).toEqual([
      'Edit Radar',
      'Members of Radar',
    ])
  })

  test('have a menu for the keyboard, whose arrow keys do not move between the cards', async () => {
    const { on, user } = showProjects(three)
    const card = await screen.findByRole('article', { name: 'Radar' })
    const more = within(card).getByRole('button', { name: 'More actions for Radar' })
    more.focus()
    await user.keyboard('{ArrowDown}')
    const item = (name: string) => within(card).getByRole('menuitem', { name })
    expect(item('Edit Radar')).toHaveFocus()
    await user.keyboard('{ArrowDown}')
    expect(item('Members of Radar')).toHaveFocus()
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(item('Delete Radar')).toHaveFocus()
    await user.keyboard('{ArrowDown}{End}{Home}')
    expect(item('Edit Radar')).toHaveFocus()
    await user.keyboard('{Escape}')
    expect(more).toHaveFocus()
    expect(within(card).queryByRole('menu')).not.toBeInTheDocument()
    await user.keyboard('{Enter}{Tab}')
    expect(within(card).queryByRole('menu')).not.toBeInTheDocument()
    more.focus()
    await user.keyboard('{Enter}{ArrowDown}{Enter}')
    expect(on.onMembers).toHaveBeenCalledExactlyOnceWith('p2')
  })

  test('show the status of their newest request, if there is one', async () => {
    showProjects(async () => [
      project({ id: 'p1', name: 'Camera board', newestRequest: 'awaiting payment' }),
      project({ id: 'p2', name: 'Radar', newestRequest: 'cancelled' }),
      project({ id: 'p3', name: 'Antenna' }),
    ])
    await screen.findByRole('article', { name: 'Radar' })
    const shown = ['Camera board', 'Radar', 'Antenna'].map(
      (name) => within(screen.getByRole('article', { name })).queryByText(/payment|Canceled|Paid/)?.textContent,
    )
    expect(shown).toEqual(['Awaiting payment', 'Canceled', undefined])
  })

  test('show their board, or a symbol if it cannot be loaded', async () => {
    const boards = ['f1', 'f2', null].map((thumbnail, at) => project({ id: `p${at}`, name: `Board ${at}`, thumbnail }))
    const readThumbnail = vi.fn(async (fileId: string) => {
      if (fileId === 'f2') throw new Error('This file has no thumbnail.')
      return 'iVBORw0KGgo='
    })
    showProjects(async () => boards, projectsInput(), true, 'cards', { readThumbnail })
    const card = await screen.findByRole('article', { name: 'Board 0' })
    await waitFor(() => {
      expect(card.querySelector('img')).toHaveAttribute('src', 'data:image/png;base64,iVBORw0KGgo=')
    })
    for (const name of ['Board 1', 'Board 2']) {
      expect(screen.getByRole('article', { name }).querySelector('.picture svg')).toBeInTheDocument()
    }
    expect(readThumbnail).toHaveBeenCalledTimes(2)
  })

  test('without a board show a drawing of the kind of their newest file', async () => {
    const names = { 'lane.s4p': 'network', 'stackup.csv': 'stackup', 'top.gbr': 'fabrication', 'notes.md': 'markdown' }
    const files = [...Object.keys(names), 'model.step']
    showProjects(async () => files.map((newestFile) => project({ id: newestFile, name: newestFile, newestFile })))
    for (const name of files) {
      const card = await screen.findByRole('article', { name })
      await waitFor(() => expect(card.querySelector('.picture svg[viewBox="0 0 160 88"]')).toBeInTheDocument())
    }
    const kinds = screen
      .getAllByRole('article')
      .map((card) => card.querySelector('.picture svg')?.getAttribute('data-kind'))
    expect(kinds.toSorted()).toEqual([...Object.values(names), null].toSorted())
  })

  test('highlight only the selected one', async () => {
    const { projects } = showProjects(async () => [project(), project({ id: 'p2', name: 'Radar' })])
    await screen.findByRole('article', { name: 'Radar' })
    projects.send({ type: 'project.selected', id: 'p2' })
    expect(await screen.findByRole('button', { name: 'Radar', pressed: true })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Camera board', pressed: false })).toBeVisible()
    expect(screen.getAllByRole('img', { name: 'Selected' })).toHaveLength(1)
  })

  test('offer to create the first one if there are none', async () => {
    covers('2-workspace-empty')
    const { on, user } = showProjects(async () => [])
    expect(await screen.findByText('No projects found. Create your first project to get started!')).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: 'Create New Project' })[0] as HTMLElement)
    expect(on.onCreate).toHaveBeenCalledOnce()
  })

  test('that cannot be loaded show an error and offer Retry', async () => {
    covers('decisions-list-failed-notice')
    let isDown = true
    const { user } = showProjects(async () => {
      if (isDown) throw new Error('The server is being restarted.')
      return [project()]
    })
    expect(await screen.findByRole('alert')).toHaveTextContent('The server is being restarted.')
    expect(screen.queryByText(/No projects found/)).not.toBeInTheDocument()
    isDown = false
    await user.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByRole('article', { name: 'Camera board' })).toBeVisible()
  })

  test('in the URL that do not exist are reported', async () => {
    showProjects(three, projectsInput({ selectedId: 'p9' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'There is no such project, or you are not a member of it.',
    )
    await waitFor(() => expect(cardNames()).toHaveLength(3))
  })

  test('can be searched and sorted, and are counted', async () => {
    const { user } = showProjects(three)
    await screen.findByRole('article', { name: 'Radar' })
    expect(cardNames()).toEqual(['Camera board', 'Radar', 'Antenna'])
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Name')
    expect(cardNames()).toEqual(['Antenna', 'Camera board', 'Radar'])
    await user.selectOptions(screen.getByLabelText('Sort by'), 'Size')
    expect(cardNames()).toEqual(['Radar', 'Antenna', 'Camera board'])
    await user.keyboard('/')
    const search = screen.getByRole('searchbox', { name: 'Search projects' })
    expect(search).toHaveFocus()
    await user.keyboard('ra')
    await waitFor(() => expect(cardNames()).toEqual(['Radar', 'Camera board']))
    expect(screen.getByText('2 of 3 projects')).toHaveRole('status')
    await user.keyboard('zz')
    expect(await screen.findByText('No project matches “razz”.')).toBeVisible()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(cardNames()).toHaveLength(3))
  })

  test('can be reached with arrow keys; Enter opens, Space selects', async () => {
    const { on, user } = showProjects(three)
    await screen.findByRole('article', { name: 'Radar' })
    await user.keyboard('/{ArrowDown}')
    expect(screen.getByRole('article', { name: 'Camera board' })).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowRight}{ArrowRight}')
    expect(screen.getByRole('article', { name: 'Antenna' })).toHaveFocus()
    await user.keyboard('{Home}{ArrowRight} ')
    expect(on.onSelect).toHaveBeenLastCalledWith('p2')
    await user.keyboard('{End}{Enter}')
    expect(on.onManageFiles).toHaveBeenLastCalledWith('p3')
    expect(screen.getAllByRole('article').filter((card) => card.tabIndex === 0)).toHaveLength(1)
  })

  test.each(['cards', 'table'] as const)('are opened by a double click: %s', async (view) => {
    const { on, user } = showProjects(three, projectsInput(), true, view)
    const name = await screen.findByRole('button', { name: 'Radar' })
    await user.click(name)
    expect(on.onManageFiles).not.toHaveBeenCalled()
    await user.dblClick(name)
    expect(on.onManageFiles.mock.calls).toEqual([['p2']])
    await user.dblClick(screen.getByRole('button', { name: 'More actions for Radar' }))
    expect(on.onManageFiles).toHaveBeenCalledTimes(1)
  })

  test('are rendered only near the viewport if there are a thousand, with their positions', async () => {
    showProjects(async () =>
      Array.from({ length: 1000 }, (_, index) => project({ id: `p${index}`, name: `Board ${index}` })),
    )
    await screen.findByRole('article', { name: 'Board 1' })
    const cards = screen.getAllByRole('article')
    expect(cards.length).toBeLessThan(20)
    expect([cards[1]?.getAttribute('aria-posinset'), cards[1]?.getAttribute('aria-setsize')]).toEqual(['2', '1000'])
    expect(screen.getByText('1,000 projects')).toBeVisible()
  })

  test('that are not saved yet come first, show the reason, and have no files', async () => {
    const refused = localProject({ id: 'local-2', name: 'Pump', failure: 'Too long.', isRefused: true })
    const { projects, user, on } = showProjects(three, projectsInput({ locals: [localProject(), refused] }))
    projects.send({ type: 'local.held', id: 'local-1' })
    await screen.findByRole('article', { name: 'Pump' })
    expect(cardNames().slice(0, 2)).toEqual(['Camera board', 'Pump'])
    const card = within(screen.getByRole('article', { name: 'Pump' }))
    expect(card.getByText('Not saved yet')).toBeVisible()
    expect(card.getByRole('alert')).toHaveTextContent('Too long. Edit it, or discard it.')
    expect(card.queryByRole('button', { name: 'Manage files' })).not.toBeInTheDocument()
    await user.click(card.getByRole('button', { name: 'Edit' }))
    expect(on.onEdit).toHaveBeenCalledWith('local-2')
    await user.click(card.getByRole('button', { name: 'Discard' }))
    expect(on.onDiscard).toHaveBeenCalledWith('local-2')
  })
})

describe('projects in a table', () => {
  const showTable = async (listProjects: ProductApi['listProjects'] = three, input = projectsInput()) => {
    const shown = showProjects(listProjects, input, true, 'table')
    const table = await screen.findByRole('table', { name: 'Projects' })
    await within(table).findByRole('button', { name: 'Radar' })
    return { ...shown, table: within(table) }
  }
  const names = () =>
    screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => within(row).getAllByRole('button')[0]?.textContent)

  test('are sorted by each column, in both directions', async () => {
    const { table, user } = await showTable()
    expect(names()).toEqual(['Camera board', 'Radar', 'Antenna'])
    expect(table.getByRole('columnheader', { name: 'Last activity' })).toHaveAttribute('aria-sort', 'descending')
    await user.click(table.getByRole('button', { name: 'Size' }))
    expect(names()).toEqual(['Radar', 'Antenna', 'Camera board'])
    expect(table.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'descending')
    await user.click(table.getByRole('button', { name: 'Size' }))
    expect(names()).toEqual(['Camera board', 'Antenna', 'Radar'])
    expect(table.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'ascending')
    await user.click(table.getByRole('button', { name: 'Name' }))
    expect(names()).toEqual(['Antenna', 'Camera board', 'Radar'])
    expect(table.getByRole('columnheader', { name: 'Size' })).toHaveAttribute('aria-sort', 'none')
  })

  test('state their places among all rows, of which the head is the first', async () => {
    const { table } = await showTable()
    expect(screen.getByRole('table', { name: 'Projects' })).toHaveAttribute('aria-rowcount', '4')
    expect(table.getAllByRole('row').map((row) => row.getAttribute('aria-rowindex'))).toEqual(['1', '2', '3', '4'])
  })

  test('show the same facts and actions as their cards', async () => {
    const { table, on, user } = await showTable(async () => [
      project({ name: 'Radar', newestRequest: 'awaiting payment', fileCount: 3, usedBytes: 2048, isPrivate: true }),
    ])
    const row = within(table.getByRole('row', { name: /Radar/ }))
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual([
      'Radar',
      'Awaiting payment',
      '3 files',
      '2 KB',
      expect.any(String),
      'Uma Sarin',
      'Manage files',
    ])
    expect(row.getByRole('img', { name: 'Private' })).toBeVisible()
    await user.click(row.getByRole('button', { name: 'Radar' }))
    expect(on.onSelect).toHaveBeenCalledWith('p1')
    await user.click(row.getByRole('button', { name: 'Manage files of Radar' }))
    expect(on.onManageFiles).toHaveBeenCalledWith('p1')
    await user.click(row.getByRole('button', { name: 'More actions for Radar' }))
    await user.click(row.getByRole('menuitem', { name: 'Edit Radar' }))
    expect(on.onEdit).toHaveBeenCalledWith('p1')
  })

  test('can be reached with the arrow keys', async () => {
    const { table, user } = await showTable()
    await user.click(screen.getByRole('searchbox', { name: 'Search projects' }))
    await user.keyboard('{ArrowDown}')
    expect(table.getByRole('button', { name: 'Camera board' })).toHaveFocus()
    await user.keyboard('{ArrowDown}{ArrowDown}')
    expect(table.getByRole('button', { name: 'Antenna' })).toHaveFocus()
    await user.keyboard('{Home}')
    expect(table.getByRole('button', { name: 'Camera board' })).toHaveFocus()
  })

  test('an unsaved project shows why, and can be saved again', async () => {
    const local = localProject({ id: 'local-7', name: 'Pump', failure: 'The name is taken.', isRefused: true })
    const { table, on, user } = await showTable(three, projectsInput({ locals: [local] }))
    const row = within(table.getByRole('row', { name: /Pump/ }))
    expect(row.getByText('Not saved yet')).toBeVisible()
    expect(row.getByRole('alert')).toHaveTextContent('The name is taken.')
    await user.click(row.getByRole('button', { name: 'Edit' }))
    expect(on.onEdit).toHaveBeenCalledWith('local-7')
  })
})

test('the display is remembered in this browser', async () => {
  const { user } = showProjects(three)
  await screen.findByRole('article', { name: 'Radar' })
  expect(keptView()).toBe('cards')
  await user.click(screen.getByRole('button', { name: 'Table' }))
  expect(await screen.findByRole('table', { name: 'Projects' })).toBeVisible()
  expect(keptView()).toBe('table')
  await user.click(screen.getByRole('button', { name: 'Cards' }))
  expect(keptView()).toBe('cards')
})

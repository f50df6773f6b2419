// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'

import type { Sort } from '../../../machines/projects/project-list'
import type { ProductApi } from '../../../src/api/product'
import { ApiError } from '../../../src/api/unwrap'
import { CreateProjectDialog } from '../../../src/workspace/projects/create-project-dialog'
import { DeleteProjectDialog, DiscardProjectDialog } from '../../../src/workspace/projects/delete-project-dialog'
import { EditProjectDialog } from '../../../src/workspace/projects/edit-project-dialog'
import { ProjectsPage } from '../../../src/workspace/projects/projects-page'
import { localProject, project, projectsInput } from '../../model/samples'
import { covers } from '../../spec-coverage/covers'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

beforeEach(() => {
  sessionStorage.clear()
  // The list reads the window's height to determine how much is visible.
  vi.stubGlobal('innerHeight', 2000)
  Element.prototype.scrollIntoView = () => {}
  window.scrollTo = () => {}
})

const showProjects = (listProjects: ProductApi['listProjects'], input = projectsInput(), mayDelete = true) => {
  const machines = machinesOver({ listProjects })
  const projects = createActor(machines.projects, { input }).start()
  const on = {
    onSelect: vi.fn(),
    onCreate: vi.fn(),
    onRequest: vi.fn(),
    onManageFiles: vi.fn(),
    onMembers: vi.fn(),
    onEdit: vi.fn(),
    onDiscard: vi.fn(),
    onRequests: vi.fn(),
    onOpenTool: vi.fn(),
    onSearch: vi.fn((query: string) => projects.send({ type: 'search.changed', query })),
    onSort: vi.fn((sort: Sort) => projects.send({ type: 'sort.chosen', sort })),
    onDelete: mayDelete ? vi.fn() : null,
  }
  return { projects, on, user: renderWorkspace(<ProjectsPage projects={projects} {...on} />, machines) }
}
const cardNames = () => screen.getAllByRole('article').map((card) => card.getAttribute('aria-label'))
const three = async () => [
  project({ id: 'p1', name: 'Camera board', lastActivity: '2026-01-03T00:00:00.000Z', usedBytes: 10 }),
  project({ id: 'p2', name: 'Radar', lastActivity: '2026-01-02T00:00:00.000Z', usedBytes: 2_000_000_000 }),
  project({ id: 'p3', name: 'Antenna', lastActivity: '2026-01-01T00:00:00.000Z', usedBytes: 1_700_000_000 }),
]

describe('projects', () => {
  test('show that they are loading, then each project', async () => {
    covers('2-workspace-loading', '2-card-name-notes', '2-card-no-notes', '2-card-activity', '2-card-created-by')
    showProjects(async () => [
      project({ name: 'Camera board', fileCount: 3, lastActivity: '2020-03-04T12:00:00.000Z', isPrivate: true }),
      project({ id: 'p2', name: 'Radar front end', notes: 'Rev C', type: 'prototype' }),
    ])
    expect(screen.getByText('Loading workspace...')).toHaveRole('status')
    const card = within(await screen.findByRole('article', { name: 'Camera board' }))
    expect(card.getByText('No notes available')).toBeVisible()
    expect(card.getByText('3')).toBeVisible()
    expect(card.getByText('Uma Sarin')).toBeVisible()
    expect(card.getByText('Mar 4, 2020')).toBeVisible()
    expect(card.getByRole('img', { name: 'Private' })).toBeVisible()
    expect(screen.getByText('Rev C')).toBeVisible()
    expect(screen.getByText('prototype')).toBeVisible()
  })

  test('lead to their selection, files, form and deletion', async () => {
    covers('2-card-manage-files', '2-card-edit-delete')
    const { on, user } = showProjects(async () => [project({ name: 'Camera board' })])
    const card = within(await screen.findByRole('article', { name: 'Camera board' }))
    await user.click(card.getByRole('button', { name: 'Camera board' }))
    expect(on.onSelect).toHaveBeenCalledWith('p1')
    await user.click(card.getByRole('button', { name: 'Manage files' }))
    expect(on.onManageFiles).toHaveBeenCalledWith('p1')
    await user.click(card.getByRole('button', { name: 'Edit Camera board' }))
    expect(on.onEdit).toHaveBeenCalledWith('p1')
    await user.click(card.getByRole('button', { name: 'Delete Camera board' }))
    expect(on.onDelete).toHaveBeenCalledWith('p1')
  })

  test('say how full they are: a warning from 75 %, critical from 90 %, no more than 100 %', async () => {
    covers('2-card-storage')
    const MB = 1_048_576
    const used = [0, 1535, 1536, 1843, 1844, 5000]
    showProjects(async () => used.map((mb) => project({ id: `p${mb}`, name: `Board ${mb}`, usedBytes: mb * MB })))
    await screen.findByRole('article', { name: 'Board 0' })
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

  test('have no delete button for those who may not delete, but can be edited by everyone', async () => {
    showProjects(three, projectsInput(), false)
    await screen.findByRole('article', { name: 'Radar' })
    expect(screen.queryByRole('button', { name: /^Delete/ })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Edit Radar' })).toBeVisible()
  })

  test('mark only the selected one', async () => {
    const { projects } = showProjects(async () => [project(), project({ id: 'p2', name: 'Radar' })])
    await screen.findByRole('article', { name: 'Radar' })
    projects.send({ type: 'project.selected', id: 'p2' })
    expect(await screen.findByRole('button', { name: 'Radar', pressed: true })).toBeVisible()
    expect(screen.getByRole('button', { name: 'Camera board', pressed: false })).toBeVisible()
    expect(screen.getAllByRole('img', { name: 'Selected' })).toHaveLength(1)
  })

  test('have the cloud tools at hand in a menu, for mouse and keyboard', async () => {
    const { on, user } = showProjects(three)
    const tools = screen.getByRole('button', { name: 'Tools' })
    expect(screen.queryByRole('list', { name: 'Tools' })).not.toBeInTheDocument()
    await user.click(tools)
    const names = within(screen.getByRole('list', { name: 'Tools' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
    expect(names).toEqual([
      'S2SPice ToolYou stay signed in',
      'Inductance calculatorA university laboratory’s page',
      'PCB Trace Impedance CalculatorA university laboratory’s page',
    ])
    await user.keyboard('{Escape}')
    expect(tools).toHaveFocus()
    expect(screen.queryByRole('list', { name: 'Tools' })).not.toBeInTheDocument()
    await user.keyboard('{Enter}{Tab}{Tab}{Enter}')
    expect(on.onOpenTool).toHaveBeenCalledExactlyOnceWith('inductance')
    expect(tools).toHaveFocus()
  })

  test('without any, invite to the first', async () => {
    covers('2-workspace-empty')
    const { on, user } = showProjects(async () => [])
    expect(await screen.findByText('No projects found. Create your first project to get started!')).toBeVisible()
    await user.click(screen.getAllByRole('button', { name: 'Create New Project' })[0] as HTMLElement)
    expect(on.onCreate).toHaveBeenCalledOnce()
  })

  test('that cannot be loaded say so and offer Retry', async () => {
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

  test('that the address names but that do not exist are reported', async () => {
    showProjects(three, projectsInput({ selectedId: 'p9' }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'There is no such project, or you are not a member of it.',
    )
    expect(cardNames()).toHaveLength(3)
  })

  test('are searched, counted and sorted', async () => {
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

  test('of a thousand only those near the window are in the page, and say where they stand', async () => {
    showProjects(async () =>
      Array.from({ length: 1000 }, (_, index) => project({ id: `p${index}`, name: `Board ${index}` })),
    )
    await screen.findByRole('article', { name: 'Board 0' })
    const cards = screen.getAllByRole('article')
    expect(cards.length).toBeLessThan(20)
    expect([cards[1]?.getAttribute('aria-posinset'), cards[1]?.getAttribute('aria-setsize')]).toEqual(['2', '1000'])
    expect(screen.getByText('1,000 projects')).toBeVisible()
  })

  test('that are not saved yet come first, say why, and have no files', async () => {
    const refused = localProject({ id: 'local-2', name: 'Pump', failure: 'Too long.', isRefused: true })
    const { projects, user, on } = showProjects(three, projectsInput({ locals: [localProject(), refused] }))
    projects.send({ type: 'local.held', id: 'local-1' })
    await screen.findByRole('article', { name: 'Radar' })
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

test('a project that is not saved is discarded after a question', async () => {
  const on = { onClose: vi.fn(), onDiscard: vi.fn() }
  const user = renderWorkspace(
    <DiscardProjectDialog project={localProject({ name: 'Pump' })} isSaving={false} {...on} />,
    machinesOver({}),
  )
  expect(await screen.findByRole('alertdialog', { name: 'Discard project?' })).toHaveTextContent(
    'Pump is not saved yet.',
  )
  await user.click(screen.getByRole('button', { name: 'Keep project' }))
  expect([on.onClose, on.onDiscard].map((callback) => callback.mock.calls.length)).toEqual([1, 0])
  await user.click(screen.getByRole('button', { name: 'Discard project' }))
  expect(on.onDiscard).toHaveBeenCalledOnce()
})

describe('create project', () => {
  const show = (createProject: ProductApi['createProject'], local = null as ReturnType<typeof localProject> | null) => {
    const on = { onClose: vi.fn(), onCreated: vi.fn(), onKept: vi.fn() }
    return {
      on,
      user: renderWorkspace(
        <CreateProjectDialog local={local} otherNames={['Radar']} {...on} />,
        machinesOver({ createProject }),
      ),
    }
  }

  test('needs a name, says Creating..., and hands the project on', async () => {
    covers('2-modal-create', '4-create-button')
    let answer: (created: ReturnType<typeof project>) => void = () => {}
    const created = new Promise<ReturnType<typeof project>>((resolve) => {
      answer = resolve
    })
    const { on, user } = show(() => created)
    const dialog = within(await screen.findByRole('dialog', { name: 'Create New Project' }))
    const submit = dialog.getByRole('button', { name: 'Create project' })
    expect(submit).toBeDisabled()
    await user.type(screen.getByLabelText(/Project name/), 'Camera board')
    await user.click(submit)
    expect(screen.getByRole('button', { name: 'Creating...' })).toBeDisabled()
    await user.keyboard('{Escape}')
    expect(on.onClose).not.toHaveBeenCalled()
    answer(project())
    await waitFor(() => expect(on.onCreated).toHaveBeenCalledWith(project(), expect.stringMatching(/^local-/)))
  })

  test.each([
    ['', 0, 'Failed to create project', false],
    ['The project name is already in use.', 409, 'The project name is already in use.', true],
  ])('a failure (%j) makes a local project with a temporary id', async (message, status, failure, isRefused) => {
    const { on, user } = show(() => Promise.reject(new ApiError(status, { message })))
    await user.type(await screen.findByLabelText(/Project name/), ' Camera board ')
    await user.type(screen.getByLabelText('Notes (optional)'), 'Rev B')
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    await waitFor(() => expect(on.onKept).toHaveBeenCalledOnce())
    expect(on.onKept.mock.calls[0]?.[0]).toEqual({
      name: 'Camera board',
      notes: 'Rev B',
      failure,
      isRefused,
      id: expect.stringMatching(/^local-[\da-f-]{36}$/) as unknown,
    })
  })

  test('Escape asks before it discards the input', async () => {
    const { on, user } = show(() => new Promise(() => {}))
    await user.type(await screen.findByLabelText(/Project name/), 'Pump')
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard what you typed?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(screen.getByLabelText(/Project name/)).toHaveValue('Pump')
    expect(on.onClose).not.toHaveBeenCalled()
    await user.click(screen.getByLabelText(/Project name/))
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    expect(on.onClose).toHaveBeenCalledOnce()
  })

  test('Cancel asks before it discards the input', async () => {
    const { on, user } = show(() => new Promise(() => {}))
    await user.type(await screen.findByLabelText(/Project name/), 'Pump')
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard what you typed?' }))
    expect(on.onClose).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: 'Discard' }))
    expect(on.onClose).toHaveBeenCalledOnce()
  })

  test('Cancel closes it at once while nothing is typed', async () => {
    const { on, user } = show(() => new Promise(() => {}))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(on.onClose).toHaveBeenCalledOnce())
  })

  test('Escape closes it at once while nothing is typed', async () => {
    const { on, user } = show(() => new Promise(() => {}))
    await user.click(await screen.findByLabelText(/Project name/))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(on.onClose).toHaveBeenCalledOnce())
  })

  test('begins with what could not be saved before, and keeps its id', async () => {
    const { on, user } = show(
      (_who, { key }) => Promise.resolve(project({ id: key })),
      localProject({ id: 'local-7', name: 'Pump', notes: 'Rev A' }),
    )
    expect(await screen.findByLabelText(/Project name/)).toHaveValue('Pump')
    expect(screen.getByLabelText('Notes (optional)')).toHaveValue('Rev A')
    await user.click(screen.getByRole('button', { name: 'Create project' }))
    await waitFor(() => expect(on.onCreated).toHaveBeenCalledWith(project({ id: 'local-7' }), 'local-7'))
  })
})

describe('edit project', () => {
  const show = (updateProject: ProductApi['updateProject'] = () => new Promise(() => {})) => {
    const on = { onKnown: vi.fn(), onClose: vi.fn() }
    const board = project({ notes: 'Rev B', type: 'flex board' })
    const view = <EditProjectDialog project={board} otherNames={['Radar']} {...on} />
    return { on, user: renderWorkspace(view, machinesOver({ updateProject })) }
  }
  const name = () => screen.findByRole('textbox', { name: /Project name/ })
  const save = () => screen.getByRole('button', { name: 'Save' })

  test('Save is enabled only when something changed, and says Saving...', async () => {
    const { user } = show()
    expect(await name()).toHaveValue('Camera board')
    expect(save()).toBeDisabled()
    expect(screen.getByLabelText('Type')).toHaveDisplayValue('Flex board')
    await user.click(screen.getByLabelText('Private project'))
    expect(save()).toBeEnabled()
    await user.click(save())
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  })

  test('Cancel asks before it discards a change, and closes at once without one', async () => {
    const { on, user } = show()
    await user.click(await screen.findByLabelText('Private project'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard what you typed?' }))
    await user.click(question.getByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument())
    expect(on.onClose).not.toHaveBeenCalled()
    await user.click(screen.getByLabelText('Private project'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(on.onClose).toHaveBeenCalledOnce())
  })

  test('counts the characters of a name that is too long', async () => {
    covers('5-edit-length-text')
    show()
    fireEvent.change(await name(), { target: { value: 'n'.repeat(255) } })
    expect(await screen.findByText('Project name must be less than 255 characters (currently 255)')).toBeVisible()
    expect(save()).toBeDisabled()
  })

  test('rejects the name of another project, below the field and on save', async () => {
    const { user } = show()
    await user.clear(await name())
    await user.type(await name(), 'rADAR')
    expect(screen.getByText('This project name is already in use')).toBeVisible()
    await user.click(save())
    expect(screen.getByRole('alert')).toHaveTextContent(
      'The project name is already in use, please use something else.',
    )
  })

  test('sends all fields over the version that was seen, and hands the project on', async () => {
    const updateProject = vi.fn<ProductApi['updateProject']>(async () => project({ version: 2 }))
    const { on, user } = show(updateProject)
    await user.type(await name(), ' 2')
    await user.selectOptions(screen.getByLabelText('Type'), 'Prototype')
    await user.click(save())
    await waitFor(() => expect(on.onKnown).toHaveBeenCalledWith(project({ version: 2 })))
    expect(on.onClose).toHaveBeenCalledOnce()
    const fields = { name: 'Camera board 2', notes: 'Rev B', type: 'prototype', isPrivate: false }
    expect(updateProject).toHaveBeenCalledWith({ id: 'p1', version: 1, fields }, expect.any(AbortSignal))
  })

  test.each([
    ['', 'Failed to update project'],
    ['The server is being restarted.', 'The server is being restarted.'],
  ])('a failure (%j) is shown as %j and keeps the input', async (message, said) => {
    const { user } = show(() => Promise.reject(new ApiError(500, { message })))
    await user.type(await name(), ' 2')
    await user.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent(said)
    expect(await name()).toHaveValue('Camera board 2')
  })

  test('shows what somebody else has changed, and saves over it only when asked again', async () => {
    const theirs = project({ name: 'Camera bridge', notes: 'Rev B', type: 'flex board', version: 2 })
    const updateProject = vi.fn<ProductApi['updateProject']>(({ version }) =>
      version === 2
        ? Promise.resolve(project({ version: 3 }))
        : Promise.reject(new ApiError(412, { message: 'Somebody else …', project: theirs })),
    )
    const { on, user } = show(updateProject)
    await user.type(await name(), ' 2')
    await user.click(save())
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('Somebody else has changed this project since you opened it.')
    expect(within(notice).getByText('Camera bridge')).toBeVisible()
    expect(await name()).toHaveValue('Camera board 2')
    expect(on.onKnown).toHaveBeenCalledWith(theirs)
    expect(on.onClose).not.toHaveBeenCalled()
    await user.click(save())
    await waitFor(() => expect(on.onClose).toHaveBeenCalledOnce())
  })
})

describe('delete project', () => {
  const loss = { files: 2, members: 1, share_links: 0, cancelled_requests: 2, refusal: null }
  const show = (deleteProject: ProductApi['deleteProject']) => {
    const on = { onClose: vi.fn(), onDeleted: vi.fn() }
    const view = <DeleteProjectDialog project={project({ fileCount: 2, usedBytes: 1536 })} {...on} />
    return { on, user: renderWorkspace(view, machinesOver({ deleteProject, previewDeletion: async () => loss })) }
  }
  const confirm = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Delete project' })

  test('asks first, says Deleting..., and hands on that it is gone', async () => {
    let answer: (removed: undefined) => void = () => {}
    const { on, user } = show(() => new Promise((resolve) => (answer = resolve)))
    expect(await screen.findByRole('alertdialog', { name: 'Delete project?' })).toHaveTextContent(
      'Its 2 files go with it, 1.5 KB in all.',
    )
    await waitFor(async () => expect(await confirm()).toBeEnabled())
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      '1 member loses access. Also deleted: 2 cancelled simulation requests and unsent drafts of requests.',
    )
    await user.click(await confirm())
    expect(screen.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
    answer(undefined)
    await waitFor(() => expect(on.onDeleted).toHaveBeenCalledOnce())
  })

  test('a failure says why, and the project is still there', async () => {
    const { on, user } = show(() => Promise.reject(new ApiError(403, { message: 'This needs a role.' })))
    await waitFor(async () => expect(await confirm()).toBeEnabled())
    await user.click(await confirm())
    expect(await screen.findByRole('alert')).toHaveTextContent('This needs a role.')
    expect(await confirm()).toBeEnabled()
    expect(on.onDeleted).not.toHaveBeenCalled()
  })

  test('a project that is gone already is deleted', async () => {
    const { on, user } = show(() => Promise.reject(new ApiError(404)))
    await user.click(await confirm())
    await waitFor(() => expect(on.onDeleted).toHaveBeenCalledOnce())
  })
})

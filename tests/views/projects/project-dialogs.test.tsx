// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createActor } from 'xstate'

import { projectsMachine } from '../../../machines/projects/projects.machine'
import type { ProductApi } from '../../../src/api/product'
import { ApiError } from '../../../src/api/unwrap'
import { CreateProjectDialog } from '../../../src/workspace/projects/dialogs/create-project-dialog'
import {
  DeleteProjectDialog,
  DiscardProjectDialog,
} from '../../../src/workspace/projects/dialogs/delete-project-dialog'
import { EditProjectDialog } from '../../../src/workspace/projects/dialogs/edit-project-dialog'
import { localProject, project, projectsInput } from '../../model/samples'
import { covers } from '../../spec-coverage/covers'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

beforeEach(() => sessionStorage.clear())

/** The list of projects before it is loaded. */
const projects = createActor(projectsMachine, { input: projectsInput() })

test('an unsaved project is discarded after a confirmation', async () => {
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

  test('requires a name, shows Creating..., and passes the project on', async () => {
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
  ])('a failure (%j) creates a local project with a temporary id', async (message, status, failure, isRefused) => {
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

  test('begins with the focus in the first field', async () => {
    show(() => new Promise(() => {}))
    const field = await screen.findByLabelText(/Project name/)
    await waitFor(() => expect(field).toHaveFocus())
  })

  test('Escape asks before it discards the input', async () => {
    const { on, user } = show(() => new Promise(() => {}))
    await user.type(await screen.findByLabelText(/Project name/), 'Pump')
    await user.keyboard('{Escape}')
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
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
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
    expect(on.onClose).not.toHaveBeenCalled()
    await user.click(question.getByRole('button', { name: 'Discard' }))
    expect(on.onClose).toHaveBeenCalledOnce()
  })

  test('Cancel closes it at once if nothing has been typed', async () => {
    const { on, user } = show(() => new Promise(() => {}))
    await user.click(await screen.findByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(on.onClose).toHaveBeenCalledOnce())
  })

  test('Escape closes it at once if nothing has been typed', async () => {
    const { on, user } = show(() => new Promise(() => {}))
    await user.click(await screen.findByLabelText(/Project name/))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(on.onClose).toHaveBeenCalledOnce())
  })

  test('restores the input that could not be saved, and keeps its id', async () => {
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
  const show = (updateProject: ProductApi['updateProject'] = () => new Promise(() => {}), other = {}) => {
    const on = { onKnown: vi.fn(), onClose: vi.fn() }
    const board = project({ notes: 'Rev B', type: 'flex board', ...other })
    const view = <EditProjectDialog project={board} projects={projects} otherNames={['Radar']} {...on} />
    return { on, user: renderWorkspace(view, machinesOver({ updateProject })) }
  }
  const name = () => screen.findByRole('textbox', { name: /Project name/ })
  const save = () => screen.getByRole('button', { name: 'Save' })

  test('Save is enabled only when something changed, and shows Saving...', async () => {
    const { user } = show()
    expect(await name()).toHaveValue('Camera board')
    expect(save()).toBeDisabled()
    expect(screen.getByLabelText('Type')).toHaveDisplayValue('Flex board')
    await user.click(screen.getByLabelText('Private project'))
    expect(save()).toBeEnabled()
    await user.click(save())
    expect(screen.getByRole('button', { name: 'Saving...' })).toBeDisabled()
  })

  test('begins with the focus in the first field', async () => {
    show()
    const field = await name()
    await waitFor(() => expect(field).toHaveFocus())
  })

  test('restores an unsaved change after a reload, but not that of another project', async () => {
    const { user } = show()
    await user.clear(await name())
    await user.type(await name(), 'Unsaved name')
    cleanup()
    show()
    expect(await name()).toHaveValue('Unsaved name')
    cleanup()
    show(undefined, { id: 'another', name: 'Radar front end' })
    expect(await name()).toHaveValue('Radar front end')
  })

  test('Cancel asks before it discards a change, and closes at once without one', async () => {
    const { on, user } = show()
    await user.click(await screen.findByLabelText('Private project'))
    await user.click(screen.getByRole('button', { name: 'Cancel' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
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

  test('sends all fields with the known version, and passes the project on', async () => {
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
    covers('8-update-message', '8-update-fallback')
    const { user } = show(() => Promise.reject(new ApiError(500, { message })))
    await user.type(await name(), ' 2')
    await user.click(save())
    expect(await screen.findByRole('alert')).toHaveTextContent(said)
    expect(await name()).toHaveValue('Camera board 2')
  })

  test('shows the changes of another user, and overwrites them only when confirmed', async () => {
    const theirs = project({ name: 'Camera bridge', notes: 'Rev B', type: 'flex board', version: 2 })
    const updateProject = vi.fn<ProductApi['updateProject']>(({ version }) =>
      version === 2
        ? Promise.resolve(project({ version: 3 }))
        : Promise.reject(new ApiError(412, { message: 'Someone else …', project: theirs })),
    )
    const { on, user } = show(updateProject)
    await user.type(await name(), ' 2')
    await user.click(save())
    const notice = await screen.findByRole('alert')
    expect(notice).toHaveTextContent('This project was changed after you opened it, by someone else or in another tab.')
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
    const board = project({ fileCount: 2, usedBytes: 1536 })
    const view = <DeleteProjectDialog project={board} projects={projects} {...on} />
    return { on, user: renderWorkspace(view, machinesOver({ deleteProject, previewDeletion: async () => loss })) }
  }
  const confirm = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Delete project' })

  test('asks first, shows Deleting..., and reports the deletion', async () => {
    let answer: (removed: undefined) => void = () => {}
    const { on, user } = show(() => new Promise((resolve) => (answer = resolve)))
    expect(await screen.findByRole('alertdialog', { name: 'Delete project?' })).toHaveTextContent(
      'Its 2 files (1.5 KB) will be deleted too.',
    )
    await waitFor(async () => expect(await confirm()).toBeEnabled())
    expect(screen.getByRole('alertdialog')).toHaveTextContent(
      '1 member loses access. Also deleted: 2 canceled requests and all unsent requests.',
    )
    await user.click(await confirm())
    expect(screen.getByRole('button', { name: 'Deleting...' })).toBeDisabled()
    answer(undefined)
    await waitFor(() => expect(on.onDeleted).toHaveBeenCalledOnce())
  })

  test('a failure shows the reason, and the project is kept', async () => {
    const { on, user } = show(() => Promise.reject(new ApiError(403, { message: 'This needs a role.' })))
    await waitFor(async () => expect(await confirm()).toBeEnabled())
    await user.click(await confirm())
    expect(await screen.findByRole('alert')).toHaveTextContent('This needs a role.')
    expect(await confirm()).toBeEnabled()
    expect(on.onDeleted).not.toHaveBeenCalled()
  })

  test('a project that is already gone counts as deleted', async () => {
    const { on, user } = show(() => Promise.reject(new ApiError(404)))
    await user.click(await confirm())
    await waitFor(() => expect(on.onDeleted).toHaveBeenCalledOnce())
  })
})

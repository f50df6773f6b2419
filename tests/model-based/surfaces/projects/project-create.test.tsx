// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { type ProjectDraft, projectCreateMachine } from '../../../../machines/projects/project-create.machine'
import { CreateProjectDialog } from '../../../../src/workspace/projects/dialogs/create-project-dialog'
import { localProject, project } from '../../../model/samples'
import { renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Input = ProjectDraft & { otherNames: string[] }

const otherNames = ['Radar']
const empty: Input = { id: 'local-1', name: '', notes: '', otherNames }
const pump: Input = { id: 'local-7', name: 'Pump', notes: 'Rev A', otherNames }

const onClose = vi.fn()
const onCreated = vi.fn()
const onKept = vi.fn()

const button = (name: string) => screen.getByRole('button', { name })
const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Project name/ })
const notesField = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Notes (optional)' })

const taken = 'The project name is already in use, please use something else.'
const inUse = 'This project name is already in use'
const tooLong = 'Project name must be less than 255 characters (currently 255)'

const createProject: Surface<typeof projectCreateMachine> = {
  situations: {
    'a new project': { input: empty },
    'a project that could not be saved before': { input: pump },
  },
  events: {
    'name.changed': [{ name: ' Camera board ' }, { name: 'n'.repeat(255) }, { name: '   ' }, { name: 'RADAR ' }],
    'notes.changed': [{ notes: 'Rev B' }, { notes: '' }],
    'form.submitted': [{}],
  },
  done: { createProject: [project()] },
  failed: {
    createProject: [
      failure('The server is being restarted.'),
      failure('This project was refused.', { status: 400 }),
      failure(taken, { status: 409, errors: [{ field: 'name', message: taken }] }),
    ],
  },
  // The expected input is read from the fields, which show what was typed.
  inputs: {
    createProject: (_, { situation }) => ({
      key: situation === 'a new project' ? 'local-1' : 'local-7',
      name: nameField().value.trim(),
      notes: notesField().value || null,
    }),
  },
  mount: ({ machine, input }) => {
    for (const told of [onClose, onCreated, onKept]) told.mockClear()
    const local = input?.id === pump.id ? localProject(pump) : null
    renderWorkspace(
      <CreateProjectDialog
        local={local}
        otherNames={otherNames}
        onClose={onClose}
        onCreated={onCreated}
        onKept={onKept}
      />,
      {
        projectCreate: machine,
      } as never,
    )
  },
  states: {
    editing: (_, { context: { name, notes, refusal } }) => {
      expect(screen.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
      expect(nameField()).toHaveValue(name)
      expect(nameField()).toBeEnabled()
      expect(notesField()).toHaveValue(notes)
      expect(notesField()).toBeEnabled()
      const isTooLong = name.length > 254
      expect(screen.queryAllByText(tooLong)).toHaveLength(isTooLong ? 1 : 0)
      expect(screen.queryAllByText(taken)).toHaveLength(refusal ? 1 : 0)
      expect(screen.queryAllByText(inUse)).toHaveLength(name === 'RADAR ' && !refusal ? 1 : 0)
      if (isTooLong || name.trim() === '') expect(button('Create project')).toBeDisabled()
      else expect(button('Create project')).toBeEnabled()
      expect(button('Cancel')).toBeEnabled()
      expect(onCreated).not.toHaveBeenCalled()
    },
    creating: async ({ user }) => {
      expect(button('Creating...')).toBeDisabled()
      expect(button('Cancel')).toBeDisabled()
      expect(nameField()).toBeDisabled()
      expect(notesField()).toBeDisabled()
      await user.keyboard('{Escape}')
      await user.click(button('Close'))
      expect(onClose).not.toHaveBeenCalled()
      expect(screen.getByRole('dialog', { name: 'Create New Project' })).toBeVisible()
    },
    created: (_, { context }) => {
      expect(onCreated).toHaveBeenCalledExactlyOnceWith(project(), context.id)
      expect(onKept).not.toHaveBeenCalled()
    },
    kept: (_, { context: { id, name, notes } }) => {
      const isRefused = onKept.mock.lastCall?.[0].failure === 'This project was refused.'
      expect(onKept).toHaveBeenCalledExactlyOnceWith({
        id,
        name: name.trim(),
        notes: notes.trim() || null,
        isRefused,
        failure: isRefused ? 'This project was refused.' : 'The server is being restarted.',
      })
      expect(onCreated).not.toHaveBeenCalled()
    },
  },
  perform: {
    'name.changed': async ({ name }, { user }) => {
      await user.tripleClick(nameField())
      await user.paste(name)
    },
    'notes.changed': async ({ notes }, { user }) => {
      await user.clear(notesField())
      await user.click(notesField())
      await user.paste(notes)
    },
    'form.submitted': async (_, { user }) => user.click(button('Create project')),
  },
}

testSurface('Create project', projectCreateMachine, createProject)

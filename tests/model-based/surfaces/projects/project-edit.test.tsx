// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'

import { projectEditMachine } from '../../../../machines/projects/project-edit.machine'
import { projectsMachine } from '../../../../machines/projects/projects.machine'
import { EditProjectDialog } from '../../../../src/workspace/projects/dialogs/edit-project-dialog'
import { project, projectsInput } from '../../../model/samples'
import { renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const board = project({ notes: 'Rev B' })
const theirs = project({ notes: 'Rev C', type: 'design', isPrivate: true, version: 2 })
const saved = project({ name: 'Camera bridge', notes: 'Rev B', version: 3 })
const otherNames = ['Radar']
const projects = createActor(projectsMachine, { input: projectsInput() })
const input = { project: board, otherNames, draft: null, projects }
const fields = { name: 'Camera bridge', notes: 'Rev B', type: 'simulation', isPrivate: false }

const onKnown = vi.fn()
const onClose = vi.fn()

const button = (name: string) => screen.getByRole('button', { name })
const form = {
  name: () => screen.getByRole('textbox', { name: /^Project name/ }),
  notes: () => screen.getByRole('textbox', { name: 'Notes (optional)' }),
  type: () => screen.getByRole('combobox', { name: 'Type' }),
  isPrivate: () => screen.getByRole('checkbox', { name: 'Private project' }),
}
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

const problems: Record<string, string> = {
  '': 'The project name must not be empty.',
  Radar: 'This project name is already in use',
}
const nothingSaved = 'Your changes were not saved. They are still in the form.'
const labels = { name: 'Project name', notes: 'Notes', type: 'Type', isPrivate: 'Private project' }
const texts = { name: 'Camera board', notes: 'Rev C', type: 'design', isPrivate: 'yes' }

/** The notice that another user has changed these fields. */
const changedElsewhere = (changed: (keyof typeof labels)[]) =>
  [
    'This project was changed after you opened it, by someone else or in another tab.',
    ...changed.map((field) => `${labels[field]}${texts[field]}`),
    'Your changes are still here. If you save, only the fields that you changed are overwritten.',
    'Use the saved version',
  ].join('')

const expectForm = ({ context: { fields: typed, project: known } }: SnapshotFrom<typeof projectEditMachine>) => {
  expect(form.name()).toHaveValue(typed.name)
  expect(form.notes()).toHaveValue(typed.notes)
  expect(form.type()).toHaveValue(typed.type)
  if (typed.isPrivate) expect(form.isPrivate()).toBeChecked()
  else expect(form.isPrivate()).not.toBeChecked()
  const problem = problems[typed.name]
  for (const text of Object.values(problems)) expect(screen.queryAllByText(text)).toHaveLength(text === problem ? 1 : 0)

  const isChanged =
    typed.name !== known.name ||
    typed.notes !== known.notes ||
    typed.type !== known.type ||
    typed.isPrivate !== known.isPrivate
  // A name that is taken can still be submitted. The form then shows an error.
  if (isChanged && typed.name !== '') expect(button('Save')).toBeEnabled()
  else expect(button('Save')).toBeDisabled()
}

const editProject: Surface<typeof projectEditMachine> = {
  situations: {
    'a member of the project': { input },
    'a member whose page was reloaded after another user had changed the project': {
      input: { ...input, project: theirs, draft: { project: board, fields } },
    },
  },
  events: {
    'field.changed': [
      { fields: { name: 'Camera bridge' } },
      { fields: { name: 'Radar' } },
      { fields: { name: '' } },
      { fields: { notes: 'Rev D' } },
      { fields: { type: 'prototype' } },
      { fields: { isPrivate: true } },
    ],
    'theirs.taken': [{}],
    'form.submitted': [{}],
    'project.lost': [{}],
    'project.found': [{}],
  },
  done: { saveProject: [{ saved }, { stale: theirs }], followPresence: null },
  failed: { saveProject: [failure('The server is being restarted.'), failure()], followPresence: null },
  mount: ({ machine, input: given }) => {
    for (const told of [onKnown, onClose]) told.mockClear()
    renderWorkspace(
      <EditProjectDialog
        project={given?.project ?? board}
        projects={projects}
        otherNames={otherNames}
        onKnown={onKnown}
        onClose={onClose}
      />,
      { projectEdit: machine } as never,
    )
  },
  states: {
    editing: (_, snapshot) => {
      const { context } = snapshot
      expect(screen.getByRole('dialog', { name: 'Edit project' })).toBeVisible()
      expectForm(snapshot)
      for (const field of Object.values(form)) expect(field()).toBeEnabled()
      expect(button('Cancel')).toBeEnabled()
      expect(alerts()).toEqual([
        ...(context.failure === null ? [] : [`${context.failure}${nothingSaved}`]),
        ...(context.changedElsewhere.length === 0 ? [] : [changedElsewhere(context.changedElsewhere)]),
      ])
      if (context.project === theirs) expect(onKnown.mock.calls.every(([known]) => known === theirs)).toBe(true)
      expect(onClose).not.toHaveBeenCalled()
    },
    lost: (_, { context: { project: known, fields: typed } }) => {
      expect(form.name()).toHaveValue(typed.name)
      expect(form.notes()).toHaveValue(typed.notes)
      for (const field of [form.name(), form.notes()]) expect(field).toHaveAttribute('readonly')
      for (const field of [form.type(), form.isPrivate()]) expect(field).toBeDisabled()
      expect(button('Save')).toBeDisabled()
      expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(2)
      const isChanged = typed.name !== known.name || typed.notes !== known.notes
      const isChosen = typed.type !== known.type || typed.isPrivate !== known.isPrivate
      expect(alerts()).toEqual([
        'This project was deleted, or you were removed from it.' +
          (isChanged || isChosen
            ? 'Your changes cannot be saved. They stay here until you close the form, so that you can copy them.'
            : 'You can no longer change it.'),
      ])
      expect(onClose).not.toHaveBeenCalled()
    },
    saving: async ({ user }) => {
      expect(button('Saving...')).toBeDisabled()
      expect(button('Cancel')).toBeDisabled()
      for (const field of Object.values(form)) expect(field()).toBeDisabled()
      await user.keyboard('{Escape}')
      await user.click(button('Close'))
      expect(onClose).not.toHaveBeenCalled()
      expect(screen.getByRole('dialog', { name: 'Edit project' })).toBeVisible()
    },
    saved: () => {
      expect(onKnown).toHaveBeenLastCalledWith(saved)
      expect(onClose).toHaveBeenCalledOnce()
    },
  },
  perform: {
    'field.changed': async ({ fields: { name, notes, type } }, { user }) => {
      if (name !== undefined) {
        await user.clear(form.name())
        await user.click(form.name())
        await user.paste(name)
      } else if (notes !== undefined) {
        await user.tripleClick(form.notes())
        await user.paste(notes)
      } else if (type !== undefined) await user.selectOptions(form.type(), 'Prototype')
      else await user.click(form.isPrivate())
    },
    'theirs.taken': async (event, { user, send }) => {
      const take = screen.queryByRole('button', { name: 'Use the saved version' })
      // Without changes by another user, there is no button to take over their version.
      if (take) await user.click(take)
      else send(event)
    },
    'form.submitted': async (_, { user }) => user.click(button('Save')),
    'project.lost': (event, { report }) => report('followPresence', event),
    'project.found': (event, { report }) => report('followPresence', event),
  },
}

testSurface('Edit project', projectEditMachine, editProject)

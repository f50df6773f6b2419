// @vitest-environment jsdom
import { fireEvent, screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import type { SnapshotFrom } from 'xstate'

import { dataDeletionMachine } from '../../../../machines/people/data-deletion.machine'
import { DeleteDataDialog } from '../../../../src/workspace/people/delete-data-dialog'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Snapshot = SnapshotFrom<typeof dataDeletionMachine>

const onClose = vi.fn()
const onDeleted = vi.fn()
const open = 'Nothing was deleted: a simulation request is unpaid or in progress.'
const button = (name: string) => screen.getByRole('button', { name })
const field = () => screen.getByRole('textbox', { name: 'To confirm, type your username: uma' })
const files = () => screen.getByRole('checkbox', { name: 'Also delete the files of my requests' })

const expectForm = ({ context: { typed, removeFiles } }: Snapshot) => {
  const dialog = screen.getByRole('alertdialog', { name: 'Delete my data?' })
  expect(dialog).toHaveTextContent(
    'projects that have no other members, and their files, except those of your requests',
  )
  expect(dialog).toHaveTextContent('requests that you placed, for our accounting')
  expect(field()).toHaveValue(typed)
  expect(files()).toHaveProperty('checked', removeFiles)
}

/** The dialog cannot be closed while the data may already be deleted. */
const expectBusy = async (user: { keyboard: (keys: string) => Promise<void> }) => {
  expect(button('Cancel')).toBeDisabled()
  expect([field(), files()].map((control) => (control as HTMLInputElement).disabled)).toEqual([true, true])
  expect(screen.queryByRole('alert')).toBeNull()
  await user.keyboard('{Escape}')
  expect(onClose).not.toHaveBeenCalled()
}

const dataDeletion: Surface<typeof dataDeletionMachine> = {
  situations: { 'a signed-in user': { input: { username: 'uma' } } },
  events: {
    'name.typed': [{ text: 'uma' }, { text: 'um' }],
    'files.chosen': [{ removeFiles: true }, { removeFiles: false }],
    'deletion.confirmed': [{}],
  },
  done: { deleteData: [undefined] },
  failed: { deleteData: [failure(open), failure()] },
  mount: ({ machine }) => {
    onClose.mockClear()
    onDeleted.mockClear()
    const machines = { ...machinesOver({}), dataDeletion: machine }
    renderWorkspace(<DeleteDataDialog username="uma" onClose={onClose} onDeleted={onDeleted} />, machines)
  },
  states: {
    asking: (_, snapshot) => {
      expectForm(snapshot)
      expect(button('Delete my data')).toHaveProperty('disabled', snapshot.context.typed !== 'uma')
      const shown = snapshot.context.failure
      if (shown === null) expect(screen.queryByRole('alert')).toBeNull()
      else
        expect(screen.getByRole('alert')).toHaveTextContent(
          shown === open ? open : 'The server did not respond, so your data may already have been deleted.',
        )
      expect(button('Cancel')).toBeEnabled()
      expect(onDeleted).not.toHaveBeenCalled()
    },
    deleting: async ({ user }, snapshot) => {
      expectForm(snapshot)
      expect(button('Deleting...')).toBeDisabled()
      expect(onDeleted).not.toHaveBeenCalled()
      await expectBusy(user)
    },
    deleted: async ({ user }) => {
      expect(button('Signing out...')).toBeDisabled()
      expect(onDeleted).toHaveBeenCalledOnce()
      await expectBusy(user)
    },
  },
  perform: {
    'name.typed': async ({ text }, { user }) => {
      await user.clear(field())
      await user.type(field(), text)
    },
    'files.chosen': async ({ removeFiles }, { user, send }) => {
      if ((files() as HTMLInputElement).checked === removeFiles) send({ type: 'files.chosen', removeFiles })
      else await user.click(files())
    },
    'deletion.confirmed': (_, { user }) => {
      // The disabled button does not prevent the submission of a form by other means.
      if (button('Delete my data').hasAttribute('disabled')) {
        fireEvent.submit(field())
        return
      }
      return user.click(button('Delete my data'))
    },
  },
}

testSurface('Data deletion', dataDeletionMachine, dataDeletion)

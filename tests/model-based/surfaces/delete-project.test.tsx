// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { projectDeleteMachine } from '../../../machines/workspace/project-delete.machine'
import { DeleteProjectDialog } from '../../../src/workspace/delete-project-dialog'
import { project } from '../../model/samples'
import { renderWorkspace } from '../../views/workspace/render-workspace'
import { failure, type Surface } from '../surface'
import { testSurface } from '../walk'

const board = project({ fileCount: 2, usedBytes: 1536 })

const button = (name: string) => screen.getByRole('button', { name })
const onClose = vi.fn()
const onDeleted = vi.fn()

const deleteProject: Surface<typeof projectDeleteMachine> = {
  situations: { 'a project manager': { input: { projectId: board.id } } },
  events: { 'delete.confirmed': [{}] },
  done: { deleteProject: [undefined] },
  failed: { deleteProject: [failure('This needs a role.'), failure()] },
  mount: ({ machine }) => {
    onClose.mockClear()
    onDeleted.mockClear()
    renderWorkspace(<DeleteProjectDialog project={board} onClose={onClose} onDeleted={onDeleted} />, {
      projectDelete: machine,
    } as never)
  },
  states: {
    asking: async ({ user }, { context }) => {
      expect(screen.getByRole('alertdialog', { name: 'Delete project?' })).toHaveTextContent(
        'Camera board will be deleted for everybody who works on it. Its 2 files go with it, 1.5 KB in all. ' +
          'This cannot be undone.',
      )
      expect(button('Delete project')).toBeEnabled()
      if (context.failure === null) expect(screen.queryByRole('alert')).not.toBeInTheDocument()
      else {
        const why = context.failure === 'This needs a role.' ? 'This needs a role.' : 'Failed to delete project'
        expect(screen.getByRole('alert')).toHaveTextContent(`${why}The project is still there, with all its files.`)
      }
      await user.click(button('Cancel'))
      expect(onClose).toHaveBeenCalledOnce()
      onClose.mockClear()
      expect(onDeleted).not.toHaveBeenCalled()
    },
    deleting: async ({ user }) => {
      expect(button('Deleting...')).toBeDisabled()
      expect(button('Cancel')).toBeDisabled()
      expect(screen.queryByRole('alert')).not.toBeInTheDocument()
      // Neither key nor cross closes it while the project may be gone already.
      await user.keyboard('{Escape}')
      await user.click(button('Close'))
      expect(screen.getByRole('alertdialog', { name: 'Delete project?' })).toBeVisible()
      expect(onClose).not.toHaveBeenCalled()
      expect(onDeleted).not.toHaveBeenCalled()
    },
    deleted: () => {
      expect(onDeleted).toHaveBeenCalledOnce()
      expect(onClose).not.toHaveBeenCalled()
    },
  },
  perform: {
    'delete.confirmed': async (_, { user }) => user.click(button('Delete project')),
  },
}

testSurface('Delete project', projectDeleteMachine, deleteProject)

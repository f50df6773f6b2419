// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor } from 'xstate'

import { type Deletion, projectDeleteMachine } from '../../../../machines/projects/project-delete.machine'
import { projectsMachine } from '../../../../machines/projects/projects.machine'
import { DeleteProjectDialog } from '../../../../src/workspace/projects/dialogs/delete-project-dialog'
import { project, projectsInput } from '../../../model/samples'
import { renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const board = project({ fileCount: 2, usedBytes: 1536 })

const free: Deletion = { files: 2, members: 3, share_links: 1, cancelled_requests: 0, refusal: null }
const kept = { ...free, refusal: 'Paid work is kept.' }

const button = (name: string) => screen.getByRole('button', { name })
const projects = createActor(projectsMachine, { input: projectsInput() })
const onClose = vi.fn()
const onDeleted = vi.fn()

const deleteProject: Surface<typeof projectDeleteMachine> = {
  situations: { 'a project manager': { input: { projectId: board.id, projects } } },
  events: { 'delete.confirmed': [{}], 'project.lost': [{}], 'project.found': [{}] },
  done: { loadDeletion: [free, kept], deleteProject: [undefined], followPresence: null },
  failed: {
    loadDeletion: [failure()],
    deleteProject: [failure('This needs a role.'), failure()],
    followPresence: null,
  },
  inputs: { loadDeletion: { projectId: 'p1' }, deleteProject: { projectId: 'p1' } },
  mount: ({ machine }) => {
    onClose.mockClear()
    onDeleted.mockClear()
    renderWorkspace(
      <DeleteProjectDialog project={board} projects={projects} onClose={onClose} onDeleted={onDeleted} />,
      { projectDelete: machine } as never,
    )
  },
  states: {
    looking: async () => {
      expect(screen.getByRole('alertdialog', { name: 'Delete project?' })).toHaveTextContent(
        'Camera board will be deleted for everyone who works on it. Its 2 files (1.5 KB) will be deleted too.',
      )
      expect(button('Delete project')).toBeDisabled()
      expect(button('Cancel')).toBeEnabled()
    },
    refused: async ({ user }) => {
      const dialog = screen.getByRole('alertdialog', { name: 'This project cannot be deleted' })
      expect(dialog).toHaveTextContent('Camera board: Paid work is kept.')
      expect(screen.queryByRole('button', { name: 'Delete project' })).toBeNull()
      await user.click(button('Back'))
      expect(onClose).toHaveBeenCalledOnce()
      onClose.mockClear()
    },
    lost: () => {
      const dialog = screen.getByRole('alertdialog', { name: 'Nothing to delete' })
      expect(dialog).not.toHaveTextContent('will be deleted')
      expect(screen.getByRole('alert')).toHaveTextContent(
        'This project was deleted, or you were removed from it.Camera board',
      )
      expect(screen.queryByRole('button', { name: 'Delete project' })).toBeNull()
      expect(screen.getAllByRole('button', { name: 'Close' })).toHaveLength(2)
      expect(onClose).not.toHaveBeenCalled()
    },
    asking: async ({ user }, { context }) => {
      expect(screen.getByRole('alertdialog', { name: 'Delete project?' })).toHaveTextContent(
        'Camera board will be deleted for everyone who works on it. Its 2 files (1.5 KB) will be deleted too. ' +
          (context.deletion
            ? '3 members lose access. Also deleted: 1 share link and all unsent requests. '
            : 'Its members lose access, and its share links, canceled requests and unsent requests are deleted. ') +
          'You can undo this for 10 seconds.',
      )
      expect(button('Delete project')).toBeEnabled()
      if (context.failure === null) expect(screen.queryByRole('alert')).not.toBeInTheDocument()
      else {
        const why = context.failure === 'This needs a role.' ? 'This needs a role.' : 'Failed to delete project'
        expect(screen.getByRole('alert')).toHaveTextContent(`${why}The project still exists, with all its files.`)
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
      // The dialog cannot be closed with Escape or the close button while the project may already be deleted.
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
    'project.lost': (event, { report }) => report('followPresence', event),
    'project.found': (event, { report }) => report('followPresence', event),
  },
}

testSurface('Delete project', projectDeleteMachine, deleteProject)

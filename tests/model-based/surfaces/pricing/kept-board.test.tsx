// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, vi } from 'vitest'

import { keptBoardMachine } from '../../../../machines/pricing/kept-board.machine'
import { type Connection, WorkspaceProvider } from '../../../../src/workspace/lib/machines'
import { KeptBoardPage } from '../../../../src/workspace/pricing/kept-board-page'
import { kept } from '../../../model/pricing/samples'
import { project, projectFile } from '../../../model/samples'
import { renderPage } from '../../../views/site/render-page'
import { machinesOver } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

const preparing = () => {
  expect(screen.getByText('Preparing your request...')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
}

const surface: Surface<typeof keptBoardMachine> = {
  situations: { 'after the sign-in': { input: { names: [] } } },
  events: {
    'turn.begun': [{}],
    'upload.progressed': [{ sent: 1024 }],
    'upload.finished': [{ layout: projectFile() }],
    'upload.failed': [{ text: 'The project is full.' }, { text: null }],
    'retry.requested': [{}],
    'board.forgotten': [{}],
  },
  done: {
    takeTurn: null,
    findKept: [kept, null],
    createProject: [project()],
    findUploaded: [null, projectFile()],
    uploadBoard: null,
    beginRequest: [undefined],
    eraseKept: [undefined],
  },
  failed: {
    takeTurn: null,
    findKept: [failure()],
    createProject: [
      failure('The server is being restarted.'),
      failure('in use', { status: 409, errors: [{ field: 'name' }] }),
    ],
    findUploaded: [failure()],
    uploadBoard: null,
    beginRequest: [failure()],
    eraseKept: [failure()],
  },
  // Each conflict adds a name, so only whether there are any counts.
  distinguish: ({ kept: board, project: made, layout, sent, failure: text, names }) => ({
    board,
    made,
    layout,
    sent,
    text,
    hasNames: names.length > 0,
  }),
  mount: async ({ machine }) => {
    const machines = { ...machinesOver({}), keptBoard: machine }
    await renderPage(
      <WorkspaceProvider value={(() => machines) as unknown as Connection}>
        <KeptBoardPage names={[]} onCreated={vi.fn()} onBegun={vi.fn()} />
      </WorkspaceProvider>,
    )
  },
  states: {
    waiting: () => {
      expect(screen.getByText('Another tab is using your board...')).toBeVisible()
    },
    finding: preparing,
    absent: () => {
      expect(screen.getByRole('heading', { name: 'No board is kept in this browser' })).toBeVisible()
      expect(screen.getByRole('link', { name: 'Go to your projects' })).toBeVisible()
    },
    creating: preparing,
    looking: preparing,
    uploading: (_, { context }) => {
      expect(screen.getByText('Uploading your board...')).toBeVisible()
      expect(screen.getByRole('progressbar')).toHaveAttribute('value', String(context.sent))
    },
    beginning: preparing,
    begun: preparing,
    failed: (_, { context }) => {
      expect(screen.getByRole('alert')).toHaveTextContent(context.failure ?? '')
      // If the browser gave no access to its storage, the board may be gone.
      const isStated = screen.queryByText('Your board and your selection are still in this browser.') !== null
      expect(isStated).toBe(context.kept !== null)
    },
    forgetting: () => {
      expect(screen.queryByText('Uploading your board...')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
      expect(isUsable(screen.getByRole('button', { name: 'Remove this board' }))).toBe(false)
    },
  },
  perform: {
    'turn.begun': (event, { report }) => report('takeTurn', event),
    'upload.progressed': (event, { report }) => report('uploadBoard', event),
    'upload.finished': (event, { report }) => report('uploadBoard', event),
    'upload.failed': (event, { report }) => report('uploadBoard', event),
    'retry.requested': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'board.forgotten': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Remove this board' })),
  },
}

testSurface('Kept board', keptBoardMachine, surface)

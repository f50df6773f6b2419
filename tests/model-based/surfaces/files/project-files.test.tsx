// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor, type EventFrom, type SnapshotFrom } from 'xstate'

import { type FileListing, projectFilesMachine } from '../../../../machines/files/project-files.machine'
import { projectsMachine } from '../../../../machines/projects/projects.machine'
import { FilesOf } from '../../../views/files/files-of'
import { project, projectFile, projectsInput } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

type Machine = typeof projectFilesMachine
type Snapshot = SnapshotFrom<Machine>

const board = projectFile({ id: 'f1', name: 'board.kicad_pcb' })
const stackup = projectFile({ id: 'f2', name: 'stackup.csv', fileType: 'stackup' })
const complete: FileListing = {
  files: [board, stackup],
  total: 2,
  types: ['layout', 'stackup', 'other'].map((name, id) => ({ id, name })),
  usedMb: 1640,
}
const mask = projectFile({ id: 'f3', name: 'mask.gbr' })
/** The receiver of the machine's events. It is never started, because the stage replaces the actors that send them. */
const projects = createActor(projectsMachine, { input: projectsInput() })
/** A first page that does not contain all files. */
const newest: FileListing = { ...complete, total: 3 }

const words = {
  load: 'Failed to load project files. Please try again.',
  type: 'Failed to update file type',
  deletion: 'Failed to delete files. Please try again.',
}

/** Longer than one animation frame, in ms. */
const frame = 20

/** Waits for the next frame, in which a dialog hides the content behind it. */
const nextFrame = () =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(frame)
  })

async function showFileManager({ machine }: Stage<Machine>) {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  const machines = machinesOver({ listProjects: async () => [project({ fileCount: 2 })] })
  const projects = createActor(machines.projects, { input: projectsInput({ selectedId: 'p1' }) }).start()
  renderWorkspace(<FilesOf projects={projects} />, {
    ...machines,
    projectFiles: machine,
  })
  await nextFrame()
}

const button = (name: string) => screen.getByRole('button', { name })
const isAsking = (snapshot: Snapshot) => snapshot.hasTag('asking')
const has = ({ context }: Snapshot, id: string) => context.shown.some((file) => file.id === id)

/**
 * Uses the control, or sends the event directly if the control is behind the dialog or disabled while a change is being
 * saved. In the product, the user may have used the control just before.
 */
async function doOrSend<Event extends EventFrom<Machine>>(
  event: Event,
  { snapshot, send }: Stage<Machine>,
  control: HTMLElement | null,
  how: (control: HTMLElement) => Promise<void>,
) {
  if (control && !control.hasAttribute('disabled')) return how(control)
  expect(isAsking(snapshot()) || snapshot().matches({ loaded: { change: 'savingType' } })).toBe(true)
  send(event)
}

function expectRetry(title: string, isOpen: boolean) {
  const alert = screen.getAllByRole('alert').find((one) => one.textContent.includes(title))
  expect(alert).toBeVisible()
  const [retry] = alert ? within(alert).getAllByRole('button') : []
  expect(retry).toHaveTextContent('Retry')
  expect(isUsable(retry)).toBe(isOpen)
}

/** Checks the list of the open folder and the errors above it. */
function expectList({ context }: Snapshot) {
  const { shown, chosen, refusal, change } = context
  expect(screen.queryByText('Loading files...')).toBeNull()
  if (context.failure) expectRetry(words.load, true)
  if (refusal) {
    expect(screen.getByText(refusal)).toBeVisible()
    expect(screen.getByText('The list shows what is saved now.')).toBeVisible()
    expect(button('Dismiss')).toBeEnabled()
  } else {
    expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
  }
  if (shown.length === 0) {
    expect(screen.getByText('No reports yet. They appear here when a simulation is delivered.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Upload files' })).toBeNull()
    return
  }
  const [, ...rows] = within(screen.getByRole('table', { name: 'Files' })).getAllByRole('row')
  expect(rows).toHaveLength(shown.length)
  shown.forEach((file, index) => {
    const row = within(rows[index] ?? document.body)
    expect(row.getByRole('button', { name: file.name })).toBeVisible()
    expect(row.getByRole('checkbox', { name: `Select ${file.name}` })).toHaveProperty(
      'checked',
      chosen.includes(file.id),
    )
    const type = row.getByRole('combobox', { name: `Type of ${file.name}` })
    expect(type).toHaveProperty('disabled', change !== null)
    expect(type).toHaveValue(change?.ids.includes(file.id) ? change.fileType : file.fileType)
    expect(row.getByRole('button', { name: `Delete ${file.name}` })).toBeEnabled()
  })
  const files = (count: number) => (count === 1 ? '1 file' : `${count} files`)
  expect(screen.getByText(chosen.length > 0 ? `${files(chosen.length)} selected` : files(shown.length))).toBeVisible()
  expect(screen.queryByRole('group', { name: 'Selected files' }) !== null).toBe(chosen.length > 0)
  expect(button('Upload files')).toHaveProperty('disabled', context.files.length < context.total)
}

/** Checks the dialog in front of the list. */
async function expectQuestion({ context }: Snapshot, answer: string, isOpen: boolean) {
  await nextFrame()
  const dialog = within(screen.getByRole('dialog', { name: 'Delete file' }))
  expect(dialog.getByText('board.kicad_pcb')).toBeVisible()
  expect(dialog.getByText('You can undo this for 10 seconds.')).toBeVisible()
  expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', !isOpen)
  expect(dialog.getByRole('button', { name: answer })).toHaveProperty('disabled', !isOpen)
  expect(context.toDelete).toEqual(['f1'])
  expect(screen.queryByRole('table', { name: 'Files' })).toBeNull()
}

/** Checks the list, unless it is hidden behind the dialog. */
const expectListOrQuestion = (snapshot: Snapshot) => (isAsking(snapshot) ? undefined : expectList(snapshot))

const projectFiles: Surface<Machine> = {
  situations: { 'a project with two files': { input: { projectId: 'p1', projects } } },
  events: {
    'files.reload': ({ context }) => (context.failure ? [{}] : []),
    'files.arrived': (snapshot) => [
      ...(snapshot.context.isStale ? [] : [{ files: [], gone: [] }]),
      // The file to be deleted is replaced by an upload.
      ...(snapshot.matches({ loaded: { change: 'confirmingDeletion' } }) ? [{ files: [mask], gone: ['f1'] }] : []),
    ],
    'file.updated': (snapshot) =>
      snapshot.context.isStale || !has(snapshot, 'f1') ? [] : [{ id: 'f1', change: { open_comments: 0 } }],
    'files.wanted': ({ context }) => (context.isStale || context.failure ? [{}] : []),
    'limit.known': ({ context }) => (context.storageLimitBytes === null ? [{ storageLimitBytes: 2_147_483_648 }] : []),
    'folder.chosen': ({ context }) => [{ folder: context.folder === 'inputs' ? 'reports' : 'inputs' }],
    'search.changed': [{ search: 'board' }],
    'order.chosen': (snapshot) => (has(snapshot, 'f1') ? [{ by: 'name' }] : []),
    'file.toggled': (snapshot) => (has(snapshot, 'f1') ? [{ id: 'f1' }] : []),
    'files.allToggled': (snapshot) => (has(snapshot, 'f1') ? [{}] : []),
    'file.typeChosen': (snapshot) => (has(snapshot, 'f1') ? [{ ids: ['f1'], fileType: 'other' }] : []),
    'deletion.requested': (snapshot) => (has(snapshot, 'f1') ? [{ ids: ['f1'] }] : []),
    'deletion.confirmed': [{}],
    'deletion.cancelled': [{}],
    'refusal.dismissed': (snapshot) => (snapshot.context.refusal && !isAsking(snapshot) ? [{}] : []),
  },
  done: {
    loadFiles: [newest, complete],
    saveFileType: [[{ ...board, fileType: 'other' }]],
    deleteFiles: [undefined],
    followUploads: null,
    followProject: null,
  },
  failed: {
    loadFiles: [failure()],
    saveFileType: [failure()],
    deleteFiles: [failure()],
    followUploads: null,
    followProject: null,
  },
  distinguish: ({ folder, search, shown, chosen, failure: missing, refusal, isStale, toDelete }) => [
    ...[folder, search, shown.length, chosen, missing, refusal, isStale, toDelete],
  ],
  mount: showFileManager,
  states: {
    loading: (_, { context }) => {
      expect(screen.getByText('Loading files...')).toBeVisible()
      expect(screen.queryByRole('table')).toBeNull()
      if (context.failure) expectRetry(words.load, false)
      else expect(screen.queryByRole('alert')).toBeNull()
    },
    failed: () => {
      expectRetry(words.load, true)
      expect(screen.queryByRole('table')).toBeNull()
      expect(screen.queryByText('Loading files...')).toBeNull()
    },
    'loaded.list.resting': (_, snapshot) => expectListOrQuestion(snapshot),
    'loaded.list.settling': (_, snapshot) => expectListOrQuestion(snapshot),
    'loaded.list.reloading': (_, snapshot) => expectListOrQuestion(snapshot),
    'loaded.change.none': (_, snapshot) => expectList(snapshot),
    'loaded.change.savingType': (_, snapshot) => expectList(snapshot),
    'loaded.change.confirmingDeletion': async (_, snapshot) => expectQuestion(snapshot, 'Delete', true),
    'loaded.change.deleting': async (_, snapshot) => expectQuestion(snapshot, 'Deleting...', false),
  },
  perform: {
    'files.reload': async (event, stage) =>
      doOrSend(event, stage, screen.queryByRole('button', { name: 'Retry' }), (retry) => stage.user.click(retry)),
    'files.arrived': (event, { report }) => report('followUploads', event),
    // The preview of the file sends it.
    'file.updated': (event, { send }) => send(event),
    'files.wanted': (event, { report }) => report('followUploads', event),
    'limit.known': (event, { report }) => report('followProject', event),
    'folder.chosen': async (event, stage) => {
      const name = event.folder === 'inputs' ? 'Inputs' : 'Reports'
      await doOrSend(event, stage, screen.queryByRole('button', { name }), (folder) => stage.user.click(folder))
    },
    'search.changed': async (event, stage) =>
      doOrSend(event, stage, screen.queryByRole('searchbox', { name: 'Search files' }), async (field) => {
        await stage.user.tripleClick(field)
        await stage.user.paste(event.search)
      }),
    'order.chosen': async (event, stage) =>
      doOrSend(event, stage, screen.queryByRole('button', { name: 'Name' }), (column) => stage.user.click(column)),
    'file.toggled': async (event, stage) => {
      const box = screen.queryByRole('checkbox', { name: 'Select board.kicad_pcb' })
      await doOrSend(event, stage, box, (choice) => stage.user.click(choice))
    },
    'files.allToggled': async (event, stage) => {
      const box = screen.queryByRole('checkbox', { name: 'Select all files' })
      await doOrSend(event, stage, box, (choice) => stage.user.click(choice))
    },
    'file.typeChosen': async (event, stage) => {
      const list = screen.queryByRole('combobox', { name: 'Type of board.kicad_pcb' })
      await doOrSend(event, stage, list, (type) => stage.user.selectOptions(type, event.fileType))
    },
    'deletion.requested': async (event, stage) => {
      const bin = screen.queryByRole('button', { name: 'Delete board.kicad_pcb' })
      await doOrSend(event, stage, bin, (remove) => stage.user.click(remove))
    },
    'deletion.confirmed': async (_, { user }) => user.click(button('Delete')),
    'deletion.cancelled': async (_, { user }) => user.click(button('Cancel')),
    'refusal.dismissed': async (_, { user }) => user.click(button('Dismiss')),
  },
}

testSurface('Project files', projectFilesMachine, projectFiles)

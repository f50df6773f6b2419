// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'

import { UnreadableFile } from '../../../../machines/transfers/dropped-files'
import { uploadMachine } from '../../../../machines/transfers/upload.machine'
import { isUnderWay, type UploadItem } from '../../../../machines/transfers/upload-rules'
import { UploadPanel } from '../../../../src/workspace/transfers/upload-panel'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof uploadMachine
type Snapshot = SnapshotFrom<Machine>

const MB = 1_048_576
/** Large enough for a resumable upload. */
const size = 20 * MB
const projectId = 'p1'
const file = (id: string, name: string) => ({ id, name, size, modified: 0 })
const room = { projectId, files: [], leftBytes: Infinity }
const cutOff = { ...file('0', 'board.zip'), projectId, address: '/uploads/1' }

const isOneOf =
  (...statuses: UploadItem['status'][]) =>
  (item: UploadItem) =>
    statuses.includes(item.status)
const isSending = isOneOf('sending')
const having = ({ context }: Snapshot, is: (item: UploadItem) => boolean) =>
  context.items.filter(is).map(({ id }) => ({ id }))

/**
 * Whether a file has already stopped, or its name was taken. A rejected name then leads only to states that are covered
 * without it.
 */
const hasStopped = ({ context }: Snapshot) =>
  context.items.some((item) => !isOneOf('sending', 'waiting')(item) || item.isTaken || item.replaces)

const mayOpen = ({ items }: Snapshot['context']) => !items.some(isOneOf('sending', 'paused'))

/** At most two files. The second one has the same name or a different one. */
function choices({ context: { items } }: Snapshot) {
  const [first, second] = items
  if (!first) return [[file('1', 'board.zip')]]
  if (second || first.id !== '1') return []
  // A file that replaces another one waits for uploads with the same name, which `distinguish` does not take into
  // account.
  return first.replaces ? [[file('2', 'panel.zip')]] : [[file('2', 'board.zip')], [file('2', 'panel.zip')]]
}

/** The server's error for a name that another user has taken in the meantime. */
const taken = 'A file named "board.zip" is already in Inputs.'

/** The text of a file's row and its buttons besides the preview, by status. */
const looks: Record<UploadItem['status'], { words: string; buttons: string[]; says?: string }> = {
  listing: { words: 'Waiting for the file list', buttons: ['Cancel'] },
  asking: { words: 'A file with this name already exists', buttons: ['Replace', 'Keep both', 'Skip'] },
  waiting: { words: 'Waiting', buttons: ['Cancel'] },
  sending: { words: 'Uploading', buttons: ['Cancel'] },
  paused: {
    words: 'Paused',
    buttons: ['Continue now', 'Cancel'],
    says: 'The connection was lost. The upload will resume automatically.',
  },
  done: { words: 'Uploaded', buttons: [] },
  failed: { words: 'Failed', buttons: ['Retry'], says: 'Failed to upload files: The project is full.' },
  cancelled: { words: 'Cancelled', buttons: ['Retry'] },
  interrupted: {
    words: 'Interrupted',
    buttons: ['Cancel'],
    says: 'This upload was interrupted. Choose the file again to resume where it stopped.',
  },
}

/** Files that need an answer are listed first. */
const inOrder = ({ context: { items } }: Snapshot) => [
  ...items.filter(({ status }) => status === 'asking'),
  ...items.filter(({ status }) => status !== 'asking'),
]

function rowOf(snapshot: Snapshot, id: string) {
  const rows = within(screen.getByRole('list', { name: 'Uploads' })).getAllByRole('listitem')
  const row = rows[inOrder(snapshot).findIndex((item) => item.id === id)]
  if (!row) throw new Error(`The file ${id} has no row.`)
  return within(row)
}

function expectRow(snapshot: Snapshot, item: UploadItem) {
  const { words, buttons, says } = looks[item.status]
  const row = rowOf(snapshot, item.id)
  expect(row.getByText(item.name)).toBeVisible()
  const isOnWay = isOneOf('sending', 'paused')(item)
  const details = isOnWay && item.sent > 0 ? '1 MB of 20 MB' : '20 MB'
  expect(row.getByText(new RegExp(`^${words} · ${details}`))).toBeVisible()
  const preview = isOneOf('done', 'interrupted')(item) ? [] : ['Preview']
  expect(row.queryAllByRole('button').map(({ textContent }) => textContent)).toEqual([...preview, ...buttons])
  const alert = row.queryByRole('alert')
  if (item.status === 'interrupted' && item.failure !== looks.interrupted.says) {
    expect(alert).toHaveTextContent('It has been changed or removed since it was chosen. Choose the file again.')
  } else if (isOneOf('listing', 'asking')(item) && item.isTaken) expect(alert).toHaveTextContent(taken)
  else if (says) expect(alert).toHaveTextContent(says)
  else expect(alert).toBeNull()
}

/** Checks the whole list and the summary above it. */
function expectPanel(snapshot: Snapshot) {
  const { items, notice } = snapshot.context
  const panel = screen.queryByRole('region', { name: 'Upload' })
  if (items.length === 0 && !notice) {
    expect(panel).toBeNull()
    return
  }
  if (notice) expect(screen.getByText('Choose at least one file to upload.')).toHaveAttribute('role', 'alert')
  for (const item of items) expectRow(snapshot, item)
  if (items.length === 0) return
  const underWay = items.filter(isUnderWay).length
  const done = items.filter(isOneOf('done')).length
  const rest = (['failed', 'interrupted', 'cancelled'] as const).flatMap((status) => {
    const count = items.filter(isOneOf(status)).length
    return count > 0 ? [`, ${count} ${status}`] : []
  })
  const arrived = underWay > 0 ? `${done} of ${done + underWay} uploaded` : `${done} uploaded`
  expect(screen.getByRole('status')).toHaveTextContent(`${arrived}${rest.join('')}`)
  expect(screen.queryByRole('button', { name: 'Cancel all' }) !== null).toBe(underWay > 0)
  expect(screen.queryByRole('button', { name: 'Clear list' }) !== null).toBe(underWay === 0)
}

/** Checks that a busy slot has a file, and that a free one has none. */
function expectSlot({ context: { items, slots } }: Snapshot, slot: 'first' | 'second', status: string | null) {
  expect(items.find(({ id }) => id === slots[slot])?.status ?? null).toBe(status)
}

const click = async ({ user, snapshot }: Stage<Machine>, id: string, name: string) =>
  user.click(rowOf(snapshot(), id).getByText(name))

const upload: Surface<Machine> = {
  situations: {
    'a project without uploads': { input: { interrupted: [] } },
    'a reload has cut off an upload': { input: { interrupted: [cutOff] } },
  },
  events: {
    'project.listed': [room],
    // With more files, or with files being sent, the late responses would multiply the paths without covering anything
    // new.
    'project.opened': ({ context }) => (context.items.length < 2 && mayOpen(context) ? [{ projectId }] : []),
    'project.closed': ({ context }) => (context.opened.length > 0 && mayOpen(context) ? [{ projectId }] : []),
    'project.unlisted': ({ context }) =>
      context.opened.length > 0 && mayOpen(context) ? [{ projectId, error: failure('The project is full.') }] : [],
    'files.chosen': (snapshot) => [
      { projectId, files: [], unreadable: [] },
      ...choices(snapshot).map((files) => ({ projectId, files, unreadable: [] })),
    ],
    'conflict.answered': (snapshot) =>
      having(snapshot, isOneOf('asking')).flatMap(({ id }) =>
        (['replace', 'skip'] as const).map((answer) => ({ ids: [id], answer })),
      ),
    'upload.begun': (snapshot) => having(snapshot, isSending).map(({ id }) => ({ id, address: `/uploads/${id}` })),
    'upload.progressed': (snapshot) => having(snapshot, isSending).map(({ id }) => ({ id, sent: MB, at: 0 })),
    'upload.finished': (snapshot) =>
      having(snapshot, isSending).map(({ id }) => ({ id, kept: [], gone: [], note: null })),
    'upload.failed': (snapshot) => [
      ...having(snapshot, (item) => isSending(item) && item.tries === 0).map(({ id }) => ({ id, error: failure() })),
      ...having(snapshot, isSending).map(({ id }) => ({ id, error: failure('The project is full.', { status: 413 }) })),
      ...having(snapshot, (item) => isSending(item) && item.tries === 0 && !hasStopped(snapshot)).map(({ id }) => ({
        id,
        error: failure(taken, { status: 409 }),
      })),
      ...having(snapshot, isSending).map(({ id }) => ({ id, error: new UnreadableFile() })),
    ],
    'upload.cancelled': (snapshot) =>
      having(snapshot, isOneOf('listing', 'waiting', 'sending', 'paused', 'interrupted')),
    'upload.retried': (snapshot) => having(snapshot, isOneOf('paused', 'failed', 'cancelled')),
    'network.returned': [{}],
    'list.cleared': ({ context: { items } }) => (items.length > 0 && !items.some(isUnderWay) ? [{ projectId }] : []),
  },
  done: { sendFile: null, listProject: [room] },
  failed: { sendFile: [failure('The project is full.')], listProject: [failure('The project is full.')] },
  distinguish: ({ items, slots, targets, opened }) => [
    Object.keys(targets),
    opened,
    items.map(({ id, status, replaces, tries, isTaken }) => [id, status, replaces, tries, isTaken]),
    slots,
  ],
  mount: ({ machine, input }) => {
    const uploads = createActor(machine, { input: input ?? { interrupted: [] } }).start()
    renderWorkspace(<UploadPanel uploads={uploads} projectId={projectId} onPreview={vi.fn()} />, machinesOver({}))
  },
  states: {
    'first.free': (_, snapshot) => {
      expectPanel(snapshot)
      expectSlot(snapshot, 'first', null)
    },
    'first.sending': (_, snapshot) => {
      expectPanel(snapshot)
      expectSlot(snapshot, 'first', 'sending')
    },
    'first.paused': (_, snapshot) => {
      expectPanel(snapshot)
      expectSlot(snapshot, 'first', 'paused')
    },
    'second.free': (_, snapshot) => expectSlot(snapshot, 'second', null),
    'second.sending': (_, snapshot) => expectSlot(snapshot, 'second', 'sending'),
    'second.paused': (_, snapshot) => expectSlot(snapshot, 'second', 'paused'),
    // The list of an open project is requested by the file manager.
    'listing.resting': (_, { context }) =>
      expect(context.opened.length > 0 ? [] : context.items.filter(isOneOf('listing'))).toEqual([]),
    'listing.asking': (_, snapshot) => expectPanel(snapshot),
  },
  perform: {
    // Sent by the file manager, which lists the project and lets the user select or drop files.
    'project.listed': (event, { send }) => send(event),
    'project.opened': (event, { send }) => send(event),
    'project.closed': (event, { send }) => send(event),
    'project.unlisted': (event, { send }) => send(event),
    'files.chosen': (event, { send }) => send(event),
    'conflict.answered': async ({ ids: [id = ''], answer }, stage) =>
      click(stage, id, answer === 'replace' ? 'Replace' : 'Skip'),
    'upload.begun': (event, { report }) => report('sendFile', event),
    'upload.progressed': (event, { report }) => report('sendFile', event),
    'upload.finished': (event, { report }) => report('sendFile', event),
    'upload.failed': (event, { report }) => report('sendFile', event),
    'upload.cancelled': async ({ id }, stage) => click(stage, id, 'Cancel'),
    'upload.retried': async ({ id }, stage) => {
      const item = stage.snapshot().context.items.find((one) => one.id === id)
      await click(stage, id, item?.status === 'paused' ? 'Continue now' : 'Retry')
    },
    'network.returned': (event, { send }) => send(event),
    'list.cleared': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Clear list' })),
  },
}

testSurface('Upload', uploadMachine, upload)

// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { createActor, type SnapshotFrom } from 'xstate'

import { uploadMachine } from '../../../../machines/transfers/upload.machine'
import { isActive, isUnderWay, newItem, type UploadItem } from '../../../../machines/transfers/upload-rules'
import { UploadPanel } from '../../../../src/workspace/transfers/upload-panel'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { changedOnDisk, expectRow, file, full, lost, taken } from './upload-rows'

type Machine = typeof uploadMachine
type Snapshot = SnapshotFrom<Machine>

const MB = 1_048_576
const projectId = 'p1'
const target = { projectId, files: [], leftBytes: null }
const cutOff = { ...file('0', 'board.zip'), projectId, address: '/uploads/1' }
const cutOffMessage = 'This upload was interrupted. Choose the file again to resume where it stopped.'

const isOneOf =
  (...statuses: UploadItem['status'][]) =>
  (item: UploadItem) =>
    statuses.includes(item.status)
const having = ({ context }: Snapshot, is: (item: UploadItem) => boolean) =>
  context.items.filter(is).map(({ id }) => ({ id }))

/**
 * Whether a file is neither waiting nor being sent, its name was taken, or it replaces another one. From then on, a
 * taken name leads only to states that other paths cover.
 */
const hasStopped = ({ context }: Snapshot) =>
  context.items.some((item) => !isOneOf('sending', 'waiting')(item) || item.isTaken || item.replaces)

const mayOpen = ({ items }: Snapshot['context']) => !items.some(isActive)

/** The reports that the machine of an active file can send. */
function reportsOf(snapshot: Snapshot, { id, projectId, name, replaces, isTaken, status }: UploadItem): UploadItem[] {
  const base = { ...newItem(file(id, name), projectId), replaces, isTaken, address: `/uploads/${id}` }
  if (status === 'paused')
    return [
      { ...base, status: 'sending' },
      { ...base, status: 'cancelled' },
    ]
  return [
    { ...base, status: 'sending', sent: MB },
    { ...base, status: 'paused', failure: lost },
    { ...base, status: 'done', address: null },
    { ...base, status: 'failed', failure: full },
    { ...base, status: 'cancelled', address: null },
    { ...base, status: 'interrupted', failure: changedOnDisk },
    ...(hasStopped(snapshot) ? [] : [{ ...base, replaces: false, isTaken: true, failure: taken }]),
  ]
}

/** The files that can be chosen next. There are at most two: the second has the same name or a different one. */
function choices({ context: { items } }: Snapshot) {
  const [first, second] = items
  if (!first) return [[file('1', 'board.zip')]]
  if (second || first.id !== '1') return []
  // A file that replaces another one waits for uploads with the same name. `distinguish` does not take this wait into
  // account.
  return first.replaces ? [[file('2', 'panel.zip')]] : [[file('2', 'board.zip')], [file('2', 'panel.zip')]]
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
  return row
}

/** The message in a file's row. */
function messageOf({ status, failure: message, isTaken }: UploadItem) {
  if (status === 'interrupted') return message === changedOnDisk ? changedOnDisk : cutOffMessage
  if (status === 'listing' || status === 'asking') return isTaken ? taken : null
  return { paused: lost, failed: full }[status as string] ?? null
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
  for (const item of items) expectRow(rowOf(snapshot, item.id), item, messageOf(item))
  if (items.length === 0) return
  const underWay = items.filter(isUnderWay).length
  const done = items.filter(isOneOf('done')).length
  const rest = (['failed', 'interrupted', 'cancelled'] as const).flatMap((status) => {
    const count = items.filter(isOneOf(status)).length
    return count > 0 ? [`, ${count} ${status === 'cancelled' ? 'canceled' : status}`] : []
  })
  const arrived = underWay > 0 ? `${done} of ${done + underWay} uploaded` : `${done} uploaded`
  expect(screen.getByRole('status')).toHaveTextContent(`${arrived}${rest.join('')}`)
  expect(screen.queryByRole('button', { name: 'Cancel all' }) !== null).toBe(underWay > 0)
  expect(screen.queryByRole('button', { name: 'Clear list' }) !== null).toBe(underWay === 0)
}

/** Checks that each active file has its own machine, at most two at a time, and that no other file has one. */
function expectMachines({ context: { items }, children }: Snapshot) {
  const active = items.filter(isActive).map(({ id }) => id)
  expect(active.length).toBeLessThanOrEqual(2)
  expect(Object.keys(children).filter((id) => items.some((item) => item.id === id))).toEqual(active)
}

const click = async ({ user, snapshot }: Stage<Machine>, id: string, name: string) =>
  user.click(within(rowOf(snapshot(), id)).getByText(name))

const upload: Surface<Machine> = {
  situations: {
    'a project without uploads': { input: { interrupted: [] } },
    'an upload interrupted by a reload': { input: { interrupted: [cutOff] } },
  },
  events: {
    'project.listed': [target],
    // Offer these events only with few files and none being sent. Otherwise, late responses would multiply the paths
    // without covering anything new.
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
        (['new revision', 'skip'] as const).map((answer) => ({ ids: [id], answer })),
      ),
    'upload.changed': (snapshot) =>
      snapshot.context.items.filter(isActive).flatMap((item) => reportsOf(snapshot, item).map((file) => ({ file }))),
    'upload.stored': ({ context: { items } }) =>
      items.filter(isOneOf('sending')).map((file) => ({ file, kept: [], gone: [] })),
    'parts.left': ({ context: { items } }) => (items.some(isActive) ? [{ addresses: [] }] : []),
    'upload.cancelled': (snapshot) =>
      having(snapshot, isOneOf('listing', 'waiting', 'sending', 'paused', 'interrupted')),
    'uploads.cancelled': ({ context: { items } }) => (items.some(isUnderWay) ? [{ projectId }] : []),
    'upload.retried': (snapshot) => having(snapshot, isOneOf('paused', 'failed', 'cancelled')),
    'network.returned': [{}],
    'list.cleared': ({ context: { items } }) => (items.length > 0 && !items.some(isUnderWay) ? [{ projectId }] : []),
  },
  done: { uploadFile: null, listProject: [target] },
  failed: { uploadFile: null, listProject: [failure('The project is full.')] },
  distinguish: ({ items, targets, opened }) => [
    Object.keys(targets),
    opened,
    items.map(({ id, status, replaces, isTaken }) => [id, status, replaces, isTaken]),
  ],
  inputs: {
    listProject: { projectId: 'p1' },
    // The project has no files that one of these could replace.
    uploadFile: { file: expect.objectContaining({ projectId: 'p1', sent: 0 }), replaced: null },
  },
  mount: ({ machine, input }) => {
    const uploads = createActor(machine, { input: input ?? { interrupted: [] } }).start()
    renderWorkspace(<UploadPanel uploads={uploads} projectId={projectId} onPreview={vi.fn()} />, machinesOver({}))
  },
  states: {
    resting: (_, snapshot) => {
      expectPanel(snapshot)
      expectMachines(snapshot)
      // Only files of an open project may still wait for the list, which the file manager then requests.
      const { items, opened } = snapshot.context
      expect(opened.length > 0 ? [] : items.filter(isOneOf('listing'))).toEqual([])
    },
    asking: (_, snapshot) => {
      expectPanel(snapshot)
      expectMachines(snapshot)
    },
  },
  perform: {
    // Sent by the file manager, which lists the project and lets the user select or drop files.
    'project.listed': (event, { send }) => send(event),
    'project.opened': (event, { send }) => send(event),
    'project.closed': (event, { send }) => send(event),
    'project.unlisted': (event, { send }) => send(event),
    'files.chosen': (event, { send }) => send(event),
    'conflict.answered': async ({ ids: [id = ''], answer }, stage) =>
      click(stage, id, answer === 'new revision' ? 'New revision' : 'Skip'),
    'upload.changed': (event, { report }) => report('uploadFile', event),
    'upload.stored': (event, { report }) => report('uploadFile', event),
    'parts.left': (event, { report }) => report('uploadFile', event),
    'upload.cancelled': async ({ id }, stage) => click(stage, id, 'Cancel'),
    'uploads.cancelled': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Cancel all' })),
    'upload.retried': async ({ id }, stage) => {
      const item = stage.snapshot().context.items.find((one) => one.id === id)
      await click(stage, id, item?.status === 'paused' ? 'Resume now' : 'Retry')
    },
    'network.returned': (event, { send }) => send(event),
    'list.cleared': async (_, { user }) => user.click(screen.getByRole('button', { name: 'Clear list' })),
  },
}

testSurface('Upload', uploadMachine, upload)

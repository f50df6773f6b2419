// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { createActor } from 'xstate'

import { type DownloadItem, downloadMachine } from '../../../../machines/transfers/download.machine'
import { DownloadPanel } from '../../../../src/workspace/transfers/download-panel'
import { projectFile } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Kept = Stage<typeof downloadMachine>

/** Gives each row a unique name. */
const layout = (number: number) => projectFile({ id: `f${number}`, name: `board-${number}.kicad_pcb` })

/** The maximum number of downloads: enough to have one in progress and one waiting. */
const most = 2

const rows = () => {
  const list = screen.queryByRole('list', { name: 'Downloaded files' })
  return list ? within(list).queryAllByRole('listitem') : []
}
const clear = () => screen.getByRole('button', { name: 'Clear downloads' })
const itemsOf = ({ snapshot }: Kept) => snapshot().context.items
const nameOf = (stage: Kept, id: number) => itemsOf(stage).find((item) => item.id === id)?.name

/** The text and the button of a download's row, by status. */
const looks: Record<DownloadItem['status'], { state: (item: DownloadItem) => string; button: string | null }> = {
  waiting: { state: () => 'Waiting', button: 'Cancel' },
  receiving: {
    state: ({ size, received }) => (size === null ? `${received} bytes` : `${received} bytes of 1 KB`),
    button: 'Cancel',
  },
  done: { state: () => 'Downloaded', button: null },
  failed: { state: () => 'Failed', button: 'Retry' },
  cancelled: { state: () => 'Canceled', button: 'Retry' },
}
const labels = {
  Cancel: (name: string) => `Cancel download of ${name}`,
  Retry: (name: string) => `Download ${name} again`,
}

const isUnderWay = ({ status }: DownloadItem) => status === 'waiting' || status === 'receiving'

function expectRow(row: HTMLElement, item: DownloadItem) {
  const { state, button } = looks[item.status]
  expect(within(row).getByText(item.name)).toBeVisible()
  expect(within(row).getByText(state(item))).toBeVisible()
  for (const [words, label] of Object.entries(labels)) {
    const offered = within(row).queryByRole('button', { name: label(item.name) })
    if (words === button) expect(offered).toHaveTextContent(words)
    else expect(offered).toBeNull()
  }
  const alert = within(row).queryByRole('alert')
  if (item.status === 'failed') expect(alert).toHaveTextContent('Download failed: HTTP 503. The store is away.')
  else expect(alert).toBeNull()
}

function expectList(stage: Kept) {
  const { items, notice } = stage.snapshot().context
  expect(rows()).toHaveLength(items.length)
  rows().forEach((row, index) => items[index] && expectRow(row, items[index]))
  const section = screen.queryByRole('region', { name: 'Downloads' })
  if (items.length === 0 && !notice) expect(section).toBeNull()
  else expect(section).toBeVisible()
  if (notice) expect(screen.getByText(notice)).toHaveAttribute('role', 'alert')
}

const download: Surface<typeof downloadMachine> = {
  situations: { 'a project with one file': {} },
  events: {
    'download.requested': ({ context }) => [
      { files: [null] },
      { files: [projectFile({ id: '' })] },
      ...(context.lastId < most ? [{ files: [layout(context.lastId)] }] : []),
    ],
    'export.requested': ({ context }) =>
      context.lastId < most ? [{ what: 'zip', projectId: 'p1', name: 'Camera board-inputs.zip' }] : [],
    'download.progressed': ({ context }) => context.items.map(({ id }) => ({ id, received: 512 })),
    'download.named': ({ context }) => context.items.map(({ id }) => ({ id, name: `as the server calls it ${id}` })),
    'download.finished': ({ context }) => context.items.map(({ id }) => ({ id })),
    'download.failed': ({ context }) =>
      context.items.map(({ id }) => ({ id, error: failure('The store is away.', { status: 503 }) })),
    'download.cancelled': ({ context }) => context.items.map(({ id }) => ({ id })),
    'download.retried': ({ context }) => context.items.map(({ id }) => ({ id })),
    'list.cleared': ({ context }) => (context.items.length > 0 && !context.items.some(isUnderWay) ? [{}] : []),
  },
  // A name sent by the server does not create new paths.
  distinguish: ({ items, ...context }) => ({ ...context, items: items.map(({ name: _, ...item }) => item) }),
  done: { receive: null },
  failed: { receive: null },
  mount: ({ machine }) => {
    renderWorkspace(<DownloadPanel downloads={createActor(machine).start()} />, machinesOver({}))
  },
  states: {
    resting: (stage, { context }) => {
      expectList(stage)
      expect(screen.queryByRole('button', { name: /^Cancel download/ })).toBeNull()
      if (context.items.length > 0) expect(clear()).toBeEnabled()
    },
    receiving: (stage, { context }) => {
      expectList(stage)
      expect(clear()).toBeDisabled()
      // Only one download at a time.
      expect(context.items.filter(({ status }) => status === 'receiving').map(({ id }) => id)).toEqual([
        context.current,
      ])
    },
  },
  perform: {
    // Requested from the file list and the preview, above this list.
    'download.requested': (event, { send }) => send(event),
    'export.requested': (event, { send }) => send(event),
    'download.progressed': (event, { report }) => report('receive', event),
    'download.named': (event, { report }) => report('receive', event),
    'download.finished': (event, { report }) => report('receive', event),
    'download.failed': (event, { report }) => report('receive', event),
    'download.cancelled': async ({ id }, stage) =>
      stage.user.click(screen.getByRole('button', { name: `Cancel download of ${nameOf(stage, id)}` })),
    'download.retried': async ({ id }, stage) =>
      stage.user.click(screen.getByRole('button', { name: `Download ${nameOf(stage, id)} again` })),
    'list.cleared': async (_, { user }) => user.click(clear()),
  },
}

testSurface('Download', downloadMachine, download)

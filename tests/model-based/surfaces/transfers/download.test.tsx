// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'
import { createActor } from 'xstate'

import type { DownloadItem } from '../../../../machines/transfers/download-file.machine'
import { downloadMachine } from '../../../../machines/transfers/download.machine'
import { DownloadPanel } from '../../../../src/workspace/transfers/download-panel'
import { projectFile } from '../../../model/samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import type { Stage, Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { expectDownload, failed } from './download-rows'

type Kept = Stage<typeof downloadMachine>

/** Gives each row a unique name. */
const layout = (number: number) => projectFile({ id: `f${number}`, name: `board-${number}.kicad_pcb` })

/** The maximum number of downloads in a path: enough to have one in progress and one waiting. */
const most = 2

const rows = () => {
  const list = screen.queryByRole('list', { name: 'Downloaded files' })
  return list ? within(list).queryAllByRole('listitem') : []
}
const clear = () => screen.getByRole('button', { name: 'Clear downloads' })
const itemsOf = ({ snapshot }: Kept) => snapshot().context.items
const nameOf = (stage: Kept, id: number) => itemsOf(stage).find((item) => item.id === id)?.name

const isUnderWay = ({ status }: DownloadItem) => status === 'waiting' || status === 'receiving'

const isCurrent = ({ status }: DownloadItem) => status === 'receiving'

/** The reports that the machine of the current download can send. */
const reportsOf = (item: DownloadItem) =>
  [
    { ...item, received: 512 },
    { ...item, name: `as the server calls it ${item.id}` },
    { ...item, status: 'done' as const },
    { ...item, status: 'failed' as const, failure: failed },
    { ...item, status: 'cancelled' as const, received: 0 },
  ].map((changed) => ({ item: changed }))

function expectList(stage: Kept) {
  const { items, notice } = stage.snapshot().context
  expect(rows()).toHaveLength(items.length)
  rows().forEach((row, index) => items[index] && expectDownload(row, items[index]))
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
    'download.changed': ({ context }) => context.items.filter(isCurrent).flatMap(reportsOf),
    'download.cancelled': ({ context }) => context.items.map(({ id }) => ({ id })),
    'download.retried': ({ context }) => context.items.map(({ id }) => ({ id })),
    'list.cleared': ({ context }) => (context.items.length > 0 && !context.items.some(isUnderWay) ? [{}] : []),
  },
  // A name sent by the server does not create new paths.
  distinguish: ({ items, ...context }) => ({ ...context, items: items.map(({ name: _, ...item }) => item) }),
  done: { downloadFile: null },
  failed: { downloadFile: null },
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
    // Sent by the file list and the preview, which are not part of this panel.
    'download.requested': (event, { send }) => send(event),
    'export.requested': (event, { send }) => send(event),
    'download.changed': (event, { report }) => report('downloadFile', event),
    'download.cancelled': async ({ id }, stage) =>
      stage.user.click(screen.getByRole('button', { name: `Cancel download of ${nameOf(stage, id)}` })),
    'download.retried': async ({ id }, stage) =>
      stage.user.click(screen.getByRole('button', { name: `Retry download of ${nameOf(stage, id)}` })),
    'list.cleared': async (_, { user }) => user.click(clear()),
  },
}

testSurface('Download', downloadMachine, download)

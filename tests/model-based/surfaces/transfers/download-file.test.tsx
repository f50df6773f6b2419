// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { type ActorRefFrom, createActor, type EventFromLogic, type SnapshotFrom } from 'xstate'

import { downloadFileMachine, type DownloadItem } from '../../../../machines/transfers/download-file.machine'
import { DownloadRow } from '../../../../src/workspace/transfers/download-row'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { expectDownload } from './download-rows'

type Machine = typeof downloadFileMachine
type Snapshot = SnapshotFrom<Machine>

const rest = { id: 1, received: 0, status: 'receiving', failure: null } as const
const file = { ...rest, what: 'file', fileId: 'f1', name: 'board.kicad_pcb', size: 1024 } as const
const inputs = { ...rest, what: 'zip', projectId: 'p1', name: 'Camera board-inputs.zip', size: null } as const

const itemOf = ({ context, value }: Snapshot): DownloadItem => ({ ...context.item, status: value })

/** The row in the list of downloads, as the queue would show it. */
function Row({ download }: { download: ActorRefFrom<Machine> }) {
  const snapshot = useSelector(download, (known) => known)
  const downloads = { send: (event: { type: string }) => download.send(event as EventFromLogic<Machine>) }
  return (
    <div role="listitem">
      <DownloadRow item={itemOf(snapshot)} downloads={downloads} />
    </div>
  )
}

const expectRow = (_: Stage<Machine>, snapshot: Snapshot) =>
  expectDownload(screen.getByRole('listitem'), itemOf(snapshot))

const download: Surface<Machine> = {
  situations: { 'a file': { input: { item: file } }, 'the inputs as a ZIP': { input: { item: inputs } } },
  events: {
    'download.progressed': [{ received: 512 }],
    'download.named': [{ name: 'as the server calls it' }],
    'download.finished': [{}],
    'download.failed': [{ error: failure('The store is away.', { status: 503 }) }],
    'download.cancelled': [{}],
  },
  done: { receive: null },
  failed: { receive: null },
  distinguish: ({ item: { received, name } }) => ({ received, name }),
  mount: ({ machine, input }) => {
    const actor = createActor(machine, { input: input ?? { item: file } }).start()
    renderWorkspace(<Row download={actor} />, machinesOver({}))
  },
  states: { receiving: expectRow, done: expectRow, failed: expectRow, cancelled: expectRow },
  perform: {
    'download.progressed': (event, { report }) => report('receive', event),
    'download.named': (event, { report }) => report('receive', event),
    'download.finished': (event, { report }) => report('receive', event),
    'download.failed': (event, { report }) => report('receive', event),
    'download.cancelled': async (_, { user }) =>
      user.click(screen.getByRole('button', { name: /^Cancel download of/ })),
  },
}

testSurface('Download of a file', downloadFileMachine, download)

// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { vi } from 'vitest'
import { type ActorRefFrom, createActor, type EventFromLogic, type SnapshotFrom } from 'xstate'

import { UnreadableFile } from '../../../../machines/transfers/dropped-files'
import { uploadFileMachine } from '../../../../machines/transfers/upload-file.machine'
import { newItem } from '../../../../machines/transfers/upload-rules'
import { UploadRow } from '../../../../src/workspace/transfers/upload-row'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { changedOnDisk, expectRow, file, full, lost, taken } from './upload-rows'

type Machine = typeof uploadFileMachine
type Snapshot = SnapshotFrom<Machine>

const MB = 1_048_576
const started = (replaces: boolean) => ({
  file: { ...newItem(file('1', 'board.zip'), 'p1'), replaces },
  replaced: replaces ? { id: 'old', name: 'board.zip', size: 1, fileType: 'layout' } : null,
})

const itemOf = ({ context, value }: Snapshot) => ({ ...context.file, status: value })

/** The file's row in the list of uploads, as the queue would show it. */
function Row({ upload }: { upload: ActorRefFrom<Machine> }) {
  const snapshot = useSelector(upload, (known) => known)
  const uploads = { send: (event: { type: string }) => upload.send(event as EventFromLogic<Machine>) }
  return (
    <div role="listitem">
      <UploadRow item={itemOf(snapshot)} uploads={uploads} onPreview={vi.fn()} />
    </div>
  )
}

const saying = (message: string | null) => (_: Stage<Machine>, snapshot: Snapshot) =>
  expectRow(screen.getByRole('listitem'), itemOf(snapshot), message)

const click = async ({ user }: Stage<Machine>, name: string) => user.click(screen.getByRole('button', { name }))

const upload: Surface<Machine> = {
  situations: {
    'a new file': { input: started(false) },
    'a file that replaces another one': { input: started(true) },
  },
  events: {
    'upload.begun': [{ address: '/uploads/1' }],
    'upload.progressed': [{ sent: MB, at: 0 }],
    'upload.finished': [{ kept: [], gone: [], note: null }],
    'upload.failed': ({ context: { file } }) => [
      ...(file.tries === 0 ? [{ error: failure() }] : []),
      { error: failure('The project is full.', { status: 413 }) },
      { error: failure(taken, { status: 409 }) },
      { error: new UnreadableFile() },
    ],
    'upload.cancelled': [{}],
    'upload.retried': (snapshot) => (snapshot.matches('paused') ? [{}] : []),
    'network.returned': [{}],
  },
  done: { sendFile: null },
  failed: { sendFile: [failure('The project is full.')] },
  distinguish: ({ file: { sent, tries, address } }) => ({ sent, tries, address }),
  mount: ({ machine, input }) => {
    const actor = createActor(machine, { input: input ?? started(false) }).start()
    renderWorkspace(<Row upload={actor} />, machinesOver({}))
  },
  states: {
    sending: saying(null),
    paused: saying(lost),
    done: saying(null),
    failed: saying(full),
    cancelled: saying(null),
    interrupted: saying(changedOnDisk),
    listing: saying(taken),
  },
  perform: {
    'upload.begun': (event, { report }) => report('sendFile', event),
    'upload.progressed': (event, { report }) => report('sendFile', event),
    'upload.finished': (event, { report }) => report('sendFile', event),
    'upload.failed': (event, { report }) => report('sendFile', event),
    'upload.cancelled': (_, stage) => click(stage, 'Cancel board.zip'),
    'upload.retried': (_, stage) => click(stage, 'Resume now: board.zip'),
    'network.returned': (event, { send }) => send(event),
  },
}

testSurface('Upload of a file', uploadFileMachine, upload)

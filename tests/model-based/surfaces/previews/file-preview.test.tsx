// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, vi } from 'vitest'

import { fileOf, filePreviewMachine, remarkOf } from '../../../../machines/previews/file-preview.machine'
import type { FormatsReply } from '../../../../src/formats/worker/formats-worker-protocol'
import { FilePreview } from '../../../../src/workspace/previews/file-preview'
import { projectFile } from '../../../model/samples'
import { DocumentsWorker } from '../../../views/workspace/documents-worker'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Stage, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Snapshot = ReturnType<Stage<typeof filePreviewMachine>['snapshot']>

/** A fake worker whose replies the test triggers, except those about tables; jsdom has no workers. */
class Reader extends DocumentsWorker {
  static asked: { id: number; reader: Reader } | null = null
  override postMessage(request: Parameters<DocumentsWorker['postMessage']>[0]) {
    if (request.about === 'stackup') Reader.asked = { id: request.id, reader: this }
    super.postMessage(request)
  }
  static refuses(message: string) {
    const { id, reader } = Reader.asked ?? {}
    if (id === undefined) throw new Error('The reader was not asked.')
    const data: FormatsReply = { id, refused: { message, place: null } }
    reader?.dispatchEvent(new MessageEvent('message', { data }))
  }
}

beforeEach(() => {
  vi.stubGlobal('Worker', Reader)
  URL.createObjectURL = () => 'blob:tour'
  URL.revokeObjectURL = vi.fn()
})

const files = [
  projectFile({ id: 'video', name: 'tour.mp4' }),
  projectFile({ id: 'stackup', name: 'stackup.csv' }),
  projectFile({ id: 'archive', name: 'fabrication.zip' }),
  projectFile({ id: 'large', name: 'board.kicad_pcb', size: 300 * 1_048_576 }),
  projectFile({ id: 'drawing', name: 'case.step' }),
  projectFile({ id: 'empty', name: 'empty.txt', size: 0 }),
]

const button = (name: string) => screen.getByRole('button', { name })
const video = () => screen.getByLabelText('tour.mp4', { selector: 'video' })
const isVideo = (snapshot: Snapshot) => fileOf(snapshot).id === 'video'
const isArchive = (snapshot: Snapshot) => fileOf(snapshot).id === 'archive'
const isStackup = (snapshot: Snapshot) => fileOf(snapshot).id === 'stackup' && snapshot.context.fallback === null

/** Checks the elements above every preview. */
function expectFrame(snapshot: Snapshot) {
  const { id, name } = fileOf(snapshot)
  const index = files.findIndex((file) => file.id === id)
  expect(screen.getByRole('dialog', { name })).toBeVisible()
  expect(screen.getByText(`${index + 1} of ${files.length}`)).toBeVisible()
  expect(button('Previous file')).toHaveProperty('disabled', index === 0)
  expect(button('Next file')).toHaveProperty('disabled', index + 1 === files.length)
  expect(button('Download')).toBeEnabled()
}

const nothingFailed = () => {
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Download file instead' })).toBeNull()
}

const filePreview: Surface<typeof filePreviewMachine> = {
  situations: Object.fromEntries(files.map((file) => [file.name, { input: { file } }])),
  events: {
    'preview.retry': [{}],
    'preview.broken': (snapshot) => (isVideo(snapshot) ? [{ reason: 'this browser cannot play it' }] : []),
    'preview.unreadable': (snapshot) =>
      isStackup(snapshot) || isArchive(snapshot) ? [{ reason: 'Row 2 has no thickness.' }] : [],
  },
  done: {
    loadContent: (snapshot) => [
      fileOf(snapshot).id === 'drawing'
        ? { as: 'nothing', recognized: { kind: 'model', format: 'STEP' } }
        : { as: 'whole', bytes: new Blob(['Layer,Thickness\nTop,35 um']) },
    ],
  },
  failed: { loadContent: [failure('The file store does not answer.')] },
  mount: ({ machine, input }) => {
    if (!input) throw new Error('Every situation has a file.')
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
    const on = { onGo: vi.fn(), onDownload: vi.fn(), onRevisions: null, onClose: vi.fn() }
    renderWorkspace(<FilePreview files={files} file={input.file} {...on} />, {
      ...machinesOver({}),
      filePreview: machine,
    })
  },
  states: {
    opening: () => {
      throw new Error('Nobody can see it: it is left at once.')
    },
    loading: (_, snapshot) => {
      expectFrame(snapshot)
      nothingFailed()
      expect(screen.getByText('Loading preview...')).toBeVisible()
    },
    shown: (_, snapshot) => {
      expectFrame(snapshot)
      nothingFailed()
      expect(screen.queryByText('Loading preview...')).toBeNull()
      const remark = remarkOf(snapshot)
      if (remark) expect(screen.getByText(remark)).toHaveAttribute('role', 'status')
      if (isVideo(snapshot)) expect(video()).toBeVisible()
      if (isStackup(snapshot)) expect(screen.getByText('Reading the stackup...')).toBeVisible()
      if (snapshot.context.fallback === 'table') {
        expect(remark).toBe('Shown as a table: Row 2 has no thickness.')
        expect(screen.getByRole('columnheader', { name: 'Thickness' })).toBeVisible()
      }
    },
    failed: (_, snapshot) => {
      expectFrame(snapshot)
      const { failure: reason } = snapshot.context
      expect(reason).toMatch(/^Failed to load preview: ./)
      const alert = screen.getByRole('alert')
      expect(alert).toHaveTextContent(reason ?? '')
      expect(within(alert).getByRole('button', { name: 'Retry' })).toBeEnabled()
      expect(button('Download file instead')).toBeEnabled()
    },
    unsupported: (_, snapshot) => {
      expectFrame(snapshot)
      expect(screen.getByText('Preview not supported')).toBeVisible()
      expect(
        screen.getByText(
          (_text, element) => element?.textContent === 'Files in this format cannot be previewed: STEP (3D model).',
        ),
      ).toBeVisible()
      expect(button('Download file instead')).toBeEnabled()
      expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull()
    },
    unavailable: (_, snapshot) => {
      expectFrame(snapshot)
      expect(screen.getByText('Preview not available')).toBeVisible()
      nothingFailed()
    },
  },
  perform: {
    'preview.retry': async (_, { user }) => user.click(button('Retry')),
    'preview.broken': () => void fireEvent.error(video()),
    'preview.unreadable': (event, { send, snapshot }) => {
      if (isStackup(snapshot())) Reader.refuses(event.reason)
      // Readers of other formats send the same event.
      else send(event)
    },
  },
}

testSurface('File preview', filePreviewMachine, filePreview)

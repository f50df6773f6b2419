// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { BoardOutline, BoardReply, BoardRequest } from '../../../src/formats/worker/board.worker'
import { BoardViewer } from '../../../src/workspace/pricing/board-viewer'
import { renderPage } from '../site/render-page'

const outline: BoardOutline = {
  format: 'KiCad board',
  copper: [
    { name: 'F.Cu', userName: null },
    { name: 'B.Cu', userName: null },
  ],
  nets: [{ name: 'CSI_D0_P', pins: 0 }],
  places: new Float64Array([1, 1]),
  components: { references: [], values: [] },
  stackup: null,
  bounds: { left: 0, top: 0, right: 40, bottom: 24 },
  size: { width: 40, height: 24 },
  counts: { tracks: 4, vias: 2, pads: 8, footprints: 2 },
  isYUp: false,
  remarks: [],
}

let isMissing = false

/** The worker of the board, whose script may be missing. */
class BoardWorker extends EventTarget {
  constructor() {
    super()

    if (isMissing) queueMicrotask(() => this.dispatchEvent(new Event('error')))
  }
  postMessage(request: BoardRequest) {
    const reply: BoardReply = { about: 'read', board: outline }
    if (request.about === 'read' && !isMissing) {
      queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: reply })))
    }
  }
  terminate = vi.fn()
}

beforeEach(() => {
  vi.stubGlobal('Worker', BoardWorker)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})

const onClose = vi.fn()

function Viewer() {
  const [failure, setFailure] = useState<string | null>(null)
  const rest = { failure, onFailed: setFailure, onRetry: () => setFailure(null), onClose }
  return <BoardViewer name="camera-link.kicad_pcb" content={new Blob(['(kicad_pcb)'])} {...rest} />
}

test('a board that could not be drawn can be tried again, and is closed with Escape', async () => {
  isMissing = true
  await renderPage(<Viewer />, '/price')
  const user = userEvent.setup()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'The board cannot be drawn: The board reader did not start.',
  )
  isMissing = false
  await user.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByRole('complementary', { name: 'Layers and nets' })).toHaveTextContent(
    '40 × 24 mm · 2 copper layers · 4 tracks · 2 vias · 8 pads · 2 footprints · 1 net',
  )
  expect(screen.getByRole('checkbox', { name: /F\.Cu/ })).toBeChecked()
  expect(screen.getByRole('button', { name: 'Ruler' })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalledOnce()
})

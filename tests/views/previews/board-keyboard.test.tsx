// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

import type { BoardPart } from '../../../machines/previews/board/board-part'
import type { BoardReply, BoardRequest } from '../../../src/formats/worker/board.worker'
import { BoardView } from '../../../src/workspace/previews/board/board-view'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'
import { boardFacts } from './board-facts'

const net: BoardPart = {
  ...{ kind: 'net', box: { left: 0, top: 0, right: 1, bottom: 1 }, name: 'GND', pinCount: 0 },
  ...{ components: [], componentCount: 0 },
}

/** The worker of a board. It reads the board and finds the net. */
class BoardWorker extends EventTarget {
  static newest: BoardWorker
  constructor() {
    super()
    BoardWorker.newest = this
  }
  postMessage(request: BoardRequest) {
    if (request.about === 'read') this.reply({ about: 'read', board: boardFacts({ nets: [{ name: 'GND', pins: 0 }] }) })
    if (request.about === 'question') this.reply({ about: 'answered', id: request.id, answer: net })
  }
  reply(data: BoardReply) {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
  terminate() {}
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

const open = () =>
  renderWorkspace(
    <BoardView name="camera.kicad_pcb" content={new Blob()} groups={[]} onUnreadable={() => {}} />,
    machinesOver({}),
  )

test('Escape clears the selection, also from a search field', async () => {
  const user = open()
  await user.click(await screen.findByRole('button', { name: /^GND/ }))
  expect(await screen.findByRole('button', { name: 'Clear selection' })).toBeVisible()
  await user.type(screen.getByRole('searchbox', { name: 'Find net' }), 'GND{Escape}')
  expect(screen.queryByRole('button', { name: 'Clear selection' })).toBeNull()
})

test('the focus moves to the notice when the board can no longer be drawn, and back to the board after Retry', async () => {
  const user = open()
  const before = await screen.findByRole('group', { name: /^Board: / })
  act(() => before.focus())
  act(() => void BoardWorker.newest.dispatchEvent(new Event('error')))
  expect(screen.getByRole('alert').parentElement).toHaveFocus()
  await user.tab()
  expect(screen.getByRole('button', { name: 'Retry' })).toHaveFocus()
  await user.keyboard('{Enter}')
  const drawing = await screen.findByRole('group', { name: /^Board: / })
  expect(document.activeElement).toContainElement(drawing)
  expect(document.body).not.toHaveFocus()
})

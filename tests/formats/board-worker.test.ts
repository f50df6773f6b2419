import { afterEach, expect, test, vi } from 'vitest'

import type { BoardReply, BoardRequest } from '../../src/formats/worker/board.worker'
import type { Frame } from '../../src/formats/board/board-picture'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a frame that cannot be drawn is answered and logged with its cause, and only the newest frame follows it', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const replies: BoardReply[] = []
  const listeners: ((event: { data: BoardRequest }) => void)[] = []
  vi.stubGlobal('addEventListener', (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener))
  const reportError = vi.fn()
  vi.stubGlobal('reportError', reportError)
  vi.stubGlobal('self', { postMessage: (reply: BoardReply) => replies.push(reply) })
  // A browser without memory for a canvas gives no context.
  vi.stubGlobal(
    'OffscreenCanvas',
    class {
      getContext = () => null
    },
  )
  await import('../../src/formats/worker/board.worker')
  const frame: Frame = {
    ...{ width: 8, height: 4, ratio: 2, x: 0, y: 0, scale: 1, isFlipped: false, layers: [], highlighted: [] },
    component: null,
    colors: { ground: '#fff', outline: '#000', via: '#880', hole: '#eee', halo: '#f0f', layers: [] },
  }
  for (const id of [1, 2, 3]) listeners[0]?.({ data: { about: 'draw', id, frame } })
  await vi.waitFor(() => expect(replies).toHaveLength(2))
  const message = 'The browser could not draw this view of the board.'
  expect(replies).toEqual([1, 3].map((id) => ({ about: 'undrawn', id, message })))
  const cause = new RangeError('The board or the context of its canvas is missing.')
  expect(logged.mock.calls).toEqual([[cause], [cause]])
  expect(reportError).not.toHaveBeenCalled()
})

// @vitest-environment jsdom
// Needs its own modules: the reader of formats is prepared once.
import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'

import { wholeBoard } from '../../../machines/previews/board/board-address'
import type { BoardFacts } from '../../../machines/previews/board/board-view.machine'
import { firstNetworkView } from '../../../machines/previews/network/network-address'
import { connectComparison } from '../../../src/workspace/previews/comparison/comparison-machines'
import { connectNetwork } from '../../../src/workspace/previews/machines'
import { askFormats, prepareFormats } from '../../../src/workspace/readers/read-formats'
import { openWorkerConnection } from '../../../src/workspace/readers/worker-connection'

type Sent = { id: number; about: string }

/** A browser's worker that answers when the test triggers it. */
class SilentWorker extends EventTarget {
  static readonly all: SilentWorker[] = []
  readonly sent: Sent[] = []
  isTerminated = false
  constructor() {
    super()
    SilentWorker.all.push(this)
  }
  postMessage(message: Sent) {
    this.sent.push(message)
  }
  answer(about: string, answer: unknown) {
    this.reply(about, { answer })
  }
  refuse(about: string, message: string) {
    this.reply(about, { refused: { message } })
  }
  private reply(about: string, reply: object) {
    const sent = this.sent.findLast((message) => message.about === about)
    this.dispatchEvent(new MessageEvent('message', { data: { id: sent?.id, ...reply } }))
  }
  terminate() {
    this.isTerminated = true
  }
}

const minute = 60_000
const { signal } = new AbortController()

beforeEach(() => {
  SilentWorker.all.length = 0
  vi.stubGlobal('Worker', SilentWorker)
  vi.useFakeTimers()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

type Questions = Record<'first' | 'second' | 'third', { request: object; response: string }>

test('a time-out fails all requests of that worker, and its other timers do not end the next worker', async () => {
  const { ask } = openWorkerConnection<Questions>('/worker.js')
  const outcomes = Promise.allSettled([ask('first', {}, signal), ask('second', {}, signal)])
  vi.advanceTimersByTime(minute - 1)
  const [first] = SilentWorker.all
  const third = ask('third', {}, signal)
  expect(SilentWorker.all).toEqual([first])
  vi.advanceTimersByTime(1)
  const timedOut = expect.objectContaining({ name: 'ReaderTimeout' })
  await expect(outcomes).resolves.toEqual([
    { status: 'rejected', reason: timedOut },
    { status: 'rejected', reason: timedOut },
  ])
  await expect(third).rejects.toEqual(timedOut)
  expect(first?.isTerminated).toBe(true)
  const again = ask('first', {}, signal)
  const [, second] = SilentWorker.all
  // The third request's own minute would have ended here.
  vi.advanceTimersByTime(minute - 1)
  expect(second?.isTerminated).toBe(false)
  second?.answer('first', 'an answer')
  await expect(again).resolves.toBe('an answer')
})

test('when a worker is closed, its requests fail at once, and no loss is reported', async () => {
  const onLost = vi.fn()
  const { ask, close } = openWorkerConnection<Questions>('/worker.js', onLost)
  const open = ask('first', {}, signal)
  vi.advanceTimersByTime(minute / 2)
  close()
  await expect(open).rejects.toMatchObject({ name: 'LostReader' })
  const next = ask('second', {}, signal)
  vi.advanceTimersByTime(minute / 2)
  expect(onLost).not.toHaveBeenCalled()
  expect(SilentWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, false])
  SilentWorker.all[1]?.answer('second', 'an answer')
  await expect(next).resolves.toBe('an answer')
})

test('a worker that is started ahead takes the first request, and one whose script did not load is replaced', async () => {
  const { start, ask, close } = openWorkerConnection<Questions>('/worker.js')
  start()
  start()
  const [first] = SilentWorker.all
  expect(SilentWorker.all).toEqual([first])
  first?.dispatchEvent(new Event('error'))
  expect(first?.isTerminated).toBe(true)
  start()
  const [, second] = SilentWorker.all
  const answer = ask('first', {}, signal)
  expect(SilentWorker.all).toEqual([first, second])
  second?.answer('first', 'an answer')
  await expect(answer).resolves.toBe('an answer')
  close()
  const missing = ask('second', {}, signal)
  SilentWorker.all[2]?.dispatchEvent(new Event('error'))
  await expect(missing).rejects.toThrow('The file reader did not start.')
  expect(SilentWorker.all[2]?.isTerminated).toBe(true)
})

test.each([
  ['an error', new ErrorEvent('error', { message: 'out of memory' })],
  ['an event without details after it has replied', new Event('error')],
  ['a reply that cannot be received', new MessageEvent('messageerror')],
])('a worker that ends with %s fails all its requests, and the next request starts another one', async (_, event) => {
  const onLost = vi.fn()
  const { ask, close } = openWorkerConnection<Questions>('/worker.js', onLost)
  const answered = ask('first', {}, signal)
  SilentWorker.all[0]?.answer('first', 'an answer')
  await answered
  const outcomes = Promise.allSettled([ask('second', {}, signal), ask('third', {}, signal)])
  SilentWorker.all[0]?.dispatchEvent(event)
  const lost = expect.objectContaining({ name: 'LostReader', message: expect.stringContaining('stopped') as string })
  await expect(outcomes).resolves.toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ])
  expect(onLost).toHaveBeenCalledExactlyOnceWith(lost)
  expect(SilentWorker.all[0]?.isTerminated).toBe(true)
  const again = ask('second', {}, signal)
  SilentWorker.all[1]?.answer('second', 'another answer')
  await expect(again).resolves.toBe('another answer')
  close()
  expect(vi.getTimerCount()).toBe(0)
})

test('a worker for the next file is started once, and terminated after a minute without a file', async () => {
  const file = { name: 'a.kicad_pcb', content: new Blob() }
  prepareFormats()
  prepareFormats()
  const [taken] = SilentWorker.all
  vi.advanceTimersByTime(minute - 1)
  const answer = askFormats('board', { file }, signal)
  vi.advanceTimersByTime(1)
  expect(SilentWorker.all).toEqual([taken])
  expect(taken?.isTerminated).toBe(false)
  taken?.answer('board', 'an answer')
  await expect(answer).resolves.toBe('an answer')
  expect(taken?.isTerminated).toBe(true)

  prepareFormats()
  const [, unused] = SilentWorker.all
  vi.advanceTimersByTime(minute)
  expect(unused?.isTerminated).toBe(true)
  const next = askFormats('board', { file }, signal)
  expect(SilentWorker.all).toHaveLength(3)
  SilentWorker.all[2]?.answer('board', 'an answer')
  await expect(next).resolves.toBe('an answer')
})

test('the analysis reads the network again after its worker was lost, but not after a refusal', async () => {
  const { plot, analysis, close } = connectNetwork('a.s2p', new Blob())
  const plotActor = createActor(plot, { input: firstNetworkView })
  const analyzing = createActor(analysis, { input: { ...firstNetworkView, tab: 'checks', plotActor } }).start()
  const requests = (worker: number) => SilentWorker.all[worker]?.sent.map(({ about }) => about)
  await vi.waitFor(() => expect(requests(0)).toEqual(['checks']))
  SilentWorker.all[0]?.refuse('checks', 'No ports.')
  await waitFor(analyzing, (state) => state.matches('refused'))
  analyzing.send({ type: 'tab.chosen', tab: 'eye' })
  await vi.waitFor(() => expect(requests(0)).toEqual(['checks', 'eye']))
  vi.advanceTimersByTime(minute)
  await waitFor(analyzing, (state) => state.matches('failed'))
  analyzing.send({ type: 'analysis.retry' })
  await vi.waitFor(() => expect(requests(1)).toEqual(['network']))
  SilentWorker.all[1]?.answer('network', {})
  await vi.waitFor(() => expect(requests(1)).toEqual(['network', 'eye']))
  // The worker ends while no request is waiting, and then during one.
  SilentWorker.all[1]?.answer('eye', {})
  await waitFor(analyzing, (state) => state.matches('shown'))
  SilentWorker.all[1]?.dispatchEvent(new ErrorEvent('error'))
  analyzing.send({ type: 'tab.chosen', tab: 'checks' })
  await vi.waitFor(() => expect(requests(2)).toEqual(['network']))
  SilentWorker.all[2]?.answer('network', {})
  await vi.waitFor(() => expect(requests(2)).toEqual(['network', 'checks']))
  SilentWorker.all[2]?.dispatchEvent(new ErrorEvent('error'))
  await waitFor(analyzing, (state) => state.matches('failed'))
  analyzing.stop()
  close()
})

test('a network whose first reading was lost is read once on a retry', async () => {
  const { plot, close } = connectNetwork('a.s2p', new Blob())
  const requests = (worker: number) => SilentWorker.all[worker]?.sent.map(({ about }) => about)
  const lost = createActor(plot, { input: firstNetworkView }).start()
  await vi.waitFor(() => expect(requests(0)).toEqual(['network']))
  SilentWorker.all[0]?.dispatchEvent(new ErrorEvent('error'))
  await waitFor(lost, (state) => state.matches('unreadable'))
  const again = createActor(plot, { input: firstNetworkView }).start()
  await vi.waitFor(() => expect(requests(1)).toEqual(['network']))
  const frequencies = Float64Array.of(1e9, 2e9)
  const nothing = { modes: null, impedances: null, remarks: [], noise: [], pairs: null, lines: [], refused: null }
  const facts = { format: 'Touchstone 1', parameter: 'S', ports: 2, frequencies, references: [50, 50], ...nothing }
  SilentWorker.all[1]?.answer('network', facts)
  await waitFor(again, (state) => state.matches('known'))
  expect(requests(1)).toEqual(['network', 'curves'])
  again.stop()
  close()
})

test('boards that can no longer be drawn on top of each other are compared again on request', async () => {
  const file = { id: 'a', name: 'a.kicad_pcb', pinnedIn: null }
  const { openComparison } = connectComparison({ readFile: async () => new Blob() } as never)
  const session = openComparison(file, { ...file, id: 'b' })
  const facts = { bounds: { left: 0, top: 0, right: 1, bottom: 1 }, copper: [], nets: [] } as unknown as BoardFacts
  const board = createActor(session.boardOf(facts), { input: { highlighted: [], addressed: wholeBoard } }).start()
  session.onLost((reason) => board.send({ type: 'drawing.failed', reason }))
  await waitFor(board, (state) => state.matches('shown'))
  session.mix({ before: '#000', after: '#fff', share: 0.5, blend: 'screen' })
  const shown = vi.fn()
  session.draw({} as never, shown)
  const [first] = SilentWorker.all
  expect(first?.sent.map(({ about }) => about)).toEqual(['draw'])
  first?.refuse('draw', 'The browser cannot draw the boards.')
  await waitFor(board, (state) => state.matches('failed'))
  expect(board.getSnapshot().context.drawingFailure).toBe('The browser cannot draw the boards.')
  board.send({ type: 'drawing.retry' })
  await waitFor(board, (state) => state.matches('shown'))
  first?.dispatchEvent(new ErrorEvent('error'))
  expect(board.getSnapshot().context.drawingFailure).toMatch(/^The file reader stopped/)
  board.send({ type: 'drawing.retry' })
  await vi.waitFor(() => expect(SilentWorker.all[1]?.sent.map(({ about }) => about)).toEqual(['compare']))
  SilentWorker.all[1]?.answer('compare', {})
  await waitFor(board, (state) => state.matches('shown'))
  expect(shown).not.toHaveBeenCalled()
  board.stop()
  session.close()
})

test('boards whose comparison fails on a retry are compared again on the next one', async () => {
  const file = { id: 'a', name: 'a.kicad_pcb', pinnedIn: null }
  const { openComparison } = connectComparison({ readFile: async () => new Blob() } as never)
  const session = openComparison(file, { ...file, id: 'b' })
  const facts = { bounds: { left: 0, top: 0, right: 1, bottom: 1 }, copper: [], nets: [] } as unknown as BoardFacts
  const board = createActor(session.boardOf(facts), { input: { highlighted: [], addressed: wholeBoard } }).start()
  session.onLost((reason) => board.send({ type: 'drawing.failed', reason }))
  await waitFor(board, (state) => state.matches('shown'))
  session.mix({ before: '#000', after: '#fff', share: 0.5, blend: 'screen' })
  session.draw({} as never, vi.fn())
  SilentWorker.all[0]?.dispatchEvent(new ErrorEvent('error'))
  const compared = (worker: number) => SilentWorker.all[worker]?.sent.filter(({ about }) => about === 'compare').length
  board.send({ type: 'drawing.retry' })
  await vi.waitFor(() => expect(compared(1)).toBe(1))
  SilentWorker.all[1]?.refuse('compare', 'The files could not be compared.')
  await waitFor(board, (state) => state.matches('failed'))
  board.send({ type: 'drawing.retry' })
  await vi.waitFor(() => expect(compared(1)).toBe(2))
  SilentWorker.all[1]?.answer('compare', {})
  await waitFor(board, (state) => state.matches('shown'))
  board.stop()
  session.close()
})

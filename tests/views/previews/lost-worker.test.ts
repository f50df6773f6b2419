// @vitest-environment jsdom
// Needs its own modules: the reader of formats is prepared once.
import { beforeEach, expect, test, vi } from 'vitest'
import { createActor, waitFor } from 'xstate'

import { firstNetworkView } from '../../../machines/previews/network/network-address'
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

test('a worker that is started ahead takes the first request, and one whose script did not load is replaced', async () => {
  const { start, ask } = openWorkerConnection<Questions>('/worker.js')
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
  const lost = ask('second', {}, signal)
  second?.dispatchEvent(new Event('error'))
  await expect(lost).rejects.toThrow('The file reader did not start.')
  expect(second?.isTerminated).toBe(false)
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

test('the analysis reads the network again after a time-out, but not after a refusal', async () => {
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
  analyzing.stop()
  close()
})

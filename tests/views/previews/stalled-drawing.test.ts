// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest'

import type { FabricationReply } from '../../../src/formats/gerber/fabrication.worker'
import { drawFabrication } from '../../../src/workspace/previews/gerber/draw-fabrication'

/** A browser's worker that replies when the test triggers it. */
class DrawingWorker extends EventTarget {
  static readonly all: DrawingWorker[] = []
  readonly sent: unknown[] = []
  isTerminated = false
  constructor() {
    super()
    DrawingWorker.all.push(this)
  }
  postMessage(message: unknown) {
    this.sent.push(message)
  }
  reply(data: FabricationReply) {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate() {
    this.isTerminated = true
  }
}

const limit = 30_000
const files = [{ name: 'set.zip', content: new Blob(['x']) }]

beforeEach(() => {
  DrawingWorker.all.length = 0
  vi.stubGlobal('Worker', DrawingWorker)
  vi.useFakeTimers()
  return () => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  }
})

function draw() {
  const abort = new AbortController()
  const fractions: number[] = []
  const drawn = drawFabrication(files, { signal: abort.signal, onProgress: (fraction) => fractions.push(fraction) })
  // A rejection is examined only later.
  drawn.catch(() => {})
  const worker = DrawingWorker.all.at(-1)
  if (!worker) throw new Error('No worker was started.')
  return { drawn, worker, fractions, abort }
}

describe('drawing a fabrication set', () => {
  test('is ended if the worker makes no progress for 30 seconds', async () => {
    const { drawn, worker } = draw()
    expect(worker.sent).toEqual([{ files }])
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(worker.isTerminated).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await expect(drawn).rejects.toThrow('drawing made no progress for 30 seconds')
    expect(worker.isTerminated).toBe(true)
  })

  test('goes on for as long as there is progress, and is ended 30 seconds after the last', async () => {
    const { drawn, worker, fractions } = draw()
    for (const progress of [0.1, 0.2, 0.3]) {
      await vi.advanceTimersByTimeAsync(limit - 1)
      worker.reply({ progress })
    }
    expect(fractions).toEqual([0.1, 0.2, 0.3])
    await vi.advanceTimersByTimeAsync(limit - 1)
    expect(worker.isTerminated).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await expect(drawn).rejects.toThrow('drawing made no progress for 30 seconds')
    expect(worker.isTerminated).toBe(true)
  })

  test('that is done, refused, failed or canceled ends its worker and leaves no timer', async () => {
    const set = { boards: [], failures: [] }
    const done = draw()
    done.worker.reply({ set })
    await expect(done.drawn).resolves.toEqual(set)

    const refused = draw()
    refused.worker.reply({ refused: 'The zip is damaged.' })
    await expect(refused.drawn).rejects.toThrow('The zip is damaged.')

    const failed = draw()
    failed.worker.dispatchEvent(new Event('error'))
    await expect(failed.drawn).rejects.toThrow('the files could not be drawn')

    const unreceived = draw()
    unreceived.worker.dispatchEvent(new MessageEvent('messageerror'))
    await expect(unreceived.drawn).rejects.toThrow('the files could not be drawn')

    const canceled = draw()
    canceled.abort.abort(new Error('The preview was closed.'))
    await expect(canceled.drawn).rejects.toThrow('The preview was closed.')

    expect(DrawingWorker.all.map(({ isTerminated }) => isTerminated)).toEqual([true, true, true, true, true])
    expect(vi.getTimerCount()).toBe(0)
  })

  test('of more than 64 MB is refused without a worker', async () => {
    const large = new Blob()
    Object.defineProperty(large, 'size', { value: 64 * 1_048_576 + 1 })
    const listeners = { signal: new AbortController().signal, onProgress: () => {} }
    await expect(drawFabrication([{ name: 'set.zip', content: large }], listeners)).rejects.toThrow('larger than 64 MB')
    expect(DrawingWorker.all).toEqual([])
  })
})

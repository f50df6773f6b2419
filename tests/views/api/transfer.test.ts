import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { MB } from '../../../machines/lib/file-size'
import { receiveBody } from '../../../src/api/transfer'

test('a download that is larger than what is buffered in memory contains each byte once, in order', async () => {
  const chunks = [1, 2, 3].map((value) => new Uint8Array(9 * MB).fill(value))
  const progress: number[] = []
  const received = await receiveBody({
    body: new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk)
        controller.close()
      },
    }),
    onProgress: (bytes) => progress.push(bytes),
    signal: new AbortController().signal,
    stallTimeoutMs: 60_000,
  })
  expect(progress).toEqual([9 * MB, 18 * MB, 27 * MB])
  const bytes = new Uint8Array(await received.arrayBuffer())
  expect(bytes.length).toBe(27 * MB)
  const changes = [0]
  for (let at = 1; at < bytes.length; at++) if (bytes[at] !== bytes[at - 1]) changes.push(at)
  expect(changes.map((at) => [at, bytes[at]])).toEqual([
    [0, 1],
    [9 * MB, 2],
    [18 * MB, 3],
  ])
})

test('a download that was stopped before its first byte was read ends at once', async () => {
  let isCancelled = false
  const receiving = receiveBody({
    body: new ReadableStream({
      start: (controller) => controller.enqueue(new Uint8Array(10)),
      cancel: () => {
        isCancelled = true
      },
    }),
    onProgress: () => {},
    signal: AbortSignal.abort('the page was left'),
    stallTimeoutMs: 60_000,
  })
  await expect(receiving).rejects.toBe('the page was left')
  expect(isCancelled).toBe(true)
})

describe('a download', () => {
  let source: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>>
  let cancels: number
  let progress: number[]
  let leaving: AbortController
  beforeEach(() => {
    vi.useFakeTimers()
    cancels = 0
    progress = []
    leaving = new AbortController()
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  const receive = () =>
    receiveBody({
      body: new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: (controller) => void (source = controller),
        cancel: () => void cancels++,
      }),
      ...{ onProgress: (bytes) => progress.push(bytes), signal: leaving.signal, stallTimeoutMs: 50_000 },
    })

  test('without a body is empty', async () => {
    const rest = { onProgress: () => {}, signal: leaving.signal, stallTimeoutMs: 50_000 }
    expect((await receiveBody({ body: null, ...rest })).size).toBe(0)
  })

  test('ends after 50 s without progress, counted from the last progress', async () => {
    const received = receive().catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(49_999)
    source.enqueue(new Uint8Array(3))
    await vi.advanceTimersByTimeAsync(49_999)
    expect([progress, cancels]).toEqual([[3], 0])
    await vi.advanceTimersByTimeAsync(1)
    expect(cancels).toBe(1)
    expect(await received).toMatchObject({ status: 0, message: 'the transfer stopped making progress' })
  })

  test('ends when its page is left', async () => {
    const received = receive()
    leaving.abort('the page was left')
    expect(cancels).toBe(1)
    await expect(received).rejects.toBe('the page was left')
  })

  test('that breaks has the status 0 and its cause', async () => {
    const received = receive().catch((error: unknown) => error)
    source.error('broken')
    expect(await received).toMatchObject({ status: 0, cause: 'broken' })
    expect(vi.getTimerCount()).toBe(0)
  })

  test('that is complete waits for nothing', async () => {
    const stopped = vi.spyOn(leaving.signal, 'removeEventListener')
    const received = receive()
    source.close()
    expect((await received).size).toBe(0)
    expect(vi.getTimerCount()).toBe(0)
    expect(stopped).toHaveBeenCalledWith('abort', expect.any(Function))
  })

  test('moves out of memory every 16 MB', async () => {
    const sizes: number[] = []
    vi.stubGlobal(
      'Blob',
      class extends Blob {
        constructor(parts: BlobPart[] = []) {
          super(parts)
          sizes.push(this.size)
        }
      },
    )
    const received = receive()
    const [most, last] = [new Uint8Array(16 * MB - 1), new Uint8Array(1)]
    for (const chunk of [most, last, most, last, last]) source.enqueue(chunk)
    source.close()
    await received
    expect(sizes).toEqual([16 * MB, 16 * MB, 32 * MB + 1])
  })
})

import { expect, test } from 'vitest'

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

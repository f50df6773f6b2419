import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'

import { largeIpc2581 } from '../../bench/large-ipc2581'
import type { ReadBoard } from './read-ipc2581'

/** Workers do not inherit the TypeScript loader, so register it. */
const entry = `import('tsx/esm/api').then(({ register }) => (register(), import(${JSON.stringify(
  new URL('read-ipc2581.ts', import.meta.url).href,
)})))`

test('an IPC-2581 file of 56 MB is read with a heap smaller than the file, without a tree of its elements', {
  timeout: 300_000,
}, async () => {
  const { bytes, tracks, nets } = largeIpc2581({ nets: 4000, megabytes: 56 })
  expect(bytes.length / 1_048_576).toBeGreaterThan(56)
  const resourceLimits = { maxOldGenerationSizeMb: 48 }
  const worker = new Worker(entry, { eval: true, resourceLimits, workerData: bytes })
  // Fails with the error of a worker that exceeds its limit.
  const [board] = (await once(worker, 'message')) as [ReadBoard]
  await worker.terminate()
  const last = tracks - 1
  expect(board).toEqual({
    tracks,
    nets,
    copper: ['TOP', 'INNER1', 'INNER2', 'BOTTOM'],
    last: [(last % 300) + 0.125, -((last % 200) + 0.375), (last % 299) + 0.625, -((last % 199) + 0.875)],
  })
})

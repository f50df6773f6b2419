import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createUploadLocks, type UploadLocks } from '../../../server/transfers/upload-lock-on-node'

let locks: UploadLocks
let events: string[]
beforeEach(() => {
  vi.useFakeTimers()
  // No other node holds a lock on these uploads.
  locks = createUploadLocks({ acquire: () => Promise.resolve(null) })
  events = []
})
afterEach(() => vi.useRealTimers())

/** A call that runs until `end` is called, or until it is notified that another call is taking over. */
function longCall(name: string, uploadId = 'a') {
  let end = () => {}
  const result = locks.hold(uploadId, async ({ takenOver }) => {
    events.push(`${name} starts`)
    await new Promise<void>((resolve) => {
      end = resolve
      if (takenOver.aborted) resolve()
      takenOver.addEventListener('abort', () => resolve())
    })
    events.push(`${name} ends`)
    return name
  })
  return { result, end: () => end() }
}

describe('of two calls for one upload', () => {
  test('the later one starts when the earlier one has ended', async () => {
    const first = longCall('first')
    await vi.advanceTimersByTimeAsync(0)
    const second = longCall('second')
    await vi.advanceTimersByTimeAsync(499)
    expect(events).toEqual(['first starts'])
    first.end()
    expect(await first.result).toBe('first')
    await vi.advanceTimersByTimeAsync(0)
    expect(events).toEqual(['first starts', 'first ends', 'second starts'])
    second.end()
    expect(await second.result).toBe('second')
  })

  test('the earlier one is asked to end after half a second', async () => {
    const first = longCall('first')
    const second = longCall('second')
    await vi.advanceTimersByTimeAsync(500)
    expect(events).toEqual(['first starts', 'first ends', 'second starts'])
    second.end()
    expect(await Promise.all([first.result, second.result])).toEqual(['first', 'second'])
  })

  test('a failure of the earlier one does not affect the later one', async () => {
    const failing = locks.hold('a', () => Promise.reject(new Error('broken')))
    const second = locks.hold('a', () => Promise.resolve('second'))
    await expect(failing).rejects.toThrow('broken')
    expect(await second).toBe('second')
  })
})

test('several calls for one upload run one after the other, and the last one runs to its end', async () => {
  longCall('first')
  longCall('second')
  const third = longCall('third')
  await vi.advanceTimersByTimeAsync(10_000)
  expect(events).toEqual(['first starts', 'first ends', 'second starts', 'second ends', 'third starts'])
  third.end()
  expect(await third.result).toBe('third')
})

test('a call without a successor is never asked to end, even after others were', async () => {
  const first = longCall('first')
  longCall('second').result.then(
    () => events.push('second is through'),
    () => undefined,
  )
  first.end()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events).toEqual(['first starts', 'first ends', 'second starts'])
})

test('calls for different uploads do not wait for each other', async () => {
  longCall('first', 'a')
  longCall('second', 'b')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(events).toEqual(['first starts', 'second starts'])
})

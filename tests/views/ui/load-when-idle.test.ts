// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { loadWhenIdle } from '../../../src/ui/loading/load-when-idle'

beforeEach(() => {
  vi.stubGlobal('requestIdleCallback', (done: () => void) => setTimeout(done, 0))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Three parts, of which the second fails the given number of times, and the numbers of the requested parts. */
function parts({ failures = 0 } = {}) {
  const asked: number[] = []
  const part = (n: number) => async () => {
    asked.push(n)
    if (n === 2 && failures-- > 0) throw new TypeError('Failed to fetch dynamically imported module')
  }
  return { asked, list: [part(1), part(2), part(3)] }
}

const connect = (isOnline: boolean) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
  if (isOnline) dispatchEvent(new Event('online'))
}

/** Waits for everything that can happen without a change in the connection. */
const settle = async () => {
  for (let n = 0; n < 20; n++) await new Promise((resolve) => setTimeout(resolve, 0))
}

test('without a connection nothing is loaded until it returns', async () => {
  connect(false)
  const { asked, list } = parts()
  loadWhenIdle(list)
  await settle()
  expect(asked).toEqual([])
  connect(true)
  await vi.waitFor(() => expect(asked).toEqual([1, 2, 3]))
})

test('after a failure, the rest is loaded when the connection returns', async () => {
  const { asked, list } = parts({ failures: 1 })
  loadWhenIdle(list)
  await settle()
  expect(asked).toEqual([1, 2])
  connect(true)
  await vi.waitFor(() => expect(asked).toEqual([1, 2, 3]))
})

test('nothing is loaded once it was stopped, also while there is no connection', async () => {
  connect(false)
  const { asked, list } = parts()
  const stop = loadWhenIdle(list)
  await settle()
  stop()
  connect(true)
  await settle()
  expect(asked).toEqual([])
})

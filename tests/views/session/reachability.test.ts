// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { isReachable } from '../../../src/session/reachability'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const address = 'https://id.example/realms/pcb'

test('a server that responds is reachable; its response is neither read nor cached', async () => {
  const fetched = vi.fn(async (_address: string, _options: RequestInit) => new Response('', { status: 500 }))
  vi.stubGlobal('fetch', fetched)
  expect(await isReachable(address)).toBe(true)
  expect(fetched.mock.calls).toEqual([[address, expect.objectContaining({ mode: 'no-cors', cache: 'no-store' })]])
})

test('a server without a connection is not reachable', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await isReachable(address)).toBe(false)
})

test.each([
  ['TimeoutError', true],
  ['AbortError', false],
])('a server whose response ends with %s after ten seconds is reachable: %s', async (name, isThere) => {
  const stop = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(stop.signal)
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
  )
  const answer = isReachable(address)
  expect(timeout.mock.calls).toEqual([[10_000]])
  stop.abort(new DOMException('The request has ended.', name))
  expect(await answer).toBe(isThere)
})

/** The calls for the stream of changes. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { changeCalls, type StreamError } from '../../../src/api/changes'
import type { StreamEvent } from '../../../src/api/event-stream'

const { signal } = new AbortController()
const accessToken = vi.fn<(minValidity?: number, signal?: AbortSignal) => Promise<string | undefined>>()
const onUnauthorized = vi.fn()
const fetched = vi.fn<(address: string, options: RequestInit) => Promise<Response>>()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
  accessToken.mockReset().mockResolvedValue('a-token')
  onUnauthorized.mockReset()
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const changes = changeCalls({ base: '/api/v1', accessToken, tabId: 't1', latestId: () => '7', onUnauthorized })
const load = (lastId: string | null = null) => changes.load({ lastId, signal })
const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => {
      const { status, retryAfterMs } = error as StreamError
      return { status, retryAfterMs }
    },
  )
const event = (data: string): StreamEvent => ({ id: null, name: 'message', data })

test('changes since the page was opened are requested by their age in whole seconds', async () => {
  vi.advanceTimersByTime(1001)
  fetched.mockResolvedValue(new Response('data: a\n\ndata: b\n\n'))
  expect(await load()).toEqual([event('a'), event('b')])
  expect(fetched.mock.calls).toEqual([
    ['/api/v1/changes?once=true&age=2', { headers: { authorization: 'Bearer a-token' }, cache: 'no-store', signal }],
  ])
  expect(accessToken.mock.calls).toEqual([[undefined, signal]])
})

test.each([
  [86_400, 86_400],
  [86_401, 86_400],
])('of a page that is %i s old, changes of %i s are requested', async (seconds, age) => {
  vi.advanceTimersByTime(seconds * 1000)
  fetched.mockResolvedValue(new Response(''))
  await load()
  expect(fetched.mock.calls[0]?.[0]).toBe(`/api/v1/changes?once=true&age=${age}`)
})

test('changes after a position are requested without an age', async () => {
  fetched.mockResolvedValue(new Response(''))
  accessToken.mockResolvedValue(undefined)
  await load('7-1')
  expect(fetched.mock.calls).toEqual([
    ['/api/v1/changes?once=true', { headers: { 'last-event-id': '7-1' }, cache: 'no-store', signal }],
  ])
})

test('the stream passes on each chunk, also a heartbeat', async () => {
  const chunks = ['data: a\n\n', ':\n\n', 'data: b\n\n']
  const start = (controller: ReadableStreamDefaultController) => {
    for (const text of chunks) controller.enqueue(new TextEncoder().encode(text))
    controller.close()
  }
  fetched.mockResolvedValue(new Response(new ReadableStream({ start })))
  const received: StreamEvent[][] = []
  await changes.follow({ lastId: '7', signal, onEvents: (events) => received.push(events) })
  expect(received).toEqual([[event('a')], [], [event('b')]])
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/v1/changes?')
})

test.each([
  ['7', 7000],
  ['soon', 0],
  [null, 0],
])('a failed call with the pause %s is repeated after %i ms, and its body is not read', async (pause, retryAfterMs) => {
  const cancel = vi.fn()
  const headers = new Headers(pause === null ? {} : { 'retry-after': pause })
  fetched.mockResolvedValue(new Response(new ReadableStream({ cancel }), { status: 503, headers }))
  expect(await failure(load())).toEqual({ status: 503, retryAfterMs })
  expect(cancel).toHaveBeenCalledOnce()
})

test('a success without content is a failed call', async () => {
  fetched.mockResolvedValue(new Response(null, { status: 204 }))
  expect(await failure(load())).toEqual({ status: 204, retryAfterMs: 0 })
})

test('a call without a response fails with the status 0', async () => {
  fetched.mockRejectedValue(new TypeError('offline'))
  expect(await failure(load())).toEqual({ status: 0, retryAfterMs: 0 })
})

test('a stream that breaks fails with the status 0', async () => {
  fetched.mockResolvedValue(
    new Response(new ReadableStream({ start: (controller) => controller.error(new Error('broken')) })),
  )
  expect(await failure(load())).toEqual({ status: 0, retryAfterMs: 0 })
})

test.each([
  [401, 'Bearer error_description="data deleted"', [[true]]],
  [401, 'Bearer error="invalid_token"', []],
  [402, 'Bearer error_description="data deleted"', []],
])('the status %i with %s signs out only if the data was deleted', async (status, challenge, signedOut) => {
  fetched.mockResolvedValue(new Response('', { status, headers: { 'www-authenticate': challenge } }))
  expect(await failure(load())).toEqual({ status, retryAfterMs: 0 })
  expect(onUnauthorized.mock.calls).toEqual(signedOut)
})

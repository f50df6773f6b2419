// @vitest-environment jsdom
/** What the browser is told about a call, besides its path and its body. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { createProductApi } from '../../../src/api/product'

const never = new AbortController().signal
const user = { uid: 'u1', uname: 'user', uemail: null }
const create = () =>
  createProductApi({
    bases: { base: 'http://api.example/api', v1: 'http://api.example/api/v1' },
    accessToken: async () => undefined,
    onUnauthorized: () => {},
  })

let api: ReturnType<typeof create>
let requests: Request[] = []
let answer: () => Response
beforeEach(() => {
  requests = []
  answer = () => Response.json({ id: 'r1', url: 'http://pay.example', draft: null })
  vi.stubGlobal('fetch', async (request: Request) => {
    requests.push(request)
    return answer()
  })
  // The client keeps the `fetch` that exists when the client is created.
  api = create()
})
afterEach(() => void vi.unstubAllGlobals())

describe('an order', () => {
  const order = { project_id: 'p1', layout_file_id: 'f1', si: [], pi: [], total: 0 } as never
  const headers = async (seen: { turnaround: number | null; taxCents: number }) => {
    await (await api.orders()).startCheckout(order, seen, 'key-1', never)
    return ['idempotency-key', 'turnaround-days', 'tax-cents'].map((name) => requests[0]?.headers.get(name))
  }

  test('says which turnaround and which tax the user has seen', async () => {
    expect(await headers({ turnaround: 5, taxCents: 19_000 })).toEqual(['key-1', '5', '19000'])
  })

  test('says nothing about what the user has not seen', async () => {
    expect(await headers({ turnaround: null, taxCents: 0 })).toEqual(['key-1', null, null])
  })
})

describe('a draft', () => {
  const version = (length: number) => ({ stamp: 's1', sent_as: null, content: { purchaseOrder: 'x'.repeat(length) } })
  const save = async (length: number) => {
    await (await api.orders()).saveRequestDraft('p1', null, version(length), never)
    return requests[0]?.keepalive
  }

  test('is saved even if the page is closed in the meantime', async () => {
    expect(await save(1000)).toBe(true)
  })

  // Browsers refuse calls that outlive their page if the body is above 64 KB
  // (https://fetch.spec.whatwg.org/#http-network-or-cache-fetch).
  test.each([21_500, 65_536])(
    'of %i characters, which can be too large for that, is saved like any other call',
    async (length) => {
      expect(await save(length)).toBe(false)
    },
  )

  test('is deleted even if the page is closed in the meantime', async () => {
    await (await api.orders()).deleteRequestDraft('p1', 's1', never)
    expect([requests[0]?.keepalive, requests[0]?.headers.get('if-match')]).toEqual([true, '"s1"'])
  })
})

test.each([
  ['activity', async (signal: AbortSignal) => (await api.history()).exportActivity('p1', signal)],
  ['data', async (signal: AbortSignal) => (await api.people()).exportMe({ signal, onProgress: () => {} })],
  ['inputs', (signal: AbortSignal) => api.exportInputs(user, 'csv', 'p1', { signal, onProgress: () => {} })],
  [
    'file of a request',
    async (signal: AbortSignal) =>
      (await api.orders()).downloadRequestFile('r1', 'f1', { signal, onProgress: () => {} }),
  ],
  ['file', (signal: AbortSignal) => api.downloadFile('f1', { signal, onProgress: () => {} })],
])('the download of %s ends when its page is left, and nothing is saved', async (_, download) => {
  const leaving = new AbortController()
  let isCancelled = false
  answer = () =>
    new Response(
      new ReadableStream({
        start: (content) => content.enqueue(new TextEncoder().encode('the beginning')),
        cancel: () => {
          isCancelled = true
        },
      }),
    )
  const saved = download(leaving.signal).then(
    () => 'saved',
    () => 'not saved',
  )
  await vi.waitFor(() => expect(requests).toHaveLength(1))
  // Wait until the first part has been received.
  await new Promise((resolve) => setTimeout(resolve))
  leaving.abort()
  expect(requests[0]?.signal.aborted).toBe(true)
  expect(await saved).toBe('not saved')
  expect(isCancelled).toBe(true)
})

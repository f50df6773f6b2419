// @vitest-environment jsdom
/** Uploads in one call, with a browser's XMLHttpRequest whose events the tests determine. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { sendForm } from '../../../src/api/transfer'
import type { ApiError } from '../../../src/api/unwrap'

/** The handlers that a browser would call, and what was sent. */
class Request {
  status = 0
  responseText = ''
  sent: unknown
  opened: string[] = []
  headers: Record<string, string> = {}
  aborts = 0
  upload: { onprogress?: (event: { loaded: number }) => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  open(...to: string[]) {
    this.opened = to
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(form: unknown) {
    this.sent = form
  }
  abort() {
    this.aborts++
    this.onabort?.()
    this.onloadend?.()
  }
  respond(status: number, responseText: string) {
    Object.assign(this, { status, responseText })
    this.onload?.()
    this.onloadend?.()
  }
}

let request: Request
let leaving: AbortController
let progress: number[]
let refusals: number
beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', function open() {
    request = new Request()
    return request
  })
  vi.useFakeTimers()
  leaving = new AbortController()
  progress = []
  refusals = 0
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const form = new FormData()
/** Resolves with the answer, or with the status, message and field errors of the failure. */
const send = (token?: string) =>
  sendForm({
    ...{ url: 'https://api.example/files', form, size: 10, token, tabId: 't1' },
    ...{ onProgress: (sent) => progress.push(sent), onUnauthorized: () => refusals++ },
    ...{ signal: leaving.signal, stallTimeoutMs: 50_000 },
  }).catch((error: unknown) => {
    const { status, message, errors } = error as ApiError
    return [status, message, errors]
  })

test('a form is posted with the token and the id of the tab', async () => {
  const sent = send('a-token')
  expect(request.opened).toEqual(['POST', 'https://api.example/files'])
  expect(request.headers).toEqual({ Authorization: 'Bearer a-token', 'Tab-Id': 't1' })
  expect(request.sent).toBe(form)
  request.respond(200, '[]')
  await sent
})

test('a form is posted without a token if there is none', async () => {
  const sent = send()
  expect(request.headers).toEqual({ 'Tab-Id': 't1' })
  request.respond(200, '[]')
  await sent
})

test('the progress never exceeds the size of the files', async () => {
  const sent = send()
  for (const loaded of [4, 10, 300]) request.upload.onprogress?.({ loaded })
  expect(progress).toEqual([4, 10, 10])
  request.respond(200, '[]')
  await sent
})

test.each([200, 201, 299])('the status %i is a success', async (status) => {
  const sent = send()
  request.respond(status, '[{"id":"f1"}]')
  expect(await sent).toEqual([{ id: 'f1' }])
  expect(refusals).toBe(0)
})

test('a success without JSON has no answer', async () => {
  const sent = send()
  request.respond(200, '')
  expect(await sent).toBeUndefined()
})

test.each([199, 300, 400, 402, 413])('the status %i is a failure with the server’s message', async (status) => {
  const sent = send()
  request.respond(status, '{"message":"No.","errors":[{"field":"files","message":"Too large."}]}')
  expect(await sent).toEqual([status, 'No.', [{ field: 'files', message: 'Too large.' }]])
  expect(refusals).toBe(0)
})

test('the status 401 notifies the session', async () => {
  const sent = send()
  request.respond(401, '')
  expect(await sent).toEqual([401, '', []])
  expect(refusals).toBe(1)
})

test('a lost connection has the status 0', async () => {
  const sent = send()
  request.onerror?.()
  request.onloadend?.()
  expect(await sent).toEqual([0, '', []])
})

test('leaving ends the upload', async () => {
  const sent = send()
  leaving.abort()
  expect(await sent).toEqual([0, 'the transfer stopped making progress', []])
  expect(request.aborts).toBe(1)
})

test('the upload ends after 50 s without progress, counted from the last progress', async () => {
  const sent = send()
  vi.advanceTimersByTime(49_999)
  request.upload.onprogress?.({ loaded: 4 })
  vi.advanceTimersByTime(49_999)
  expect(request.aborts).toBe(0)
  vi.advanceTimersByTime(1)
  expect(request.aborts).toBe(1)
  expect(await sent).toEqual([0, 'the transfer stopped making progress', []])
})

test('the upload ends after 50 s without any progress', async () => {
  const sent = send()
  vi.advanceTimersByTime(50_000)
  expect(request.aborts).toBe(1)
  request.respond(200, '[]')
  await sent
})

test('nothing is aborted once the upload has ended', async () => {
  const sent = send()
  request.respond(200, '[]')
  await sent
  expect(vi.getTimerCount()).toBe(0)
  leaving.abort()
  expect(request.aborts).toBe(0)
})

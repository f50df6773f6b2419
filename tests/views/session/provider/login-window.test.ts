// @vitest-environment jsdom
/** The login in a window that the page has opened, and the windows that the provider’s response may come from. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { askInFrame, askInWindow } from '../../../../src/session/provider/response-window'
import {
  clearBrowser,
  type FakeProvider,
  fakeProvider,
  isSettled,
  issuer,
  portAt,
  site,
  storedTokens,
  soon,
} from './fake-provider'

const fakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })

let fake: FakeProvider
beforeEach(() => {
  fake = fakeProvider()
})
afterEach(clearBrowser)

const address = 'https://id.example/auth?prompt=none'

/** Replaces the window that the page has opened. */
function loginWindow() {
  const replace = vi.fn((_: string) => {})
  const target = Object.assign(new EventTarget(), { closed: false, location: { replace } })
  const open = vi.spyOn(window, 'open').mockReturnValue(target as never)
  return { target, open, replace }
}

/** A message from a window. jsdom accepts only its own windows as a source. */
function post(source: unknown, data: unknown, origin = location.origin) {
  const message = new MessageEvent('message', { origin, data })
  Object.defineProperty(message, 'source', { value: source })
  dispatchEvent(message)
}

/** Posts a message whose source tells whether anyone reads it. */
function expectIgnored() {
  const message = new MessageEvent('message', { origin: location.origin })
  const read = vi.fn()
  Object.defineProperty(message, 'source', { get: read })
  dispatchEvent(message)
  expect(read).not.toHaveBeenCalled()
}

test('the response is the message of the login window from this site', async () => {
  const { target, open, replace } = loginWindow()
  const response = askInWindow(address, 'login-window')
  expect(open.mock.calls).toEqual([['', 'login-window']])
  expect(replace.mock.calls).toEqual([[address]])
  post(window, 'from another window')
  post(target, 'from another site', 'https://evil.test')
  expect(await isSettled(response)).toBe(false)
  post(target, `${site}/#code=c`)
  expect(await response).toBe(`${site}/#code=c`)
})

test('a login window that is closed ends the login within half a second', async () => {
  fakeTimers()
  const { target } = loginWindow()
  const response = askInWindow(address, 'login-window')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await isSettled(response)).toBe(false)
  target.closed = true
  await vi.advanceTimersByTimeAsync(499)
  expect(await isSettled(response)).toBe(false)
  const failed = expect(response).rejects.toThrow('The login window was closed.')
  await vi.advanceTimersByTimeAsync(1)
  await failed
  expect(vi.getTimerCount()).toBe(0)
})

test('a login window that is not there ends the login in the same way', async () => {
  fakeTimers()
  vi.spyOn(window, 'open').mockReturnValue(null)
  const failed = expect(askInWindow(address, 'login-window')).rejects.toThrow('The login window was closed.')
  await vi.advanceTimersByTimeAsync(500)
  await failed
})

test('after the response, neither the window nor its messages are watched', async () => {
  fakeTimers()
  const { target } = loginWindow()
  const response = askInWindow(address, 'login-window')
  post(target, 'the response')
  await response
  expect(vi.getTimerCount()).toBe(0)
  expectIgnored()
})

test('an iframe whose check has already ended is not added', async () => {
  await expect(askInFrame(address, 10, AbortSignal.abort(new Error('ended')))).rejects.toThrow('ended')
  expect(document.querySelector('iframe')).toBeNull()
})

test('an iframe is removed, with its timer, when its check ends', async () => {
  fakeTimers()
  const stop = new AbortController()
  const response = askInFrame(address, 10, stop.signal)
  expect(document.querySelector('iframe')).toMatchObject({ hidden: true, src: address })
  const failed = expect(response).rejects.toThrow('ended')
  stop.abort(new Error('ended'))
  await failed
  expect(document.querySelector('iframe')).toBeNull()
  expect(vi.getTimerCount()).toBe(0)
})

test('an iframe waits exactly as long as it should', async () => {
  fakeTimers()
  const response = askInFrame(address, 3, new AbortController().signal)
  const failed = expect(response).rejects.toThrow('The provider did not respond.')
  await vi.advanceTimersByTimeAsync(2_999)
  expect(document.querySelector('iframe')).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1)
  await failed
  expect(document.querySelector('iframe')).toBeNull()
})

test('a response ends the wait of an iframe, and a later message of its window is ignored', async () => {
  fakeTimers()
  const response = askInFrame(address, 3, new AbortController().signal)
  const source = document.querySelector('iframe')?.contentWindow
  post(source, 'the response')
  expect(await response).toBe('the response')
  expect(vi.getTimerCount()).toBe(0)
  expectIgnored()
})

test.each(['light', 'dark'])(
  'a login in a window stores its tokens, and has the %s colors of the site',
  async (theme) => {
    document.documentElement.className = theme
    const { target, replace } = loginWindow()
    const { port } = portAt()
    const login = port.logInAt('login-window')
    await vi.waitFor(() => expect(replace).toHaveBeenCalledTimes(1), soon)
    const url = new URL(replace.mock.calls[0]?.[0] ?? '')
    expect(url.origin + url.pathname).toBe(`${issuer}/auth`)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      theme,
      display: 'popup',
      redirect_uri: `${site}/silent-check-sso.html`,
    })
    expect(url.searchParams.has('prompt')).toBe(false)
    fake.nonce = url.searchParams.get('nonce') ?? ''
    post(target, `${site}/silent-check-sso.html#code=c&state=${url.searchParams.get('state')}`)
    expect(await login).toMatchObject({ userId: '1', accessToken: port.accessToken() })
    expect(storedTokens()).toContain('refresh-1')
    document.documentElement.className = ''
  },
)

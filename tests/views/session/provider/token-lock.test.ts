// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { areTokensHeld, holdTokens, mayUseStoredTokens } from '../../../../src/session/provider/token-lock'

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** Replaces the browser's locks, which jsdom lacks. */
const withLocks = (locks: object | undefined) => vi.stubGlobal('navigator', { locks })

/** A browser grants the lock unless another tab holds it. */
const grants = (lock: object | null) => ({
  request: async (_name: string, _options: object, then: (lock: object | null) => unknown) => then(lock),
  query: async () => ({ held: lock ? [] : [{ name: 'tokens-a-tab' }] }),
})
const refuses = {
  request: () => Promise.reject(new DOMException('The document is not active.', 'InvalidStateError')),
  query: () => Promise.reject(new DOMException('Locks are blocked.', 'SecurityError')),
}

test.each([
  ['no other tab holds their lock', grants({}), true, false],
  ['another tab holds their lock', grants(null), false, true],
  ['the browser refuses locks', refuses, false, false],
  ['the browser has no locks', undefined, false, false],
])('stored tokens if %s', async (_, locks, mayUse, areHeld) => {
  sessionStorage.setItem('tokenOwner', 'a-tab')
  withLocks(locks)
  await expect(mayUseStoredTokens()).resolves.toBe(mayUse)
  await expect(areTokensHeld()).resolves.toBe(areHeld)
})

test('a tab marks its tokens with a lock until it is closed, and again if the mark is lost', async () => {
  const held: string[] = []
  let isReleased = false
  withLocks({
    request: (name: string, until: () => Promise<unknown>) => {
      held.push(name)
      return until().finally(() => (isReleased = true))
    },
  })
  holdTokens()
  const owner = sessionStorage.getItem('tokenOwner')
  expect(owner).toMatch(/^[\da-f-]{36}$/)
  expect(held).toEqual([`tokens-${owner}`])

  holdTokens()
  expect([sessionStorage.getItem('tokenOwner'), held.length]).toEqual([owner, 1])

  // Another tab is duplicated from this one, or the storage is cleared.
  sessionStorage.setItem('tokenOwner', 'another-tab')
  holdTokens()
  const next = sessionStorage.getItem('tokenOwner')
  expect(next).not.toBe(owner)
  expect(held).toEqual([`tokens-${owner}`, `tokens-${next}`])
  await Promise.resolve()
  expect(isReleased).toBe(false)
})

test('a tab without locks marks its tokens all the same', () => {
  withLocks(undefined)
  holdTokens()
  expect(sessionStorage.getItem('tokenOwner')).not.toBeNull()
})

test('a lock that the browser refuses is only reported', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  withLocks(refuses)
  holdTokens()
  await vi.waitFor(() => expect(warned).toHaveBeenCalledTimes(1), { interval: 1, timeout: 20_000 })
})

test.each([
  ['tokens-a-tab', true],
  ['kept-board', false],
  ['my-tokens-', false],
])('a lock with the name %s counts as held tokens: %s', async (name, areHeld) => {
  withLocks({ query: async () => ({ held: [{ name: 'another lock' }, { name }] }) })
  expect(await areTokensHeld()).toBe(areHeld)
})

test('the lock that is requested for stored tokens is the one of their owner, only if it is free', async () => {
  const request = vi.fn(async () => true)
  withLocks({ request })
  sessionStorage.setItem('tokenOwner', 'a-tab')
  await mayUseStoredTokens()
  expect(request.mock.calls).toEqual([['tokens-a-tab', { ifAvailable: true }, expect.any(Function)]])
})

test('tokens that no tab has marked as its own are not used', async () => {
  withLocks(grants({}))
  await expect(mayUseStoredTokens()).resolves.toBe(false)
})

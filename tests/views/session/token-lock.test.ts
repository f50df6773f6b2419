// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'

import { areTokensHeld, mayUseStoredTokens } from '../../../src/session/provider/token-lock'

afterEach(() => {
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

test('tokens that no tab has marked as its own are not used', async () => {
  withLocks(grants({}))
  await expect(mayUseStoredTokens()).resolves.toBe(false)
})

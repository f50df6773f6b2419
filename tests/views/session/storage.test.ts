// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { tabStorage } from '../../../src/session/storage'

beforeEach(() => tabStorage.clear())
afterEach(() => void vi.restoreAllMocks())

/** Makes the browser's storage reject writes, until the returned function is called. */
function full() {
  const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  })
  return () => spy.mockRestore()
}

test('while the storage of the browser is full, values last until the page is left', () => {
  full()
  tabStorage.setItem('draft', 'new')
  expect([tabStorage.getItem('draft'), sessionStorage.getItem('draft'), tabStorage.keys()]).toEqual([
    'new',
    null,
    ['draft'],
  ])
  tabStorage.removeItem('draft')
  expect([tabStorage.getItem('draft'), tabStorage.keys()]).toEqual([null, []])
})

test('a newer value hides the one that was stored before the storage was full', () => {
  tabStorage.setItem('draft', 'old')
  full()
  tabStorage.setItem('draft', 'new')
  expect(tabStorage.getItem('draft')).toBe('new')
})

test('once there is room again, the value that was stored last is returned', () => {
  const makeRoom = full()
  tabStorage.setItem('draft', 'first')
  makeRoom()
  tabStorage.setItem('draft', 'second')
  expect([tabStorage.getItem('draft'), sessionStorage.getItem('draft'), tabStorage.keys()]).toEqual([
    'second',
    'second',
    ['draft'],
  ])
})

// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import {
  deletionMark,
  lastRoute,
  markLogin,
  markLogout,
  probeMark,
  refusalMark,
  SafeStorage,
  saveRoute,
  tabStorage,
  userMark,
} from '../../../src/session/storage'

beforeEach(() => tabStorage.clear())
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

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

test('a value that is stored while there is room is in the storage of the browser', () => {
  tabStorage.setItem('draft', 'new')
  expect([sessionStorage.getItem('draft'), tabStorage.getItem('draft')]).toEqual(['new', 'new'])
  tabStorage.removeItem('draft')
  expect([sessionStorage.getItem('draft'), tabStorage.getItem('draft')]).toEqual([null, null])
})

test('all values are listed and cleared, whether the browser has stored them or not', () => {
  tabStorage.setItem('kept', '1')
  const makeRoom = full()
  tabStorage.setItem('kept', '2')
  tabStorage.setItem('lost', '3')
  makeRoom()
  expect([tabStorage.length, tabStorage.key(0), tabStorage.key(1), tabStorage.key(2)]).toEqual([
    2,
    'kept',
    'lost',
    null,
  ])
  tabStorage.clear()
  expect([tabStorage.length, tabStorage.getItem('kept'), tabStorage.getItem('lost')]).toEqual([0, null, null])
})

/** Replaces the storage of the browser by one that the page may not access. */
function blocked() {
  vi.spyOn(globalThis, 'sessionStorage', 'get').mockImplementation(() => {
    throw new DOMException('Access is denied.', 'SecurityError')
  })
}

test.each([
  ['blocked', blocked],
  ['missing', () => vi.stubGlobal('sessionStorage', undefined)],
])('if the storage of the browser is %s, values last until the page is left', (_, take) => {
  take()
  const storage = new SafeStorage('sessionStorage')
  expect([storage.getItem('draft'), storage.keys()]).toEqual([null, []])
  storage.setItem('draft', 'new')
  expect([storage.getItem('draft'), storage.keys()]).toEqual(['new', ['draft']])
  storage.removeItem('draft')
  expect(storage.getItem('draft')).toBeNull()
  storage.setItem('draft', 'new')
  storage.clear()
  expect(storage.length).toBe(0)
})

test('the last address is returned as a path on this site; without one, the home page', () => {
  expect(lastRoute()).toBe('/')
  saveRoute('/news?page=2#top')
  expect(sessionStorage.getItem('lastPublicRoute')).toBe('/news?page=2#top')
  expect(lastRoute()).toBe('/news?page=2#top')
  saveRoute('//evil.test')
  expect(lastRoute()).toBe('/')
})

test.each([
  ['sessionRefused', refusalMark],
  ['sessionProbed', probeMark],
  ['dataDeleted', deletionMark],
])('the mark %s is set until it is cleared', (key, mark) => {
  expect(mark.isSet()).toBe(false)
  mark.set()
  expect([mark.isSet(), sessionStorage.getItem(key)]).toEqual([true, '1'])
  mark.clear()
  expect([mark.isSet(), sessionStorage.getItem(key)]).toEqual([false, null])
})

test('each login and each logout writes a new value, which other tabs notice', () => {
  const written = (key: string, write: () => void) => {
    write()
    return localStorage.getItem(key)
  }
  for (const [key, write] of [['loginMarker', markLogin] as const, ['logoutMarker', markLogout] as const]) {
    const values = [written(key, write), written(key, write)]
    expect(values).not.toContain(null)
    expect(new Set(values).size).toBe(2)
  }
})

test('the last user of the tab is the one that was stored', () => {
  expect(userMark.isOf('u1')).toBe(false)
  userMark.set('u1')
  expect([userMark.isOf('u1'), userMark.isOf('u2'), sessionStorage.getItem('lastUserId')]).toEqual([true, false, 'u1'])
})

import { afterEach, expect, test, vi } from 'vitest'

import { deleteKeptBoard } from '../../../src/session/kept-board-database'
import { siteStorage } from '../../../src/session/storage'
import { deleteExpiredBoard } from '../../../src/site/pricing/expired-board'
import { eraseKeptBoard, findKeptBoard, isBoardKept, keepBoard } from '../../../src/workspace/pricing/kept-board'

const about = { id: '1', name: 'camera.kicad_pcb', size: 1, chosen: [], rows: [] }
const hour = 60 * 60 * 1000

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** The browser's database, which completes no transaction while it is `stuck`, and deletes nothing while it is `full`. */
function stubDatabase() {
  const browser = { records: new Map<string, unknown>(), stuck: false, full: false }
  const store = {
    put: (value: unknown, key: string) => ({ result: browser.records.set(key, value) }),
    get: (key: string) => ({ result: browser.records.get(key) }),
    delete: (key: string) => {
      if (browser.full) throw new Error('The storage is full.')
      if (!browser.stuck) browser.records.delete(key)
      return {}
    },
  }
  const later = (listener: () => (() => void) | undefined) => queueMicrotask(() => listener()?.())
  const database = {
    transaction: () => {
      const transaction: { objectStore: () => typeof store; oncomplete?: () => void } = { objectStore: () => store }
      if (!browser.stuck) later(() => transaction.oncomplete)
      return transaction
    },
    close: () => {},
  }
  vi.stubGlobal('indexedDB', {
    deleteDatabase: () => {
      if (!browser.stuck) browser.records.clear()
    },
    open: () => {
      const opening: { result: typeof database; onsuccess?: () => void } = { result: database }
      later(() => opening.onsuccess)
      return opening
    },
  })
  return browser
}

test('a board that was being erased when the page was left is not shown again, and the next page erases it', async () => {
  const browser = stubDatabase()
  await keepBoard(about as never, new File(['x'], 'camera.kicad_pcb'))
  expect((await findKeptBoard())?.about).toEqual(about)

  browser.stuck = true
  eraseKeptBoard().catch(() => {})
  await new Promise((resolve) => setTimeout(resolve))
  browser.stuck = false
  expect(isBoardKept()).toBe(true)

  expect(await findKeptBoard()).toBeNull()
  expect(browser.records.size).toBe(0)
  expect(isBoardKept()).toBe(false)
})

test('a board is erased after a day when any page is opened, and not before', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  const browser = stubDatabase()
  await keepBoard(about as never, new File(['x'], 'camera.kicad_pcb'))

  vi.setSystemTime(Date.now() + 24 * hour - 1)
  deleteExpiredBoard()
  expect([browser.records.size, isBoardKept()]).toEqual([1, true])
  vi.setSystemTime(Date.now() + 1)
  deleteExpiredBoard()
  expect(browser.records.size).toBe(0)
  expect(await findKeptBoard()).toBeNull()
  expect(isBoardKept()).toBe(false)
})

test('a board whose deletion was interrupted is not shown again, and the price page erases it', async () => {
  const browser = stubDatabase()
  await keepBoard(about as never, new File(['x'], 'camera.kicad_pcb'))
  browser.stuck = true
  deleteKeptBoard()
  browser.stuck = false
  expect([browser.records.size, isBoardKept()]).toEqual([1, true])
  expect(await findKeptBoard()).toBeNull()
  expect([browser.records.size, isBoardKept()]).toEqual([0, false])
})

test('a board that the page looks for after a day is erased instead of shown', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  const browser = stubDatabase()
  await keepBoard(about as never, new File(['x'], 'camera.kicad_pcb'))
  vi.setSystemTime(Date.now() + 24 * hour)
  expect(await findKeptBoard()).toBeNull()
  expect([browser.records.size, isBoardKept()]).toEqual([0, false])
})

test('a used or expired board that cannot be erased is not shown either, and is erased the next time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  const logged = vi.spyOn(console, 'error').mockReturnValue()
  const browser = stubDatabase()
  await keepBoard(about as never, new File(['x'], 'camera.kicad_pcb'))
  vi.setSystemTime(Date.now() + 24 * hour)
  browser.full = true
  // It is expired at first, and then marked as used.
  expect([await findKeptBoard(), await findKeptBoard()]).toEqual([null, null])
  expect(logged).toHaveBeenCalledTimes(2)
  expect([browser.records.size, isBoardKept()]).toEqual([1, true])
  browser.full = false
  expect(await findKeptBoard()).toBeNull()
  expect([browser.records.size, isBoardKept()]).toEqual([0, false])
  logged.mockRestore()
})

test('another tab that finds an expired board does not delete the one that is just being kept', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T12:00:00Z') })
  const browser = stubDatabase()
  await keepBoard(about as never, new File(['x'], 'camera.kicad_pcb'))
  vi.setSystemTime(Date.now() + 24 * hour)
  const keeping = keepBoard({ ...about, id: '2' } as never, new File(['y'], 'camera.kicad_pcb'))
  deleteExpiredBoard()
  await keeping
  expect((await findKeptBoard())?.about.id).toBe('2')
  expect(browser.records.size).toBe(1)
})

test('a board that could not be kept leaves the earlier one', async () => {
  const browser = stubDatabase()
  await keepBoard(about as never, new File(['x'], 'camera.kicad_pcb'))
  const open = indexedDB.open.bind(indexedDB)
  vi.stubGlobal('indexedDB', {
    open: () => {
      const opening: { error: Error; onerror?: () => void } = { error: new Error('Full.') }
      queueMicrotask(() => opening.onerror?.())
      return opening
    },
  })
  await expect(keepBoard({ ...about, id: '2' } as never, new File(['y'], 'b.kicad_pcb'))).rejects.toThrow('storage')
  vi.stubGlobal('indexedDB', { open })
  expect((await findKeptBoard())?.about.id).toBe('1')
  expect(browser.records.size).toBe(1)
})

test('a board kept by the previous release, whose time is not known here, is left to the page that looks for it', async () => {
  const browser = stubDatabase()
  await keepBoard(about as never, new File(['x'], 'camera.kicad_pcb'))
  siteStorage.setItem('board-kept', '1')
  deleteExpiredBoard()
  expect([browser.records.size, isBoardKept()]).toEqual([1, true])
})

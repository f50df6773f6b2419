import { afterEach, expect, test, vi } from 'vitest'

import { eraseKeptBoard, findKeptBoard, isBoardKept, keepBoard } from '../../../src/workspace/pricing/kept-board'

afterEach(() => vi.unstubAllGlobals())

/** The browser's database, which completes no transaction while it is `stuck`. */
function stubDatabase() {
  const browser = { records: new Map<string, unknown>(), stuck: false }
  const store = {
    put: (value: unknown, key: string) => ({ result: browser.records.set(key, value) }),
    get: (key: string) => ({ result: browser.records.get(key) }),
    delete: (key: string) => {
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
  const about = { id: '1', name: 'camera.kicad_pcb', size: 1, chosen: [], rows: [] }
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

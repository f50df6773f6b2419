import type { KeptBoard } from '../../../machines/pricing/board-price.machine'
import { isExpired } from '../../../machines/pricing/kept-board-time'
import { boardDatabase, boardMark, erasing } from '../../session/kept-board-database'
import { siteStorage } from '../../session/storage'

/**
 * The board that a visitor keeps in this browser while signing in. It is erased when it is used, when the user logs out
 * (src/session/machines.ts), and, after a day, when the site is opened (src/site/pricing/expired-board.ts). A mark in
 * the site's storage shows whether there is a board, so that pages need not open the database to find out. The database
 * is opened only for the duration of each call, so that a logout in another tab can delete it.
 */

type Stored = { about: KeptBoard; content: File; at: number }

export const isBoardKept = () => siteStorage.getItem(boardMark) !== null

const storeName = 'board'
const recordKey = 'kept'

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(boardDatabase, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(new Error('The browser’s storage is not available.', { cause: opening.error }))
    opening.onblocked = () =>
      reject(new Error('The browser’s storage is in use. Close the other tabs of this site, then try again.'))
  })
}

async function inStore<Result>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<Result>) {
  const database = await openDatabase()
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = use(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () =>
        reject(new Error('The browser’s storage is full or blocked.', { cause: transaction.error }))
    })
  } finally {
    database.close()
  }
}

/** Keeps a board, replacing any other. Rejects if the browser's storage is blocked or full. */
export async function keepBoard(about: KeptBoard, content: File): Promise<void> {
  const stored: Stored = { about, content, at: Date.now() }
  const earlier = siteStorage.getItem(boardMark)
  // Set the mark first, so that another tab does not mistake the new board for an expired one and delete it.
  siteStorage.setItem(boardMark, String(stored.at))
  try {
    await inStore('readwrite', (store) => store.put(stored, recordKey))
  } catch (error) {
    if (earlier === null) siteStorage.removeItem(boardMark)
    else siteStorage.setItem(boardMark, earlier)
    throw error
  }
}

/**
 * Returns the kept board; null if there is none. A board that is too old is erased now or, if that fails, the next
 * time.
 */
export async function findKeptBoard(): Promise<Stored | null> {
  const mark = siteStorage.getItem(boardMark)
  if (mark === null) return null
  if (mark === erasing) {
    await eraseKeptBoard().catch(console.error)
    return null
  }
  const stored = await inStore('readonly', (store) => store.get(recordKey) as IDBRequest<Stored | undefined>)
  if (stored && !isExpired(stored.at, Date.now())) return stored
  await eraseKeptBoard().catch(console.error)
  return null
}

export async function eraseKeptBoard(): Promise<void> {
  if (!isBoardKept()) return
  siteStorage.setItem(boardMark, erasing)
  await inStore('readwrite', (store) => store.delete(recordKey))
  siteStorage.removeItem(boardMark)
}

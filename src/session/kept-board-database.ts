import { siteStorage } from './storage'

/** The database of the board that a visitor keeps while signing in (src/workspace/pricing/kept-board.ts). */
export const boardDatabase = 'kept-board'

/**
 * The key under which the site's storage contains a mark while a board is kept. The mark is the time at which the board
 * was stored; earlier releases stored `1`. While the board is being erased, the mark is `erasing`.
 */
export const boardMark = 'board-kept'

/** The mark while a board is being erased. If the page is left before that is done, the price page erases the board. */
export const erasing = 'erasing'

/**
 * Deletes a kept board. This works even if another tab is using the database, because tabs open it only for the
 * duration of a call. The page may be left before the browser has deleted the board, so the mark stays until the price
 * page has made sure that nothing is left.
 */
export function deleteKeptBoard() {
  if (siteStorage.getItem(boardMark)) siteStorage.setItem(boardMark, erasing)
  try {
    indexedDB.deleteDatabase(boardDatabase)
  } catch {
    // The browser has no storage or does not allow it, so nothing is kept.
  }
}

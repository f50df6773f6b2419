import { siteStorage } from './storage'

/** The database of the board that a visitor keeps while signing in (src/workspace/pricing/kept-board.ts). */
export const boardDatabase = 'kept-board'

/**
 * The key of a mark in the site's storage while a board is kept. Its value is the time at which the board was stored;
 * earlier releases stored `1`. While the board is being erased, the value is `erasing`.
 */
export const boardMark = 'board-kept'

/** The mark of a board that is being erased. If the page is left in the meantime, the price page erases the board. */
export const erasing = 'erasing'

/**
 * Deletes a kept board even if another tab is using it: tabs open it only for the duration of a call. The page may be
 * left before the browser has deleted the board, so the mark stays until the price page has made sure that nothing is
 * left.
 */
export function deleteKeptBoard() {
  if (siteStorage.getItem(boardMark)) siteStorage.setItem(boardMark, erasing)
  try {
    indexedDB.deleteDatabase(boardDatabase)
  } catch {
    // The browser has no storage or does not allow it, so nothing is kept.
  }
}

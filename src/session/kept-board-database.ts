import { siteStorage } from './storage'

/** The database of the board that a visitor keeps while signing in (src/workspace/pricing/kept-board.ts). */
export const boardDatabase = 'kept-board'

/**
 * The key of a mark in the site's storage while a board is kept. Its value is the time at which the board was stored;
 * earlier releases stored `1`. While the board is being erased, the value is not a number.
 */
export const boardMark = 'board-kept'

/** Deletes a kept board and its mark, even if another tab is using it: tabs open it only for the duration of a call. */
export function deleteKeptBoard() {
  siteStorage.removeItem(boardMark)
  try {
    indexedDB.deleteDatabase(boardDatabase)
  } catch {
    // The browser has no storage or does not allow it, so nothing is kept.
  }
}

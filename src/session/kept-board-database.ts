/** The database of the board that a visitor keeps while signing in (src/workspace/pricing/kept-board.ts). */
export const boardDatabase = 'kept-board'

/**
 * Set in the site's storage while a board is kept, to the time at which it was kept. Earlier releases set it to 1. While a
 * board is being erased, it is not a number.
 */
export const boardMark = 'board-kept'

/** Deletes the database even if another tab is using it: tabs open it only for the duration of a call. */
export function deleteBoardDatabase() {
  try {
    indexedDB.deleteDatabase(boardDatabase)
  } catch {
    // The browser has no storage or does not allow it, so nothing is kept.
  }
}

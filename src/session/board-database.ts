/** The database of the board that a visitor keeps while signing in (src/workspace/pricing/kept-board.ts). */
export const boardDatabase = 'kept-board'

/** Deletes it, also if another tab has it open: that tab opens it for each call only. */
export function deleteBoardDatabase() {
  try {
    indexedDB.deleteDatabase(boardDatabase)
  } catch {
    // The browser has or allows no storage, so nothing is kept.
  }
}

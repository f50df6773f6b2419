import { isExpired } from '../../../machines/pricing/kept-board-time'
import { boardMark, deleteKeptBoard } from '../../session/kept-board-database'
import { siteStorage } from '../../session/storage'

/** Deletes a board that was kept for more than a day, whichever page the visitor opens. */
export function deleteExpiredBoard() {
  const keptAt = Number(siteStorage.getItem(boardMark))
  if (!(keptAt > 1) || !isExpired(keptAt, Date.now())) return
  deleteKeptBoard()
}

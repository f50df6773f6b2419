import type { GivenBoard } from '../../../machines/pricing/given-board'

type Listener = (board: GivenBoard, file: File) => void

function report({ givenBoard: given }: Document, tell: Listener) {
  const [file] = given?.files ?? []
  if (!given || !file) return
  given.id ??= crypto.randomUUID()
  tell({ id: given.id, name: file.name, size: file.size, count: given.files.length, isFolder: given.isFolder }, file)
}

/**
 * Calls `tell` with the board that the visitor provided last, and with each later one. Returns a function that ends the
 * calls.
 */
export function followGivenBoards(tell: Listener): () => void {
  const look = () => report(document, tell)
  look()
  document.addEventListener('boardgiven', look)
  return () => document.removeEventListener('boardgiven', look)
}

/** Whether a visitor has provided a board that the price page has not shown yet. */
export const isBoardUnseen = () => document.givenBoard !== undefined && !document.givenBoard.isPriced

export const markBoardSeen = () => {
  if (document.givenBoard) document.givenBoard.isPriced = true
}

/** Discards the board once it is in the browser's storage, or if the visitor no longer wants it. */
export const forgetGivenBoard = () => {
  delete document.givenBoard
}

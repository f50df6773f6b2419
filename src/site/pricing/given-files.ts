import type { GivenBoard } from '../../../machines/pricing/given-board'

/** What public/before-app.js keeps when a visitor drops or chooses a file. */
type GivenFiles = { files: File[]; isFolder: boolean; id?: string; isPriced?: boolean }

declare global {
  interface Document {
    givenBoard?: GivenFiles
  }
}

type Listener = (board: GivenBoard, file: File) => void

function report({ givenBoard: given }: Document, tell: Listener) {
  const [file] = given?.files ?? []
  if (!given || !file) return
  given.id ??= crypto.randomUUID()
  tell({ id: given.id, name: file.name, size: file.size, count: given.files.length, isFolder: given.isFolder }, file)
}

/** Calls `tell` with the board that a visitor gave last, and with each one given from now on. */
export function followGivenBoards(tell: Listener): () => void {
  const look = () => report(document, tell)
  look()
  document.addEventListener('boardgiven', look)
  return () => document.removeEventListener('boardgiven', look)
}

/** Whether a visitor has given a board that the page with the prices has not shown yet. */
export const isBoardUnseen = () => document.givenBoard !== undefined && !document.givenBoard.isPriced

/** Whether a visitor has given a board that is not kept or forgotten yet. */
export const isBoardGiven = () => document.givenBoard !== undefined

export const markBoardSeen = () => {
  if (document.givenBoard) document.givenBoard.isPriced = true
}

/** Forgets the board, because the browser's storage has it, or the visitor does not want it any more. */
export const forgetGivenBoard = () => {
  delete document.givenBoard
}

/** The files that public/before-app.js keeps when a visitor drops or chooses a board. */
type GivenFiles = { files: File[]; isFolder: boolean; id?: string; isPriced?: boolean }

declare global {
  interface Document {
    givenBoard?: GivenFiles
    /** Whether a visitor has dragged a file over the page or opened the file dialog. */
    boardExpected?: boolean
  }
}

/** Calls `prepare` when a visitor is about to provide a board: while the file is dragged or chosen. */
export function onBoardExpected(prepare: () => void) {
  if (document.boardExpected) prepare()
  else document.addEventListener('boardexpected', prepare, { once: true })
}

/** Whether a visitor has provided a board that has been neither kept nor discarded yet. */
export const isBoardGiven = () => document.givenBoard !== undefined

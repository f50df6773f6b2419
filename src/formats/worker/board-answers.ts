import { type BoardPart, componentPart, netPart, partAt } from '../board/board-parts'
import type { BoardPicture } from '../board/board-picture'
import type { BoardPlace } from '../board/board-lookup'

/** A question of the page about a board that has been read. */
export type BoardQuestion =
  | ({ about: 'place' } & BoardPlace)
  | { about: 'component'; index: number }
  | { about: 'net'; name: string }

export type BoardAnswer = { part: BoardPart | null }

/** Answers a question about a board. */
export function answerTo({ board }: BoardPicture, question: BoardQuestion): BoardAnswer {
  switch (question.about) {
    case 'place':
      return { part: partAt(board, question) }
    case 'component':
      return { part: componentPart(board, question.index) }
    case 'net':
      return { part: netPart(board, question.name) }
  }
}

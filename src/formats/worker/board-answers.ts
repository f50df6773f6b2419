import { anchorAt, type BoardPart, componentPart, netPart, partAt, pinPart } from '../board/board-parts'
import type { Board } from '../board/board'
import { type BoardPrint, boardPrint, type BoardPrintWanted } from '../board/board-print'
import type { BoardPlace } from '../board/board-lookup'
import { type ListedNet, listedNets } from '../nets/listed-nets'
import type { Point } from '../board/curves'

/** The questions that the page can ask about a board that has been read, and their answers. */
export interface BoardQuestions {
  place: { question: BoardPlace; answer: BoardPart | null }
  component: { question: { index: number }; answer: BoardPart | null }
  pin: { question: { component: number; pin: string }; answer: BoardPart | null }
  net: { question: { name: string }; answer: BoardPart | null }
  nets: { question: object; answer: ListedNet[] }
  anchor: { question: BoardPlace; answer: Point | null }
  print: { question: BoardPrintWanted; answer: BoardPrint }
}

export type BoardQuestion = {
  [About in keyof BoardQuestions]: { about: About } & BoardQuestions[About]['question']
}[keyof BoardQuestions]

export type BoardAnswer = BoardQuestions[keyof BoardQuestions]['answer']

export function answerTo(board: Board, question: BoardQuestion): BoardAnswer {
  switch (question.about) {
    case 'place':
      return partAt(board, question)
    case 'component':
      return componentPart(board, question.index)
    case 'pin':
      return pinPart(board, question)
    case 'net':
      return netPart(board, question.name)
    case 'nets':
      return listedNets(board)
    case 'anchor':
      return anchorAt(board, question)
    case 'print':
      return boardPrint(board, question)
  }
}

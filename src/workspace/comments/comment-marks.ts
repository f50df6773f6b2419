import { createContext, useContext } from 'react'

import type { CommentMark } from '../../../machines/comments/comment-anchor'

/** The marks of open comments, or of messages, in the previewed file. */
export type CommentMarks = {
  marks: CommentMark[]
  /** The id of the thread that is open above the preview; null if none is. */
  openId: string | null
  onOpen: (id: string) => void
}

/** Provided around the preview of a file to which comments or messages can point. */
export const CommentMarksContext = createContext<CommentMarks | null>(null)

const none: CommentMark[] = []

/**
 * Returns the marks whose positions are of these kinds, the id of the open thread, and the function that opens a
 * thread.
 */
export function useCommentMarks(...kinds: CommentMark['anchor']['kind'][]) {
  const { marks = none, openId = null, onOpen = () => {} } = useContext(CommentMarksContext) ?? {}
  return { marks: marks.filter(({ anchor: { kind } }) => kinds.some((one) => one === kind)), openId, onOpen }
}

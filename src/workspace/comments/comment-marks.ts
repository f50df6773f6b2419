import { createContext, useContext } from 'react'

import type { CommentMark } from '../../../machines/comments/file-comments.machine'

/** The places with open comments in the file that is previewed. */
export type CommentMarks = {
  marks: CommentMark[]
  /** The thread that is open beside the preview. */
  openId: string | null
  onOpen: (id: string) => void
}

/** Provided around the preview of a file that can have comments. */
export const CommentMarksContext = createContext<CommentMarks | null>(null)

const none: CommentMark[] = []

/** The marks of one kind of place, and what opens their threads. */
export function useCommentMarks(...kinds: CommentMark['anchor']['kind'][]) {
  const { marks = none, openId = null, onOpen = () => {} } = useContext(CommentMarksContext) ?? {}
  return { marks: marks.filter(({ anchor: { kind } }) => kinds.some((one) => one === kind)), openId, onOpen }
}

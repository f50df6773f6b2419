import { useSelector } from '@xstate/react'

import type { CommentAnchor } from '../../../../machines/comments/comment-anchor'
import * as board from '../../../../machines/previews/board/board-view.machine'
import { type Point, toView } from '../../../../machines/previews/board/board-viewport'
import { useCommentMarks } from '../../comments/comment-marks'
import { CommentMarkButton } from '../../comments/comment-mark'

/** The marks of comments on the board: at their coordinates, or on the copper of their nets. */
export function BoardMarks({ actor, facts }: { actor: board.BoardViewActor; facts: board.BoardFacts }) {
  const { marks, openId, onOpen } = useCommentMarks('board', 'net')
  const view = useSelector(actor, board.viewOf)
  const size = useSelector(actor, board.sizeOf)
  if (!view || !size) return null
  return marks.map((mark) => {
    const place = placeOf(mark.anchor, facts)
    if (!place) return null
    const { x, y } = toView(view, place)
    const [left, top] = [x + size.width / 2, y + size.height / 2]
    // Marks outside the view must not receive the focus either.
    if (left < 0 || top < 0 || left > size.width || top > size.height) return null
    return (
      <CommentMarkButton key={mark.id} mark={mark} isOpen={mark.id === openId} onOpen={onOpen} left={left} top={top} />
    )
  })
}

function placeOf(anchor: CommentAnchor, { nets, places }: board.BoardFacts): Point | null {
  if (anchor.kind === 'board') return anchor
  const net = anchor.kind === 'net' ? nets.findIndex(({ name }) => name === anchor.net) : -1
  const [x = Number.NaN, y = Number.NaN] = net < 0 ? [] : places.subarray(2 * net)
  return Number.isNaN(x) ? null : { x, y }
}

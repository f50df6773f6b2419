import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { inBothUnits } from '../../../../machines/previews/board-lengths'
import * as board from '../../../../machines/previews/board-view.machine'

type BoardPositionProps = {
  actor: board.BoardViewActor
  /** Whether the y axis of the file points up. */
  isYUp: boolean
}

/** The coordinates under the pointer, or in the center of the view, as in the file. */
export function BoardPosition({ actor, isYUp }: BoardPositionProps) {
  const pointer = useSelector(actor, board.pointerOf)
  const center = useSelector(actor, board.viewOf)
  const at = pointer ?? center
  if (!at) return null
  return (
    <chakra.p textStyle="figures" color="fg.muted" minH="5">
      {`${pointer ? 'Pointer' : 'Center'}: x ${inBothUnits(at.x)}, y ${inBothUnits(isYUp ? -at.y : at.y)}`}
    </chakra.p>
  )
}

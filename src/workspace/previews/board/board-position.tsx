import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { inBothUnits } from '../../../../machines/previews/board/board-lengths'
import { type BoardRulerActor, isMeasuring, rulerTextOf } from '../../../../machines/previews/board/board-ruler.machine'
import * as board from '../../../../machines/previews/board/board-view.machine'

type BoardPositionProps = {
  actor: board.BoardViewActor
  ruler: BoardRulerActor
  /** Whether the y axis of the file points up. */
  isYUp: boolean
}

/**
 * The file's coordinates at the pointer, or else at the center of the view, and the distance that the ruler measures.
 */
export function BoardPosition({ actor, ruler, isYUp }: BoardPositionProps) {
  const pointer = useSelector(actor, board.pointerOf)
  const center = useSelector(actor, board.viewOf)
  const isRulerOn = useSelector(ruler, isMeasuring)
  const distance = useSelector(ruler, rulerTextOf)
  const at = pointer ?? center
  if (!at) return null
  return (
    <chakra.div textStyle="figures" fontSize="sm" color="fg.muted" minH="5">
      <chakra.p role="status" color="fg">
        {isRulerOn ? distance : ''}
      </chakra.p>
      <p>{`${pointer ? 'Pointer' : 'Center'}: x ${inBothUnits(at.x)}, y ${inBothUnits(isYUp ? -at.y : at.y)}`}</p>
    </chakra.div>
  )
}

import { Button } from '@chakra-ui/react/button'
import { chakra } from '@chakra-ui/react/styled-system'
import {
  mdiFitToScreenOutline,
  mdiFlipHorizontal,
  mdiMagnifyMinusOutline,
  mdiMagnifyPlusOutline,
  mdiRulerSquare,
} from '@mdi/js'
import { useSelector } from '@xstate/react'

import { type BoardRulerActor, isMeasuring } from '../../../../machines/previews/board/board-ruler.machine'
import * as board from '../../../../machines/previews/board/board-view.machine'
import { Icon } from '../../../ui/icon'

/** The buttons for the view of a board. They wrap along with the other buttons in their row. */
export function ViewButtons({ actor, ruler }: { actor: board.BoardViewActor; ruler: BoardRulerActor }) {
  const isRulerOn = useSelector(ruler, isMeasuring)
  const isFlipped = useSelector(actor, board.isFlippedOf)
  const zoom = (factor: number) => actor.send({ type: 'view.zoomed', factor, at: { x: 0, y: 0 } })
  return (
    <chakra.div role="group" aria-label="View" display="contents">
      <Button size="sm" variant="outline" aria-label="Zoom out" onClick={() => zoom(1 / 1.4)}>
        <Icon path={mdiMagnifyMinusOutline} />
      </Button>
      <Button size="sm" variant="outline" aria-label="Zoom in" onClick={() => zoom(1.4)}>
        <Icon path={mdiMagnifyPlusOutline} />
      </Button>
      <Button size="sm" variant="outline" onClick={() => actor.send({ type: 'view.fitted' })}>
        <Icon path={mdiFitToScreenOutline} />
        Fit
      </Button>
      <Button
        size="sm"
        variant="outline"
        aria-pressed={isFlipped}
        aria-keyshortcuts="F"
        onClick={() => actor.send({ type: 'view.flipped' })}
      >
        <Icon path={mdiFlipHorizontal} />
        From below
      </Button>
      <Button
        size="sm"
        variant="outline"
        aria-pressed={isRulerOn}
        aria-keyshortcuts="M"
        onClick={() => ruler.send({ type: 'ruler.toggled' })}
      >
        <Icon path={mdiRulerSquare} />
        Ruler
      </Button>
    </chakra.div>
  )
}

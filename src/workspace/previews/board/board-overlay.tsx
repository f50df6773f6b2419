import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { type BoardRulerActor, rulerPointsOf } from '../../../../machines/previews/board/board-ruler.machine'
import * as board from '../../../../machines/previews/board/board-view.machine'
import { type Box, toView } from '../../../../machines/previews/board/board-viewport'

/** The space between a part and its frame, in pixels. */
const space = 4

type BoardOverlayProps = { actor: board.BoardViewActor; framed: Box | null; ruler: BoardRulerActor }

/**
 * Marks on the board: a frame around the selected part, and the ruler, which follows the pointer until its second point
 * is set. Nets and the pads of a component are highlighted in the drawing itself.
 */
export function BoardOverlay({ actor, framed, ruler }: BoardOverlayProps) {
  const view = useSelector(actor, board.viewOf)
  const size = useSelector(actor, board.sizeOf)
  const pointer = useSelector(actor, board.pointerOf)
  const [from, to = pointer] = useSelector(ruler, rulerPointsOf)
  if (!view || !size || !(framed || from)) return null
  const measured = from ? [from, ...(to ? [to] : [])].map((point) => toView(view, point)) : []
  return (
    <chakra.svg
      aria-hidden
      viewBox={`${-size.width / 2} ${-size.height / 2} ${size.width} ${size.height}`}
      position="absolute"
      top="0"
      insetInlineStart="0"
      width={`${size.width}px`}
      height={`${size.height}px`}
      pointerEvents="none"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      {framed && <rect {...frameAround(framed, (point) => toView(view, point))} rx="3" strokeDasharray="6 3" />}
      <polyline points={measured.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {measured.map(({ x, y }, index) => (
        <path key={index} d={`M${x - 6} ${y}h12M${x} ${y - 6}v12`} />
      ))}
    </chakra.svg>
  )
}

function frameAround({ left, top, right, bottom }: Box, inView: (point: { x: number; y: number }) => typeof point) {
  const corners = [inView({ x: left, y: top }), inView({ x: right, y: bottom })]
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...xs) - space, Math.min(...ys) - space]
  return { x, y, width: Math.max(...xs) + space - x, height: Math.max(...ys) + space - y }
}

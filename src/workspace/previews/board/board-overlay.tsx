import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'

import { type BoardSelectionActor, partOf } from '../../../../machines/previews/board-selection.machine'
import * as board from '../../../../machines/previews/board-view.machine'
import { toView } from '../../../../machines/previews/board-viewport'

/** The space between a part and its frame, in pixels. */
const space = 4

/** Marks on the board: a frame around the selected part. Nets are highlighted in the drawing itself. */
export function BoardOverlay({ actor, selection }: { actor: board.BoardViewActor; selection: BoardSelectionActor }) {
  const view = useSelector(actor, board.viewOf)
  const size = useSelector(actor, board.sizeOf)
  const part = useSelector(selection, partOf)
  if (!view || !size || (part?.kind !== 'component' && part?.kind !== 'pad')) return null
  const { left, top, right, bottom } = part.box
  const corners = [toView(view, { x: left, y: top }), toView(view, { x: right, y: bottom })]
  const xs = corners.map(({ x }) => x)
  const ys = corners.map(({ y }) => y)
  const [x, y] = [Math.min(...xs) - space, Math.min(...ys) - space]
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
      color="fg"
    >
      <rect
        x={x}
        y={y}
        width={Math.max(...xs) + space - x}
        height={Math.max(...ys) + space - y}
        rx="3"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeDasharray="6 3"
      />
    </chakra.svg>
  )
}

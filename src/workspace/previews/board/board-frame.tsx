import { chakra } from '@chakra-ui/react/styled-system'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

import type { BoardPlace } from '../../../../machines/previews/board/board-part'
import { type BoardRulerActor, isMeasuring } from '../../../../machines/previews/board/board-ruler.machine'
import * as board from '../../../../machines/previews/board/board-view.machine'
import { type Box, type Point, toBoard } from '../../../../machines/previews/board/board-viewport'
import { BoardOverlay } from './board-overlay'
import { fromMiddle, useBoardPointers } from './board-pointers'

type BoardFrameProps = {
  actor: board.BoardViewActor
  ruler: BoardRulerActor
  /** Describes the drawing and its keys. */
  label: string
  /** The rectangle of the selected component or pad; null if neither is selected. */
  framed?: Box | null
  /** Whether the drawing has a white background in both themes, like paper. */
  isOnWhite?: boolean
  /** Called with the clicked position, or with the center when Enter is pressed, unless the ruler is on. */
  onSelect?: (place: BoardPlace) => void
  children: ReactNode
}

const step = 60
/** The maximum distances, in pixels, between a click or a touch and the part that it selects. */
const clickReach = 6
const touchReach = 16

/**
 * The frame of a board drawing, which can be panned and zoomed with the mouse, fingers, arrow keys, +, - and 0, and
 * flipped with F. M starts or stops the ruler, and Enter selects or measures what is at the center.
 */
export function BoardFrame({
  actor,
  ruler,
  label,
  framed = null,
  isOnWhite = false,
  onSelect,
  children,
}: BoardFrameProps) {
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const { current } = frame
    if (!current) return
    const observer = new ResizeObserver(() => {
      const [width, height] = [Math.floor(current.clientWidth), Math.floor(current.clientHeight)]
      if (width > 0 && height > 0) actor.send({ type: 'view.sized', size: { width, height } })
    })
    observer.observe(current)
    const wheel = (event: WheelEvent) => {
      event.preventDefault()
      actor.send({ type: 'view.zoomed', factor: Math.exp(-event.deltaY / 400), at: fromMiddle(current, event) })
    }
    current.addEventListener('wheel', wheel, { passive: false })
    return () => {
      observer.disconnect()
      current.removeEventListener('wheel', wheel)
    }
  }, [actor])

  /** Selects or measures the item at a point, given in pixels from the center of the view. */
  const pick = (at: Point, reach: number) => {
    const snapshot = actor.getSnapshot()
    const view = board.viewOf(snapshot)
    if (!view) return
    const place = { at: toBoard(view, at), reach: reach / view.scale, layers: board.visibleLayersOf(snapshot) }
    if (isMeasuring(ruler.getSnapshot())) ruler.send({ type: 'point.set', place })
    else onSelect?.(place)
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') pick(middle, clickReach)
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey
    if (event.key === 'm' && isPlain) ruler.send({ type: 'ruler.toggled' })
    const act = keys[event.key]
    if (!act || !isPlain) return
    event.preventDefault()
    event.stopPropagation()
    actor.send(act)
  }

  return (
    <chakra.div
      ref={frame}
      role="group"
      aria-label={label}
      tabIndex={0}
      data-own-arrows=""
      onKeyDown={handleKey}
      {...useBoardPointers(actor, (event) =>
        pick(fromMiddle(event.currentTarget, event), event.pointerType === 'touch' ? touchReach : clickReach),
      )}
      flex="1"
      minH="240px"
      minW="0"
      position="relative"
      overflow="hidden"
      borderWidth="1px"
      borderRadius="l2"
      touchAction="none"
      cursor="crosshair"
      _active={{ cursor: 'grabbing' }}
      bg={isOnWhite ? 'white' : undefined}
      color={isOnWhite ? 'black' : 'fg'}
    >
      {children}
      <BoardOverlay actor={actor} framed={framed} ruler={ruler} />
    </chakra.div>
  )
}

type Steering = Parameters<board.BoardViewActor['send']>[0]

const middle = { x: 0, y: 0 }
const keys: Record<string, Steering> = {
  '+': { type: 'view.zoomed', factor: 1.4, at: middle },
  '=': { type: 'view.zoomed', factor: 1.4, at: middle },
  '-': { type: 'view.zoomed', factor: 1 / 1.4, at: middle },
  '0': { type: 'view.fitted' },
  f: { type: 'view.flipped' },
  ArrowLeft: { type: 'view.panned', dx: step, dy: 0 },
  ArrowRight: { type: 'view.panned', dx: -step, dy: 0 },
  ArrowUp: { type: 'view.panned', dx: 0, dy: step },
  ArrowDown: { type: 'view.panned', dx: 0, dy: -step },
}

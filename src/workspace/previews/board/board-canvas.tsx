import { chakra } from '@chakra-ui/react/styled-system'
import { useSelector } from '@xstate/react'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'

import * as board from '../../../../machines/previews/board-view.machine'
import type { Viewport } from '../../../../machines/previews/board-viewport'
import { boardColors } from './board-colors'
import type { BoardSession } from './board-worker-client'
import { useIsDark } from '../network/curve-colors'

type BoardCanvasProps = { actor: board.BoardViewActor; session: BoardSession; facts: board.BoardFacts; label: string }

const step = 60

/**
 * The board drawing. It can be panned and zoomed with the mouse, two fingers, arrow keys, +, - and 0. The last bitmap
 * is transformed immediately, while the new one is rendered in the worker.
 */
export function BoardCanvas({ actor, session, facts, label }: BoardCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const drawnView = useRef<Viewport | null>(null)
  const view = useSelector(actor, board.viewOf)
  const size = useSelector(actor, board.sizeOf)
  const hidden = useSelector(actor, board.hiddenOf)
  const highlighted = useSelector(actor, board.highlightedOf)
  const isDark = useIsDark()

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

  useEffect(() => {
    if (!view || !size) return
    alignCanvas(canvas.current, drawnView.current, view)
    const layers = facts.copper.map((_, layer) => layer).filter((layer) => !hidden.includes(layer))
    const colors = boardColors(facts.copper.length, isDark)
    session.draw({ ...size, ...view, ratio: devicePixelRatio, layers, highlighted, colors }, (bitmap) => {
      const { current } = canvas
      if (!current) return
      current.width = bitmap.width
      current.height = bitmap.height
      Object.assign(current.style, { width: `${size.width}px`, height: `${size.height}px` })
      current.getContext('bitmaprenderer')?.transferFromImageBitmap(bitmap)
      current.dataset['drawn'] = ''
      drawnView.current = view
      const now = board.viewOf(actor.getSnapshot())
      alignCanvas(current, view, now ?? view)
    })
  }, [actor, session, facts, view, size, hidden, highlighted, isDark])

  const handleKey = (event: KeyboardEvent) => {
    const act = keys[event.key]
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    event.stopPropagation()
    actor.send(act)
  }

  return (
    <chakra.div
      ref={frame}
      role="group"
      aria-label="Board: arrows move, + and - zoom, 0 fits"
      tabIndex={0}
      data-own-arrows=""
      onKeyDown={handleKey}
      {...usePointers(actor)}
      flex="1"
      minH="240px"
      minW="0"
      position="relative"
      overflow="hidden"
      borderWidth="1px"
      borderRadius="l2"
      touchAction="none"
      cursor="grab"
      _active={{ cursor: 'grabbing' }}
    >
      <chakra.canvas ref={canvas} role="img" aria-label={label} position="absolute" top="0" insetInlineStart="0" />
    </chakra.div>
  )
}

/** Transforms the last bitmap to the current view until the next one is rendered. */
function alignCanvas(canvas: HTMLCanvasElement | null, drawn: Viewport | null, now: Viewport) {
  if (!canvas || !drawn) return
  const [dx, dy] = [(drawn.x - now.x) * now.scale, (drawn.y - now.y) * now.scale]
  canvas.style.transform = `translate(${dx}px, ${dy}px) scale(${now.scale / drawn.scale})`
}

type Steering = Parameters<board.BoardViewActor['send']>[0]

const middle = { x: 0, y: 0 }
const keys: Record<string, Steering> = {
  '+': { type: 'view.zoomed', factor: 1.4, at: middle },
  '=': { type: 'view.zoomed', factor: 1.4, at: middle },
  '-': { type: 'view.zoomed', factor: 1 / 1.4, at: middle },
  '0': { type: 'view.fitted' },
  ArrowLeft: { type: 'view.panned', dx: step, dy: 0 },
  ArrowRight: { type: 'view.panned', dx: -step, dy: 0 },
  ArrowUp: { type: 'view.panned', dx: 0, dy: step },
  ArrowDown: { type: 'view.panned', dx: 0, dy: -step },
}

type Position = { clientX: number; clientY: number }

function fromMiddle(element: Element, { clientX, clientY }: Position) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** One pointer pans the board; two pointers zoom it around their midpoint. */
function usePointers(actor: board.BoardViewActor) {
  const pointers = useRef(new Map<number, Position>())
  const release = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      pointers.current.set(event.pointerId, event)
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId)
      if (!before) return
      const { clientX, clientY } = event
      const [other] = [...pointers.current].flatMap(([id, at]) => (id === event.pointerId ? [] : [at]))
      pointers.current.set(event.pointerId, { clientX, clientY })
      if (!other) {
        actor.send({ type: 'view.panned', dx: clientX - before.clientX, dy: clientY - before.clientY })
        return
      }
      const distanceTo = (at: Position) => Math.hypot(at.clientX - other.clientX, at.clientY - other.clientY)
      const midpoint = { clientX: (clientX + other.clientX) / 2, clientY: (clientY + other.clientY) / 2 }
      const factor = distanceTo({ clientX, clientY }) / Math.max(1, distanceTo(before))
      actor.send({ type: 'view.zoomed', factor, at: fromMiddle(event.currentTarget, midpoint) })
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

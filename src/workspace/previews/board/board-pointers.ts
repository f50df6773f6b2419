import { type PointerEvent, useRef } from 'react'

import type { BoardViewActor } from '../../../../machines/previews/board/board-view.machine'

type Position = { clientX: number; clientY: number }

/** The position of a pointer in pixels from the center of an element. */
export function fromMiddle(element: Element, { clientX, clientY }: Position) {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

/** A press that moves less than this, in pixels, is a click. */
const clickSize = 4

/** One pointer pans the board, or clicks it if the pointer hardly moves; two pointers zoom it around their midpoint. */
export function useBoardPointers(actor: BoardViewActor, onClick: (event: PointerEvent) => void) {
  const pointers = useRef(new Map<number, Position>())
  /**
   * The position at which the only pointer was pressed; null if there is another pointer, or once this one has moved.
   */
  const pressed = useRef<Position | null>(null)
  const move = (event: PointerEvent, before: Position) => {
    const { clientX, clientY } = event
    const { current: start } = pressed
    if (start && Math.hypot(clientX - start.clientX, clientY - start.clientY) >= clickSize) pressed.current = null
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
  }
  const release = ({ pointerId }: PointerEvent) => {
    pointers.current.delete(pointerId)
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      const { clientX, clientY } = event
      pointers.current.set(event.pointerId, { clientX, clientY })
      pressed.current = pointers.current.size === 1 && event.button === 0 ? { clientX, clientY } : null
    },
    onPointerMove: (event: PointerEvent) => {
      const before = pointers.current.get(event.pointerId)
      if (before) move(event, before)
      actor.send({ type: 'pointer.moved', at: fromMiddle(event.currentTarget, event) })
    },
    onPointerUp: (event: PointerEvent) => {
      release(event)
      if (pressed.current) onClick(event)
      pressed.current = null
    },
    onPointerCancel: (event: PointerEvent) => {
      release(event)
      pressed.current = null
    },
    onPointerLeave: () => actor.send({ type: 'pointer.moved', at: null }),
  }
}

import {
  autoUpdate,
  computePosition,
  flip,
  type Middleware,
  type MiddlewareData,
  offset,
  shift,
  size,
} from '@floating-ui/dom'
import { useLayoutEffect, useState } from 'react'

import { mostListHeight } from './request-row-style'

/** In px. */
const gap = 4
const edge = 8
const leastWidth = 224
/** About three choices. */
const leastHeight = 128

/**
 * Moves a list above its field if it would cover the next field of the row, unless there is not enough space above for
 * a few choices.
 *
 * @param field the element that contains the input of the field
 */
const keepNextFieldFree = (field: Element): Middleware => ({
  name: 'keepNextFieldFree',
  fn: ({ x, y, placement, rects: { floating, reference }, middlewareData }) => {
    const next = field.closest('.field')?.nextElementSibling?.getBoundingClientRect()
    const hasSpace = reference.y - gap - edge >= Math.min(floating.height, leastHeight)
    if (!next || !hasSpace || isMoved(middlewareData) || placement.startsWith('top')) return {}
    const isFree =
      y + floating.height <= next.top || next.bottom <= y || x + floating.width <= next.left || next.right <= x
    return isFree ? {} : { data: { isMoved: true }, reset: { placement: 'top-start' } }
  },
})

const isMoved = (data: MiddlewareData) => data['keepNextFieldFree'] !== undefined

/** Does not undo the move of keepNextFieldFree: a list that is too tall for the space above is shortened instead. */
const flipUnlessMoved = flip(({ middlewareData }) => ({ padding: edge, mainAxis: !isMoved(middlewareData) }))

/**
 * Positions an open list below its field, or above it if it does not fit there or would cover the next field. The
 * list always stays within the window, so that scroll containers around the field do not clip it.
 */
export function useAnchoredList(isOpen: boolean) {
  const [field, setField] = useState<HTMLElement | null>(null)
  const [list, setList] = useState<HTMLElement | null>(null)

  useLayoutEffect(() => {
    if (!isOpen || !field || !list) return
    const fit = size({
      padding: edge,
      apply: ({ availableHeight, middlewareData, rects: { reference } }) => {
        list.style.maxHeight = `${Math.min(mostListHeight, availableHeight)}px`
        // A moved list would cover the label of the next field if it were wider than its own field.
        list.style.width = `${isMoved(middlewareData) ? reference.width : Math.max(leastWidth, reference.width)}px`
      },
    })
    const middleware = [offset(gap), flipUnlessMoved, keepNextFieldFree(field), fit, shift({ padding: edge })]
    const place = async () => {
      const { x, y } = await computePosition(field, list, { strategy: 'fixed', placement: 'bottom-start', middleware })
      list.style.translate = `${x}px ${y}px`
    }
    return autoUpdate(field, list, () => void place().catch(console.error))
  }, [isOpen, field, list])

  return { field: setField, list: setList }
}

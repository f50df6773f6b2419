import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Content that keeps its state when the frame around it is replaced. React would remount it, because its parent
 * changes. Therefore it is rendered into a separate element, which is moved between the frames. Render `content` once,
 * outside the frames, and `place` in the visible frame.
 */
export function useKeptContent(children: ReactNode) {
  const [kept] = useState(movableElement)
  const attach = useCallback((frame: HTMLElement | null) => (frame ? kept.moveTo(frame) : kept.remember()), [kept])
  return { content: createPortal(children, kept.element), place: <chakra.div ref={attach} h="full" /> }
}

/**
 * An element that keeps the scroll positions and the focus within it when it is moved, although the browser resets
 * both.
 */
function movableElement() {
  const element = document.createElement('div')
  element.style.height = '100%'
  let restore = () => {}
  return {
    element,
    /** Called while the element is still in its frame. */
    remember: () => {
      const scrolled = [...element.querySelectorAll('*')].flatMap((one) =>
        one.scrollTop === 0 && one.scrollLeft === 0 ? [] : [{ one, top: one.scrollTop, left: one.scrollLeft }],
      )
      const focused = element.contains(document.activeElement) ? document.activeElement : null
      restore = () => {
        for (const { one, top, left } of scrolled) one.scrollTo({ top, left, behavior: 'instant' })
        if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
      }
    },
    moveTo: (frame: HTMLElement) => {
      frame.append(element)
      restore()
      restore = () => {}
    },
  }
}

import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Content that keeps its state while the frame around it is replaced by another one. React would start it over, because its
 * parent differs; here it is rendered into an element of its own, which moves. Render `content` once, outside of the frames,
 * and `place` in the frame that is shown.
 */
export function useKeptContent(children: ReactNode) {
  const [element] = useState(() => {
    const own = document.createElement('div')
    own.style.height = '100%'
    return own
  })
  const attach = useCallback(
    (frame: HTMLElement | null) => {
      frame?.append(element)
    },
    [element],
  )
  return { content: createPortal(children, element), place: <chakra.div ref={attach} h="full" /> }
}

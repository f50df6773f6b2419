import { chakra } from '@chakra-ui/react/styled-system'
import { type ReactNode, useCallback, useState } from 'react'
import { createPortal } from 'react-dom'

/**
 * Content that keeps its state when the frame around it is replaced. React would remount it, because its parent
 * changes. Therefore it is rendered into a separate element, which is moved between the frames. Render `content` once,
 * outside the frames, and `place` in the visible frame.
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

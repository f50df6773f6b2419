import { chakra } from '@chakra-ui/react/styled-system'
import { mdiClose } from '@mdi/js'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'

import { Icon } from './icon'

type SidePanelProps = { title: string; onClose: () => void; children: ReactNode }

/** An open dialog or list handles Escape itself. */
const ownEscape = '[data-scope=dialog][data-state=open], [role=combobox][aria-expanded=true]'

/**
 * A non-modal panel next to the content that it belongs to. It receives the focus when it opens. Escape closes it from
 * anywhere on the page.
 */
export function SidePanel({ title, onClose, children }: SidePanelProps) {
  const panel = useRef<HTMLElement>(null)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    // Content that was moved here from another frame can have the focus (kept-content.tsx).
    if (!panel.current?.contains(document.activeElement)) panel.current?.focus({ preventScroll: true })
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector(ownEscape)) return
      close()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [])

  return (
    <chakra.section
      ref={panel}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      position="relative"
      display="flex"
      flexDirection="column"
      minW="0"
      minH="0"
      p="4"
      bg="bg.panel"
      borderWidth="1px"
      borderRadius="l3"
      outline="none"
    >
      <chakra.div display="flex" alignItems="start" gap="2" mb="2">
        <chakra.h2
          flex="1"
          minW="0"
          py="1"
          textStyle="md"
          fontFamily="mono"
          fontWeight="semibold"
          overflowWrap="anywhere"
        >
          {title}
        </chakra.h2>
        <chakra.button
          type="button"
          aria-label="Close"
          display="grid"
          placeItems="center"
          p="2"
          borderRadius="l2"
          cursor="pointer"
          focusVisibleRing="outside"
          _hover={{ bg: 'bg.muted' }}
          onClick={onClose}
        >
          <Icon path={mdiClose} size="20px" />
        </chakra.button>
      </chakra.div>
      <chakra.div flex="1" minH="0" overflow="auto" data-scroller>
        {children}
      </chakra.div>
    </chakra.section>
  )
}

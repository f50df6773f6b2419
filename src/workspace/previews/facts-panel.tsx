import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

type FactsPanelProps = {
  label: string
  facts: string
  /** Whether the panel is hidden in a narrow window. */
  isHidden?: boolean
  children: ReactNode
}

/** A panel next to a drawing: the facts of the file in one paragraph, then controls. */
export function FactsPanel({ label, facts, isHidden = false, children }: FactsPanelProps) {
  return (
    <chakra.aside
      aria-label={label}
      minW="0"
      minH="0"
      overflow="auto"
      display={{ base: isHidden ? 'none' : 'grid', lg: 'grid' }}
      // A wide part scrolls on its own, so that the other parts are not cut off.
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
      alignContent="start"
    >
      <chakra.p textStyle="sm" color="fg.muted">
        {facts}
      </chakra.p>
      {children}
    </chakra.aside>
  )
}

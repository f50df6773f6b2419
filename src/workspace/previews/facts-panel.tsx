import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

/** Beside a drawing: what the file holds in a sentence, and below it what can be chosen. */
export function FactsPanel({ label, facts, children }: { label: string; facts: string; children: ReactNode }) {
  return (
    <chakra.aside aria-label={label} minW="0" minH="0" overflow="auto" display="grid" gap="4" alignContent="start">
      <chakra.p textStyle="sm" color="fg.muted">
        {facts}
      </chakra.p>
      {children}
    </chakra.aside>
  )
}

import { chakra } from '@chakra-ui/react/styled-system'
import type { ReactNode } from 'react'

/** The scrolling content of a tab. It is focusable, so that it can also be scrolled by keyboard. */
export const TabSection = ({ label, children }: { label: string; children: ReactNode }) => (
  <chakra.section
    aria-label={label}
    tabIndex={0}
    flex="1"
    minH="0"
    overflow="auto"
    display="flex"
    flexDirection="column"
    gap="3"
  >
    {children}
  </chakra.section>
)

import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'

import { pageControls } from '../../ui/theme/accessibility-styles'
import { RequestsView, type RequestsViewProps } from './requests-view'

/** The page that lists the requests of all projects and shows the open one. */
export function RequestsPage(view: RequestsViewProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The element that opened the page is gone, so move the focus to the page's heading for keyboard and screen reader
  // users.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <chakra.div
      px={{ base: '4', md: '8' }}
      py="6"
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="5"
      maxW="1200px"
      w="full"
      mx="auto"
      css={pageControls}
    >
      <chakra.h1 ref={heading} tabIndex={-1} textStyle="2xl" fontWeight="semibold" outline="none">
        Simulation requests
      </chakra.h1>
      <RequestsView {...view} />
    </chakra.div>
  )
}

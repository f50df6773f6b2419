import { chakra } from '@chakra-ui/react/styled-system'

import { skipControl } from '../../ui/theme/skip-control'

/** The first focusable element, which skips the menu. */
export function SkipLink() {
  return (
    <chakra.a href="#main" css={skipControl}>
      Skip to content
    </chakra.a>
  )
}

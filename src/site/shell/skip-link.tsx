import { chakra } from '@chakra-ui/react/styled-system'

/** The first focusable element, which skips the menu. */
export function SkipLink() {
  return (
    <chakra.a
      href="#main"
      position="absolute"
      top="2"
      left="4"
      zIndex="skipNav"
      px="4"
      py="2"
      borderRadius="l2"
      bg="primary.solid"
      color="primary.contrast"
      focusVisibleRing="outside"
      css={{ '&:not(:focus)': { clipPath: 'inset(50%)', pointerEvents: 'none' } }}
    >
      Skip to content
    </chakra.a>
  )
}

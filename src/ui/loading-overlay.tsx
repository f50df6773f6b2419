import { Spinner } from '@chakra-ui/react/spinner'
import { chakra } from '@chakra-ui/react/styled-system'

/**
 * Covers the page until it is known who is there. Styles alone draw it, so it paints from prerendered HTML; without
 * JavaScript nobody would take it away, so public/no-script.css hides `[data-loading-overlay]`.
 */
export function LoadingOverlay() {
  return (
    <chakra.div
      data-loading-overlay=""
      role="status"
      position="fixed"
      inset="0"
      zIndex="overlay"
      display="grid"
      placeContent="center"
      justifyItems="center"
      gap="4"
      bg="bg"
      color="fg.muted"
    >
      <Spinner size="xl" color="primary.solid" css={{ '--spinner-track-color': 'colors.bg.emphasized' }} />
      <span>Loading...</span>
    </chakra.div>
  )
}

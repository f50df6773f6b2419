import { Spinner } from '@chakra-ui/react/spinner'
import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'

/**
 * Covers the page until the sign-in status is known. It uses only CSS, so it paints from prerendered HTML, and a CSS
 * animation ends it 4 s later even if no code is loaded. Until this component mounts, public/before-app.js makes the covered
 * content inert. Without JavaScript, public/no-script.css hides `[data-loading-overlay]`.
 */
export function LoadingOverlay() {
  const overlay = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const { current } = overlay
    const page = current?.parentElement
    if (!page || getComputedStyle(current).visibility === 'hidden') return
    const setInert = (inert: boolean) => {
      for (const element of page.children) element.toggleAttribute('inert', inert && element !== current)
    }
    setInert(true)
    return () => setInert(false)
  }, [])
  return (
    <chakra.div
      ref={overlay}
      data-loading-overlay=""
      animation="uncover 1ms 4s forwards"
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

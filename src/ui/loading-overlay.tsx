import { Spinner } from '@chakra-ui/react/spinner'
import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useRef } from 'react'

/**
 * Covers the page until it is known who is there. Styles alone draw it, so it paints from prerendered HTML, and end it 4 s
 * after that, whatever has become of the code. public/before-app.js takes the keyboard away from what it covers until
 * this does; without JavaScript public/no-script.css hides `[data-loading-overlay]`.
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

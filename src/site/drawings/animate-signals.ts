/**
 * Draws the signals of a board drawing once, unless the visitor prefers reduced motion. Without this code the drawing is
 * complete.
 */
export function animateSignals(drawing: Element | null) {
  if (!drawing || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  import('./draw-signals').then(
    ({ drawSignals }) => drawSignals(drawing),
    () => {},
  )
}

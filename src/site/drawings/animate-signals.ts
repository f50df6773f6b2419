/**
 * Animates the signals of a board drawing once, unless the visitor prefers reduced motion. The drawing is complete even
 * without this code.
 */
export function animateSignals(drawing: Element | null) {
  if (!drawing || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return
  import('./draw-signals').then(
    ({ drawSignals }) => drawSignals(drawing),
    () => {},
  )
}

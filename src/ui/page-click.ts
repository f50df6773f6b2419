import type { MouseEvent } from 'react'

/**
 * Handles a click on a link by opening its page without loading the document again. Clicks that open a new tab or
 * window are left to the browser.
 */
export const pageClick = (open: () => void) => (event: MouseEvent) => {
  const { button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
  event.preventDefault()
  open()
}

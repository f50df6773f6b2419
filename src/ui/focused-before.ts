const controls = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]']
  .map((one) => `${one}:not(:disabled)`)
  .join(', ')

/**
 * Returns the cleanup of a layout effect, which runs before an element is removed: if the element has the focus, the
 * nearest control before it in the same dialog or page gets it.
 */
export const focusedBefore = (element: HTMLElement | null) => () => {
  if (!element || document.activeElement !== element) return
  const around = element.closest('[role=dialog], main') ?? document.body
  const before = [...around.querySelectorAll<HTMLElement>(controls)].filter(
    (one) => one.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING,
  )
  // Runs once the elements are removed.
  queueMicrotask(() => {
    if (document.activeElement === document.body) before.findLast((one) => one.isConnected)?.focus()
  })
}

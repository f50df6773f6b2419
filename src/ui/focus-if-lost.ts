/** A ref to an element that gets the focus when it appears, if the element that had the focus is gone. */
export function focusIfLost(element: HTMLElement | null) {
  if (document.activeElement === document.body) element?.focus()
}

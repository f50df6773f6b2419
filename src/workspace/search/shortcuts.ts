export type Shortcut = 'search' | 'shortcuts'

const isText = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))

/** The shortcut for a key press; null if there is none. A question mark in a text field is text. */
export function shortcutOf(event: KeyboardEvent): Shortcut | null {
  if (event.defaultPrevented || event.isComposing || event.altKey) return null
  const isCommand = event.ctrlKey || event.metaKey
  if (isCommand && !event.shiftKey && event.key.toLowerCase() === 'k') return 'search'
  return !isCommand && event.key === '?' && !isText(event.target) ? 'shortcuts' : null
}

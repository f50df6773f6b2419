import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'

/**
 * A button with a dropdown panel. Escape and losing focus close the panel. After Escape or a selection, the focus
 * returns to the button.
 */
export function useDropdown() {
  const [open, setOpen] = useState(false)
  const panelId = useId()
  const button = useRef<HTMLButtonElement>(null)

  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  return {
    close,
    around: {
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape' && open) close()
      },
      // A click on a non-focusable element has no related target, so a click outside closes the panel like Tab does.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      },
    },
    button: { ref: button, 'aria-expanded': open, 'aria-controls': panelId, onClick: () => setOpen(!open) },
    panel: { id: panelId, hidden: !open, tabIndex: -1 },
  }
}

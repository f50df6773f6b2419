import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react'

/**
 * A button and the panel that it opens. Escape and leaving it close the panel; closed by Escape or by what was chosen in
 * it, the focus goes back to the button.
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
      // A press on nothing focusable leaves with no related target, so a press beside the panel closes it as Tab does.
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      },
    },
    button: { ref: button, 'aria-expanded': open, 'aria-controls': panelId, onClick: () => setOpen(!open) },
    panel: { id: panelId, hidden: !open, tabIndex: -1 },
  }
}

import { FocusTrap } from '@zag-js/focus-trap'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** Notices stand beside the app's root, which an open dialog hides, and can be reached while it is open. */
const notice = '[data-notice]'

/** The trap fails at a part of it in which nothing takes the focus. */
const usableNotices = `${notice}:not([hidden]):has(a[href], button)`

export const isInNotice = (target: EventTarget | null) => target instanceof Element && target.closest(notice) !== null

type DialogFocus = {
  /** Where the focus begins; null for the first thing that takes it. */
  first: () => HTMLElement | null
  /** Where it goes in the end when what opened the dialog is gone. */
  successor: () => HTMLElement | null
}

/**
 * Keeps the focus in a dialog and in the notices beside it, and gives it back in the end. The dialog's own trap would keep
 * it out of the notices.
 */
export function useDialogFocus(content: RefObject<HTMLElement | null>, { first, successor }: DialogFocus) {
  const [opener] = useState(() => document.activeElement)
  const initialFocus = useEffectEvent(first)
  const returnFocus = useEffectEvent(() =>
    opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : successor(),
  )

  useEffect(() => {
    let trap: FocusTrap | null = null
    const begin = () => {
      const { current } = content
      if (!current) return
      trap = new FocusTrap(current, {
        document,
        initialFocus: initialFocus() ?? undefined,
        fallbackFocus: current,
        setReturnFocus: (previous) => returnFocus() ?? previous,
        delayInitialFocus: false,
        escapeDeactivates: false,
        allowOutsideClick: true,
        preventScroll: true,
      })
      trap.activate()
    }
    // Notices come and go: the trap looks for them whenever the focus is about to move.
    const includeNotices = ({ type, target, key }: Partial<KeyboardEvent>) => {
      const isMoving = type === 'keydown' ? key === 'Tab' : isInNotice(target ?? null)
      if (!isMoving || !trap || !content.current) return
      trap.updateContainerElements([content.current, ...document.querySelectorAll<HTMLElement>(usableNotices)])
    }
    // By then the dialog is in the page.
    const frame = requestAnimationFrame(begin)
    // On the window, so that it comes before the trap's own listeners.
    addEventListener('keydown', includeNotices, true)
    addEventListener('focusin', includeNotices, true)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('keydown', includeNotices, true)
      removeEventListener('focusin', includeNotices, true)
      trap?.deactivate()
    }
  }, [content])
}

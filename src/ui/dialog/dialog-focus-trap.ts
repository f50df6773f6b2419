import { FocusTrap } from '@zag-js/focus-trap'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/** An open dialog hides the app's root. Notices are rendered next to the root, so they stay reachable. */
const notice = '[data-notice]'

/** Excludes notices without a focusable element, for which the focus trap would throw. */
const usableNotices = `${notice}:not([hidden]):has(a[href], button)`

export const isInNotice = (target: EventTarget | null) => target instanceof Element && target.closest(notice) !== null

/** The element that opened each dialog. */
const openers = new WeakMap<Element, Element | null>()

/**
 * The opener or, if it was in another dialog that has closed as well, the opener of that dialog; null if neither
 * exists.
 */
function presentOpener(opener: Element | null | undefined): HTMLElement | null {
  if (!(opener instanceof HTMLElement) || opener === document.body) return null
  if (opener.isConnected) return opener
  const dialog = opener.closest('[role=dialog]')
  return dialog && presentOpener(openers.get(dialog))
}

type DialogFocus = {
  /** Returns the element to focus initially; null for the first focusable one. */
  first: () => HTMLElement | null
  /** Returns the element to focus on close if the element that opened the dialog no longer exists. */
  successor: () => HTMLElement | null
}

/**
 * Traps the focus in a dialog and the notices next to it, and restores it on close. The dialog component's own trap
 * would exclude the notices. The returned function provides the element for the dialog component's own initial focus,
 * which is set in a later frame, when the user may already have moved the focus.
 */
export function useDialogFocusTrap(content: RefObject<HTMLElement | null>, { first, successor }: DialogFocus) {
  const [opener] = useState(() => document.activeElement)
  /** The element that has the focus, if it was moved into the dialog or a notice since the dialog was opened. */
  const movedFocus = () => {
    const focused = document.activeElement
    // The opener is inside if it is part of content that was moved here from another frame (kept-content.tsx).
    const isMoved = focused !== content.current && (focused !== opener || content.current?.contains(opener))
    const isInside = content.current?.contains(focused) || isInNotice(focused)
    return isMoved && isInside && focused instanceof HTMLElement ? focused : null
  }
  const initialElement = () => movedFocus() ?? first()
  const initialFocus = useEffectEvent(initialElement)
  const returnFocus = useEffectEvent(() => presentOpener(opener) ?? successor())

  useEffect(() => {
    let trap: FocusTrap | null = null
    const activate = () => {
      const { current } = content
      if (!current || trap) return
      openers.set(current, opener)
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
    const endTrap = () => {
      trap?.deactivate()
      trap = null
    }
    // Notices appear and disappear, so the trap updates its containers whenever the focus is about to move.
    const includeNotices = ({ type, target, key }: Partial<KeyboardEvent>) => {
      // If the focus arrives before the animation frame, the trap of the dialog behind this one would take it back.
      if (target instanceof Node && content.current?.contains(target)) activate()
      // While the dialog is being removed, the list behind it can take the focus before this effect ends. A trap whose
      // element is gone would throw.
      if (trap && !content.current) endTrap()
      const isMoving = type === 'keydown' ? key === 'Tab' : isInNotice(target ?? null)
      if (!isMoving) return
      activate()
      if (!trap || !content.current) return
      trap.updateContainerElements([content.current, ...document.querySelectorAll<HTMLElement>(usableNotices)])
    }
    // Deferred until the dialog is in the document.
    const frame = requestAnimationFrame(activate)
    // The listeners are on the window, so that they run before the trap's own.
    addEventListener('keydown', includeNotices, true)
    addEventListener('focusin', includeNotices, true)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('keydown', includeNotices, true)
      removeEventListener('focusin', includeNotices, true)
      endTrap()
    }
  }, [content, opener])

  return initialElement
}

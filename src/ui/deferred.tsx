import { type ReactNode, Suspense, use, useLayoutEffect, useRef } from 'react'

/**
 * Buttons in parts that are not hydrated have no handlers, so the last click is stored and repeated after hydration. Early
 * form submissions are handled by public/before-app.js.
 */
let early: { button: HTMLElement; click: Event } | null = null

if (!import.meta.env.SSR) {
  const remember = (click: Event) => {
    const { target } = click
    const button =
      target instanceof Element ? target.closest<HTMLElement>('[data-later] button:not([type=submit])') : null
    early = button && { button, click }
  }
  document.addEventListener('click', remember, true)
}

/**
 * A prerendered part that hydrates when `after` resolves, or immediately if it is null, so that it does not delay content
 * that is needed first. Its children should be lazy components and identical on every render, because React discards the
 * prerendered content of a part that changes before it hydrates.
 */
export function Later({ after, children }: { after: Promise<unknown> | null; children: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <Part after={after}>{children}</Part>
    </Suspense>
  )
}

function Part({ after, children }: { after: Promise<unknown> | null; children: ReactNode }) {
  if (after) use(after)
  const part = useRef<HTMLDivElement>(null)
  // Runs in the same task as the hydration, so that no click can occur after the handlers are attached and before
  // `data-later` is removed.
  useLayoutEffect(() => {
    part.current?.removeAttribute('data-later')
    if (!early || early.button.closest('[data-later]')) return
    // React hydrates a part while a click on it is dispatched, if it can, and then handles that click itself.
    if (early.click.eventPhase === Event.NONE) early.button.click()
    early = null
  }, [])
  return (
    <div ref={part} data-later="" style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

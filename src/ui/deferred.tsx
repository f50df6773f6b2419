import { type ReactNode, Suspense, use, useEffect, useRef } from 'react'

/**
 * Buttons in parts that are not hydrated have no handlers, so the last click is stored and repeated after hydration. Early
 * form submissions are handled by public/before-app.js.
 */
let earlyClick: HTMLElement | null = null
const hydrated = new WeakSet<Element>()

const partOf = (element: Element) => element.closest('[data-later]')

if (!import.meta.env.SSR) {
  const remember = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button:not([type=submit])') : null
    const part = button && partOf(button)
    earlyClick = part && !hydrated.has(part) ? button : null
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
  useEffect(() => {
    const { current } = part
    if (!current) return
    hydrated.add(current)
    if (earlyClick && partOf(earlyClick) === current) earlyClick.click()
  }, [])
  return (
    <div ref={part} data-later="" style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

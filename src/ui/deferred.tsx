import { type ReactNode, Suspense, use, useEffect, useRef } from 'react'

/** Buttons in parts that are not alive yet have no handlers: the last press is kept and repeated when they have. Forms keep theirs. */
const alive = new WeakSet<Element>()
let earlyPress: HTMLElement | null = null

const partOf = (element: Element) => element.closest('[data-later]')

if (!import.meta.env.SSR) {
  const remember = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button:not([type=submit])') : null
    const part = button && partOf(button)
    earlyPress = part && !alive.has(part) ? button : null
  }
  document.addEventListener('click', remember, true)
}

/**
 * A part that is prerendered and comes alive when `after` is over, or at once where that is null: what is not needed for
 * the first use must not delay it. Its children should be loaded lazily, and the same elements from render to render,
 * since React gives a part up that changes before it is alive.
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
    alive.add(current)
    if (earlyPress && partOf(earlyPress) === current) earlyPress.click()
  }, [])
  return (
    <div ref={part} data-later="" style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

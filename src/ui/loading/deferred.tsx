import { type ReactNode, Suspense, use, useEffect, useRef } from 'react'

import { repeatPress } from './early-press'

/**
 * A prerendered part that hydrates when `after` resolves, so that it does not delay content that is needed first. If
 * `after` is null, it hydrates immediately. Its children should be lazy components and identical on every render,
 * because React discards the prerendered content of a part that changes before it hydrates.
 */
export function Later({ name = '', after, children }: LaterProps) {
  return (
    <Suspense fallback={null}>
      <Part name={name} after={after}>
        {children}
      </Part>
    </Suspense>
  )
}

type LaterProps = { name?: string; after: Promise<unknown> | null; children: ReactNode }

function Part({ name, after, children }: LaterProps) {
  if (after) use(after)
  const part = useRef<HTMLDivElement>(null)
  // Runs after the part's own effects, which start its machines. Until then, presses are held: a machine that has not
  // started would handle a press before its actors' first reports, such as the width of the window.
  useEffect(() => {
    part.current?.removeAttribute('data-later')
    repeatPress(part.current)
  }, [])
  return (
    <div ref={part} data-later={name} style={{ display: 'contents' }}>
      {children}
    </div>
  )
}

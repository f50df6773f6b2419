import { type ReactNode, Suspense, use } from 'react'

/**
 * A part that is prerendered and comes alive when `after` is over, or at once where that is null: what is not needed for
 * the first use must not delay it. Its children should be loaded lazily, and the same elements from render to render,
 * since React gives a part up that changes before it is alive.
 */
export function Later({ after, children }: { after: Promise<unknown> | null; children: ReactNode }) {
  return (
    <Suspense fallback={null}>
      <Wait after={after}>{children}</Wait>
    </Suspense>
  )
}

function Wait({ after, children }: { after: Promise<unknown> | null; children: ReactNode }) {
  if (after) use(after)
  return children
}

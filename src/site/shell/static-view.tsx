import { type ComponentType, lazy, Suspense } from 'react'

import { exists, Kept } from './prerendered-part'

/**
 * The view of a route whose page needs no code. A direct visit keeps the prerendered page, whose code is never loaded;
 * a navigation preloads the page.
 */
export function staticView(part: string, load: () => Promise<{ default: ComponentType }>) {
  const Page = lazy(load)
  const View = () => (
    <Kept part={part}>
      <Suspense>
        <Page />
      </Suspense>
    </Kept>
  )
  const preload = async (): Promise<void> => {
    if (!exists(part)) await load()
  }
  return Object.assign(View, { preload })
}

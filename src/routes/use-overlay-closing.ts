import { useState } from 'react'
import { waitFor } from 'xstate'

import type { Services } from '../app/services'

type Loading = Services['session']['loading']

const isCovered = (snapshot: ReturnType<Loading['getSnapshot']>) => snapshot.hasTag('overlay')

/** Returns a promise that resolves when the overlay closes; null if it is already closed or during prerendering. */
export function useOverlayClosing(loading: Loading): Promise<unknown> | null {
  const [opening] = useState(() =>
    import.meta.env.SSR || !isCovered(loading.getSnapshot())
      ? null
      : waitFor(loading, (snapshot) => !isCovered(snapshot)),
  )
  return opening
}

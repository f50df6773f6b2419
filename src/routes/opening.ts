import { useState } from 'react'
import { waitFor } from 'xstate'

import type { Services } from '../app/services'

type Loading = Services['session']['loading']

const isCovered = (snapshot: ReturnType<Loading['getSnapshot']>) => snapshot.hasTag('overlay')

/** When the overlay goes; null where there is none: it has gone, or nobody looks at the page that is being prerendered. */
export function useOpening(loading: Loading): Promise<unknown> | null {
  const [opening] = useState(() =>
    import.meta.env.SSR || !isCovered(loading.getSnapshot())
      ? null
      : waitFor(loading, (snapshot) => !isCovered(snapshot)),
  )
  return opening
}

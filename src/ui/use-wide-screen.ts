import { useSyncExternalStore } from 'react'

const query = '(min-width: 768px)'

const subscribe = (changed: () => void) => {
  const media = matchMedia(query)
  media.addEventListener('change', changed)
  return () => media.removeEventListener('change', changed)
}

/** Returns whether the screen is wide enough for the columns of a table. */
export const useWide = () => useSyncExternalStore(subscribe, () => matchMedia(query).matches)

import { useSyncExternalStore } from 'react'

const queries = { table: '(min-width: 768px)', panel: '(min-width: 1024px)' }

const followed = (query: string) => ({
  subscribe: (changed: () => void) => {
    const media = matchMedia(query)
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  },
  isWide: () => matchMedia(query).matches,
})

const screens = { table: followed(queries.table), panel: followed(queries.panel) }

/** Returns whether the screen is wide enough for the columns of a table, or for a panel beside a list. */
export const useWide = (forWhat: keyof typeof queries = 'table') =>
  useSyncExternalStore(screens[forWhat].subscribe, screens[forWhat].isWide)

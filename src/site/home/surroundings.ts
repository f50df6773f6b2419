import { createContext, useContext } from 'react'

import type { SiteMachines } from '../machines'

type Surroundings = {
  /** The sections' machines with their real work. */
  machines: SiteMachines
  /** Shows a notice that a machine emits. */
  tell: (text: string) => void
}

const SurroundingsContext = createContext<Surroundings | null>(null)

export const SiteProvider = SurroundingsContext.Provider

/** What the site's sections start and speak to. */
export function useSite(): Surroundings {
  const site = useContext(SurroundingsContext)
  if (!site) throw new Error('useSite needs a SiteProvider above it.')
  return site
}

import { createContext, useContext } from 'react'

import type { SiteMachines } from '../machines'

type SiteServices = {
  /** The sections' machines with their real work. */
  machines: SiteMachines
  /** Shows a notice that a machine emits. */
  tell: (text: string) => void
}

const SiteServicesContext = createContext<SiteServices | null>(null)

export const SiteProvider = SiteServicesContext.Provider

/** What the site's sections start and speak to. */
export function useSite(): SiteServices {
  const site = useContext(SiteServicesContext)
  if (!site) throw new Error('useSite needs a SiteProvider above it.')
  return site
}

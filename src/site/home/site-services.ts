import { createContext, useContext } from 'react'

import type { Notify } from '../../ui/notices/notify'
import type { SiteMachines } from '../machines'

type SiteServices = {
  /** The machines of the sections, with their implementations. */
  machines: SiteMachines
  /** Shows a notice emitted by a machine. */
  notify: Notify
}

const SiteServicesContext = createContext<SiteServices | null>(null)

export const SiteProvider = SiteServicesContext.Provider

/** Returns the services for the sections of the site. */
export function useSite(): SiteServices {
  const site = useContext(SiteServicesContext)
  if (!site) throw new Error('useSite must be used within a SiteProvider.')
  return site
}

import { useSyncExternalStore } from 'react'

/** The login URL in prerendered pages, which do not know the runtime configuration. */
const prerenderedLoginUrl = '/workspace'

const never = () => () => {}

/**
 * Returns the login URL. Hydration uses the prerendered value, because React does not correct attributes, and the next
 * render uses the configured one.
 */
export const useLoginUrl = (configured: string) =>
  useSyncExternalStore(
    never,
    () => configured,
    () => prerenderedLoginUrl,
  )

import { useSyncExternalStore } from 'react'

import { prerenderedLoginUrl } from '../app/login-links'

const never = () => () => {}

/**
 * Returns the login URL. Hydration uses the prerendered value, because React does not correct attributes that differ;
 * the next render uses the configured one.
 */
export const useLoginUrl = (configured: string) =>
  useSyncExternalStore(
    never,
    () => configured,
    () => prerenderedLoginUrl,
  )

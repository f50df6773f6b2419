import { useSyncExternalStore } from 'react'

/** What a prerendered page says: it cannot know the configuration that it will be served with. */
const prerenderedLoginUrl = '/workspace'

const never = () => () => {}

/** Where Login leads: hydrated as it was prerendered, since React leaves an attribute alone, and then as configured. */
export const useLoginUrl = (configured: string) =>
  useSyncExternalStore(
    never,
    () => configured,
    () => prerenderedLoginUrl,
  )

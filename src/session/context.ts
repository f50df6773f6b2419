import { createContext, useContext } from 'react'

import type { SessionActor } from '../../machines/session/session.machine'

const SessionContext = createContext<SessionActor | null>(null)

export const SessionProvider = SessionContext.Provider

/** The one session of the page, for views to select from and send to. */
export function useSession(): SessionActor {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider above it.')
  return session
}

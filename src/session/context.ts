import { createContext, useContext } from 'react'

import type { SessionActor } from '../../machines/session/session.machine'

const SessionContext = createContext<SessionActor | null>(null)

export const SessionProvider = SessionContext.Provider

/** Returns the page's session actor. */
export function useSession(): SessionActor {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession must be used within a SessionProvider.')
  return session
}

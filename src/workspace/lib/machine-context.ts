import { createContext, useContext } from 'react'

/**
 * Creates the context through which a domain's views access its machines. `domain` is used in the error message for a
 * missing provider.
 */
export function machineContext<Machines extends object>(domain: string) {
  const Context = createContext<Machines | null>(null)

  function useMachines(): Machines {
    const machines = useContext(Context)
    if (!machines) throw new Error(`The machines of ${domain} must be used within a WorkspaceProvider.`)
    return machines
  }

  return { Context, useMachines }
}

import { createContext, useContext } from 'react'

import type { CallingUser, ProductApi } from '../../api/product'

/** Connects a domain's machines to the product API. `currentUser` is evaluated on each call. */
type Connect<Machines> = (api: ProductApi, currentUser: () => CallingUser) => Machines

/** Returns a domain's machines. */
export type Connection = <Machines extends object>(connect: Connect<Machines>) => Machines

const Context = createContext<Connection | null>(null)

export const WorkspaceProvider = Context

/** Connects each domain once, when it is first used, so that a domain's code can be loaded with its dialogs. */
export function connectWorkspace(api: ProductApi, currentUser: () => CallingUser): Connection {
  const connected = new Map<Connect<object>, object>()
  return <Machines extends object>(connect: Connect<Machines>) => {
    const machines = connected.get(connect) ?? connect(api, currentUser)
    connected.set(connect, machines)
    return machines as Machines
  }
}

/** Creates the hook through which a domain's views get its machines. */
export function machinesHook<Machines extends object>(connect: Connect<Machines>) {
  return function useMachines(): Machines {
    const connection = useContext(Context)
    if (!connection) throw new Error('The workspace’s machines must be used within a WorkspaceProvider.')
    return connection(connect)
  }
}

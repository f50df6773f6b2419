import { createContext } from 'react'

/** The height of the workspace's header in px, including its border. Elements that stick below the header use this height. */
export const workspaceHeaderHeight = 49

/** The place in the workspace's header where a page shows the name of the open project; null if there is no such header. */
export const HeaderSlot = createContext<HTMLElement | null>(null)

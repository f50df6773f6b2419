import { createContext } from 'react'

/** The height of the workspace's header in px, including its border. What sticks below it uses this height. */
export const workspaceHeaderHeight = 49

/** The place in the workspace's header where a page shows what is open; null if there is no such header. */
export const HeaderSlot = createContext<HTMLElement | null>(null)

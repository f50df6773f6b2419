import { createContext } from 'react'

/**
 * The height of the workspace's header in px, including its border. Elements that stick below the header use this
 * height.
 */
export const workspaceHeaderHeight = 49

/** The element in the workspace's header in which a page shows the open project's name; null without such a header. */
export const HeaderSlot = createContext<HTMLElement | null>(null)

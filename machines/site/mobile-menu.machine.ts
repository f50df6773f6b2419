import { type SnapshotFrom, setup } from 'xstate'

import { placeholderCallback } from '../lib/placeholder-actor'

/**
 * The mobile menu. While it is open, the page behind it cannot scroll or receive focus. It exists only on narrow
 * screens, so it closes when the screen becomes wide, to unlock the page. Back and Forward also close it.
 */
export const mobileMenuMachine = setup({
  types: {
    events: {} as
      | { type: 'menu.toggled' }
      | { type: 'menu.closed' }
      | { type: 'screen.widened' }
      | { type: 'page.left' },
    tags: {} as 'open',
  },
  actors: {
    /** Locks the page behind the menu while the actor is running. */
    lockPage: placeholderCallback('lockPage'),
    /** Sends screen.widened when the screen becomes wide. */
    followWidth: placeholderCallback('followWidth'),
    /** Sends page.left when the user goes back or forward. */
    followHistory: placeholderCallback('followHistory'),
  },
}).createMachine({
  id: 'mobileMenu',
  initial: 'closed',
  states: {
    closed: {
      on: { 'menu.toggled': 'open' },
    },
    open: {
      tags: 'open',
      invoke: [{ src: 'lockPage' }, { src: 'followWidth' }, { src: 'followHistory' }],
      on: { 'menu.toggled': 'closed', 'menu.closed': 'closed', 'screen.widened': 'closed', 'page.left': 'closed' },
    },
  },
})

export const isOpen = (snapshot: SnapshotFrom<typeof mobileMenuMachine>) => snapshot.hasTag('open')

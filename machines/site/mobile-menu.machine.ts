import { type SnapshotFrom, setup } from 'xstate'

import { placeholderCallback } from '../lib/placeholder-actor'

/**
 * The menu of narrow screens, open or closed. While it is open the page behind neither scrolls nor takes the focus; a
 * screen that becomes wide has no such menu, so it closes there, and the page is never left locked. Back and Forward close
 * it too.
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
    /** Holds the page still for as long as it runs. */
    lockPage: placeholderCallback('lockPage'),
    /** Sends screen.widened. */
    followWidth: placeholderCallback('followWidth'),
    /** Sends page.left when the person goes back or forward. */
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

import { emit, setup } from 'xstate'

import { placeholderCallback } from '../lib/placeholder-actor'
import { hiddenMs } from './stream-pauses'

/**
 * Whether this tab has been hidden for a while, so that it need not follow changes. A tab that is hidden only briefly
 * continues to follow them.
 */
export const hiddenTabMachine = setup({
  types: {
    events: {} as { type: 'page.hidden' } | { type: 'page.shown' },
    emitted: {} as { type: 'tab.rested' } | { type: 'tab.returned' },
  },
  actors: {
    /** Reports page.hidden and page.shown: immediately for the current state, then for each change. */
    watchVisibility: placeholderCallback('watchVisibility'),
  },
  delays: { hiddenPause: hiddenMs },
}).createMachine({
  id: 'hiddenTab',
  initial: 'visible',
  invoke: { src: 'watchVisibility' },
  states: {
    visible: { on: { 'page.hidden': 'hidden' } },
    hidden: { on: { 'page.shown': 'visible' }, after: { hiddenPause: 'resting' } },
    resting: {
      entry: emit({ type: 'tab.rested' }),
      on: { 'page.shown': { target: 'visible', actions: emit({ type: 'tab.returned' }) } },
    },
  },
})

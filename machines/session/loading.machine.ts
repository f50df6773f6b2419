import { setup } from 'xstate'

/**
 * The loading overlay at startup. It covers the page until there is content and the sign-in status is known, but for at
 * most 4 seconds. A status that arrives later is still used.
 */
export const loadingMachine = setup({
  types: {
    events: {} as
      /** There is content behind the overlay: prerendered, or rendered by the browser. */
      { type: 'content.shown' } | { type: 'status.known' },
    tags: {} as 'overlay',
  },
  actions: {
    warnOfTimeout: () => {},
  },
  delays: {
    overlayLimit: 4_000,
  },
}).createMachine({
  id: 'loading',
  initial: 'covered',
  states: {
    covered: {
      tags: 'overlay',
      after: { overlayLimit: { target: 'open', actions: 'warnOfTimeout' } },
      initial: 'empty',
      states: {
        empty: { on: { 'content.shown': 'undecided', 'status.known': 'unrendered' } },
        undecided: { on: { 'status.known': '#loading.open' } },
        unrendered: { on: { 'content.shown': '#loading.open' } },
      },
    },
    open: {},
  },
})

import { setup } from 'xstate'

/**
 * The overlay at the start: it lies over the page until the sign-in status is known, and never longer than 4 seconds.
 * A status that comes later still counts; it just no longer covers the page.
 */
export const loadingMachine = setup({
  types: {
    events: {} as { type: 'status.known' },
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
      on: { 'status.known': 'open' },
      after: { overlayLimit: { target: 'open', actions: 'warnOfTimeout' } },
    },
    open: {},
  },
})

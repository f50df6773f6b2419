import { setup } from 'xstate'

/**
 * The loading overlay at startup. It covers the page until the sign-in status is known, but for at most 4 seconds. A
 * status that arrives later is still used.
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

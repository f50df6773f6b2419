import { emit, type SnapshotFrom, setup } from 'xstate'

/**
 * The closing of a dialog: not while something is on its way, and only after a question while something is typed and not
 * sent. It closes once, however often it is asked to, since closing goes back in the browser's history.
 */
export const dialogMachine = setup({
  types: {
    events: {} as
      | { type: 'closing.requested'; isBusy: boolean; isUnsent: boolean }
      | { type: 'discard.confirmed' }
      | { type: 'discard.cancelled' },
    emitted: {} as { type: 'dialog.closed' },
    tags: {} as 'asking',
  },
  guards: {
    isBusy: (_, busy: boolean) => busy,
    isUnsent: (_, unsent: boolean) => unsent,
  },
}).createMachine({
  id: 'dialog',
  initial: 'open',
  states: {
    open: {
      on: {
        'closing.requested': [
          { guard: { type: 'isBusy', params: ({ event }) => event.isBusy } },
          { guard: { type: 'isUnsent', params: ({ event }) => event.isUnsent }, target: 'asking' },
          { target: 'closed' },
        ],
      },
    },
    asking: {
      tags: 'asking',
      on: { 'discard.confirmed': 'closed', 'discard.cancelled': 'open' },
    },
    closed: { entry: emit({ type: 'dialog.closed' }) },
  },
})

/** Whether the person is asked before what they typed is gone. */
export const isAskingToDiscard = (snapshot: SnapshotFrom<typeof dialogMachine>) => snapshot.hasTag('asking')

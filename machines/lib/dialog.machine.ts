import { emit, type SnapshotFrom, setup } from 'xstate'

/**
 * Closes a dialog. Closing is blocked while a call is in progress, and has to be confirmed if there is unsent input.
 * The dialog closes only once even if closing is requested repeatedly, because each closing would navigate back in the
 * browser's history.
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

/** Whether the user is being asked to confirm that unsent input may be discarded. */
export const isAskingToDiscard = (snapshot: SnapshotFrom<typeof dialogMachine>) => snapshot.hasTag('asking')

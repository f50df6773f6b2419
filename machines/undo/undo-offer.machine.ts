import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import { isRefusal } from '../lib/refusal'

/** The deleted items that can be restored. */
export type Deleted =
  | { kind: 'project'; projectId: string; name: string }
  | { kind: 'files'; projectId: string; files: { id: string; name: string }[] }

/**
 * An offer to undo a deletion. It lasts 10 seconds, and the time starts over after the pointer or focus has left the
 * offer. The server keeps deleted items a little longer, so that a slow call still succeeds. A call without a response
 * can be repeated, since restoring twice has no further effect.
 */
export const undoOfferMachine = setup({
  types: {
    input: {} as Deleted,
    context: {} as { deleted: Deleted; failure: string | null },
    events: {} as
      | { type: 'undo.requested' }
      | { type: 'offer.closed' }
      /** The pointer or focus is on the offer. */
      | { type: 'offer.entered' }
      | { type: 'offer.left' },
    tags: {} as 'open',
  },
  actors: { restore: placeholderActor<void, Deleted>('restore') },
  actions: {
    /** Updates the open file lists. */
    tellFollowers: (_, _deleted: Deleted) => {},
    /** Updates the list of projects. */
    tellRestored: () => {},
    fail: assign({
      failure: (_, { error }: { error: unknown }) => messageOf(error, 'The deletion could not be undone.'),
    }),
    /** Removes the offer from the page. */
    remove: () => {},
  },
  delays: { offerTime: 10_000 },
}).createMachine({
  id: 'undoOffer',
  context: ({ input }) => ({ deleted: input, failure: null }),
  initial: 'offered',
  states: {
    offered: {
      tags: 'open',
      on: { 'undo.requested': 'restoring', 'offer.closed': 'gone' },
      initial: 'counting',
      states: {
        counting: { on: { 'offer.entered': 'held' }, after: { offerTime: '#undoOffer.gone' } },
        held: { on: { 'offer.left': 'counting' } },
      },
    },
    restoring: {
      // Even after a failure, some of the items may have been restored.
      exit: [{ type: 'tellFollowers', params: ({ context }) => context.deleted }, 'tellRestored'],
      invoke: {
        src: 'restore',
        input: ({ context }) => context.deleted,
        onDone: 'gone',
        onError: [
          {
            guard: ({ event }) => isRefusal(event.error),
            target: 'refused',
            actions: { type: 'fail', params: ({ event }) => event },
          },
          { target: 'failed', actions: { type: 'fail', params: ({ event }) => event } },
        ],
      },
    },
    failed: { tags: 'open', on: { 'undo.requested': 'restoring', 'offer.closed': 'gone' } },
    refused: { on: { 'offer.closed': 'gone' } },
    gone: { type: 'final', entry: 'remove' },
  },
})

type Snapshot = SnapshotFrom<typeof undoOfferMachine>

export const undoFailureOf = (snapshot: Snapshot) => snapshot.context.failure
export const isRestoring = (snapshot: Snapshot) => snapshot.matches('restoring')
/** Whether the deletion can still be undone, as far as is known. */
export const isUndoable = (snapshot: Snapshot) => snapshot.hasTag('open')

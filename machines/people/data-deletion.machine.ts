import { assign, emit, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'

export type DataDeletion = { username: string; removeFiles: boolean }

const noResponse =
  'The server did not respond, so your data may already have been deleted. Please try again: if it was deleted, you will be signed out.'

/**
 * The deletion of the user's data. It requires the username as confirmation, and repeated confirmations delete only
 * once. After a failure, the dialog stays open and keeps the typed text.
 */
export const dataDeletionMachine = setup({
  types: {
    input: {} as { username: string },
    context: {} as DataDeletion & { typed: string; failure: string | null },
    events: {} as
      | { type: 'name.typed'; text: string }
      | { type: 'files.chosen'; removeFiles: boolean }
      | { type: 'deletion.confirmed' },
    emitted: {} as { type: 'data.deleted' },
  },
  actors: { deleteData: placeholderActor<void, DataDeletion>('deleteData') },
  guards: {
    isNamed: ({ context: { typed, username } }) => typed.trim() === username,
  },
}).createMachine({
  id: 'dataDeletion',
  context: ({ input }) => ({ ...input, typed: '', removeFiles: false, failure: null }),
  initial: 'asking',
  states: {
    asking: {
      on: {
        'name.typed': { actions: assign({ typed: ({ event }) => event.text }) },
        'files.chosen': { actions: assign({ removeFiles: ({ event }) => event.removeFiles, failure: null }) },
        'deletion.confirmed': { guard: 'isNamed', target: 'deleting', actions: assign({ failure: null }) },
      },
    },
    deleting: {
      invoke: {
        src: 'deleteData',
        input: ({ context: { username, removeFiles } }) => ({ username, removeFiles }),
        onDone: 'deleted',
        onError: {
          target: 'asking',
          actions: assign({ failure: ({ event }) => messageOf(event.error, noResponse) }),
        },
      },
    },
    deleted: { type: 'final', entry: emit({ type: 'data.deleted' }) },
  },
})

type Snapshot = SnapshotFrom<typeof dataDeletionMachine>

export const isDeleting = (snapshot: Snapshot) => snapshot.matches('deleting')
export const isDeleted = (snapshot: Snapshot) => snapshot.matches('deleted')
/** Whether the username has been typed, so that the deletion can be confirmed. */
export const canDelete = (snapshot: Snapshot) => snapshot.can({ type: 'deletion.confirmed' })
export const typedOf = (snapshot: Snapshot) => snapshot.context.typed
/** Whether the files of orders should be deleted too. */
export const removeFilesOf = (snapshot: Snapshot) => snapshot.context.removeFiles
export const deletionFailureOf = (snapshot: Snapshot) => snapshot.context.failure

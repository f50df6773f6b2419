import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import type { Side } from './conversation.machine'

/** A file of a request: an ordered one, a delivered one, or an attachment of a message. */
export type SavedFile = { id: string; name: string }

/** Downloads files of a request, one at a time. After a failure, the user can try again. */
export const requestFileSavingMachine = setup({
  types: {
    input: {} as { requestId: string; side: Side },
    context: {} as {
      requestId: string
      side: Side
      /** The file that is being saved, or could not be saved. */
      file: SavedFile | null
      failure: string | null
    },
    events: {} as { type: 'file.requested'; file: SavedFile },
  },
  actors: {
    saveFile: placeholderActor<void, { requestId: string; side: Side; file: SavedFile | null }>('saveFile'),
  },
}).createMachine({
  id: 'requestFileSaving',
  context: ({ input }) => ({ ...input, file: null, failure: null }),
  initial: 'resting',
  states: {
    resting: {
      on: {
        'file.requested': { target: 'saving', actions: assign({ file: ({ event }) => event.file, failure: null }) },
      },
    },
    saving: {
      invoke: {
        src: 'saveFile',
        input: ({ context: { requestId, side, file } }) => ({ requestId, side, file }),
        onDone: 'resting',
        onError: {
          target: 'resting',
          actions: assign({
            failure: ({ context, event }) =>
              `${context.file?.name ?? 'The file'} could not be downloaded. ${messageOf(event.error, 'The connection was lost.')}`,
          }),
        },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof requestFileSavingMachine>

/** The id of the file that is being saved, or null. */
export const savingFileOf = (snapshot: Snapshot) =>
  snapshot.matches('saving') ? (snapshot.context.file?.id ?? null) : null
export const savingFailureOf = ({ context }: Snapshot) => context.failure

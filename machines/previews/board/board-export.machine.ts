import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'

/** The exports of a board: the current view as a picture, or the nets as a table. */
export type BoardExport = 'png' | 'svg' | 'csv'

/** Saves the current view of a board, or its nets. One file is saved at a time. */
export const boardExportMachine = setup({
  types: {
    context: {} as { wanted: BoardExport; failure: string | null },
    events: {} as { type: 'export.requested'; wanted: BoardExport },
    tags: {} as 'busy',
  },
  actors: { saveExport: placeholderActor<void, BoardExport>('saveExport') },
}).createMachine({
  id: 'boardExport',
  context: { wanted: 'png', failure: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'export.requested': {
          target: 'saving',
          actions: assign({ wanted: ({ event }) => event.wanted, failure: null }),
        },
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'saveExport',
        input: ({ context }) => context.wanted,
        onDone: 'idle',
        onError: {
          target: 'idle',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'The file could not be saved.') }),
        },
      },
    },
  },
})

export type BoardExportActor = ActorRefFrom<typeof boardExportMachine>
type Snapshot = SnapshotFrom<typeof boardExportMachine>

export const isSaving = (snapshot: Snapshot) => snapshot.matches('saving')
export const exportFailureOf = ({ context }: Snapshot) => context.failure

import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderCallback } from '../lib/placeholder-actor'

/** The events reported by the actor that receives the zip. */
export type ExportEvent =
  | { type: 'export.progressed'; received: number }
  | { type: 'export.finished' }
  | { type: 'export.failed'; error: unknown }

/**
 * The export of the user's data: a zip that is received and saved. Only one is received at a time. Nothing is saved
 * until the whole zip has arrived.
 */
export const dataExportMachine = setup({
  types: {
    context: {} as { received: number; failure: string | null },
    events: {} as { type: 'export.requested' } | { type: 'export.cancelled' } | ExportEvent,
  },
  actors: {
    /** Receives and saves the zip. Stopping the actor cancels the call. */
    receiveExport: placeholderCallback('receiveExport'),
  },
}).createMachine({
  id: 'dataExport',
  context: { received: 0, failure: null },
  initial: 'ready',
  states: {
    ready: { on: { 'export.requested': 'receiving' } },
    receiving: {
      entry: assign({ received: 0, failure: null }),
      invoke: { src: 'receiveExport' },
      on: {
        'export.progressed': { actions: assign({ received: ({ event }) => event.received }) },
        'export.finished': 'saved',
        'export.failed': {
          target: 'ready',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'Your data could not be exported.') }),
        },
        'export.cancelled': 'ready',
      },
    },
    saved: { on: { 'export.requested': 'receiving' } },
  },
})

type Snapshot = SnapshotFrom<typeof dataExportMachine>

export const isReceiving = (snapshot: Snapshot) => snapshot.matches('receiving')
export const isSaved = (snapshot: Snapshot) => snapshot.matches('saved')
/** The number of bytes received so far. */
export const receivedOf = (snapshot: Snapshot) => snapshot.context.received
export const exportFailureOf = (snapshot: Snapshot) => snapshot.context.failure

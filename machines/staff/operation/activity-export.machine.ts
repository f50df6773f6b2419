import { assign, setup, type SnapshotFrom } from 'xstate'

import { messageOr } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import { allActivity, type StaffActivityFilter } from './staff-activity.machine'

/**
 * Downloads the activity of all projects that matches the filter, as a CSV file. The list stays usable during the
 * download.
 */
export const activityExportMachine = setup({
  types: {
    context: {} as { filter: StaffActivityFilter; failure: string | null },
    events: {} as { type: 'export.requested'; filter: StaffActivityFilter },
  },
  actors: {
    exportActivity: placeholderActor<void, StaffActivityFilter>('exportActivity'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
  },
}).createMachine({
  id: 'activityExport',
  context: { filter: allActivity, failure: null },
  initial: 'none',
  states: {
    none: {
      on: {
        'export.requested': {
          target: 'exporting',
          actions: assign({ filter: ({ event }) => event.filter, failure: null }),
        },
      },
    },
    exporting: {
      invoke: {
        src: 'exportActivity',
        input: ({ context }) => context.filter,
        onDone: 'none',
        onError: {
          target: 'none',
          actions: { type: 'fail', params: messageOr('The activity could not be downloaded.') },
        },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof activityExportMachine>

export const exportFailureOf = ({ context }: Snapshot) => context.failure
export const isExporting = (snapshot: Snapshot) => snapshot.matches('exporting')

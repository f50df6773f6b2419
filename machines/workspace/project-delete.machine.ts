import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { notProvided } from '../lib/not-provided'

/** The question before a project is deleted. Nothing is deleted without a yes, and one yes deletes once. */
export const projectDeleteMachine = setup({
  types: {
    input: {} as { projectId: string },
    context: {} as { projectId: string; failure: string | null },
    events: {} as { type: 'delete.confirmed' },
    tags: {} as 'busy',
  },
  actors: {
    deleteProject: notProvided<void, { projectId: string }>('deleteProject'),
  },
}).createMachine({
  id: 'projectDelete',
  context: ({ input }) => ({ projectId: input.projectId, failure: null }),
  initial: 'asking',
  states: {
    asking: {
      on: { 'delete.confirmed': { target: 'deleting', actions: assign({ failure: null }) } },
    },
    deleting: {
      tags: 'busy',
      invoke: {
        src: 'deleteProject',
        input: ({ context }) => ({ projectId: context.projectId }),
        onDone: 'deleted',
        onError: {
          target: 'asking',
          actions: assign({ failure: ({ event }) => messageOf(event.error, 'Failed to delete project') }),
        },
      },
    },
    deleted: { type: 'final' },
  },
})

type Snapshot = SnapshotFrom<typeof projectDeleteMachine>

export const isBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isDeleted = (snapshot: Snapshot) => snapshot.matches('deleted')
export const failureOf = (snapshot: Snapshot) => snapshot.context.failure

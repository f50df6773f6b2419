import { assign, emit, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import type { PresenceEvent, PresenceInput } from './project-presence'

export type Deletion = components['schemas']['ProjectDeletion']

/**
 * The confirmation before a project is deleted. It shows what is deleted with the project, or why the project cannot be
 * deleted. Nothing is deleted without confirmation, and repeated confirmations delete only once. If someone else
 * deletes the project first, there is nothing left to confirm.
 */
export const projectDeleteMachine = setup({
  types: {
    input: {} as PresenceInput,
    /** `deletion` is null until it is loaded, or if it could not be loaded. */
    context: {} as PresenceInput & { deletion: Deletion | null; failure: string | null },
    events: {} as { type: 'delete.confirmed' } | PresenceEvent,
    emitted: {} as { type: 'project.deleted' },
    tags: {} as 'busy',
  },
  actors: {
    loadDeletion: placeholderActor<Deletion, { projectId: string }>('loadDeletion'),
    deleteProject: placeholderActor<void, { projectId: string }>('deleteProject'),
    followPresence: placeholderCallback<PresenceInput>('followPresence'),
  },
  guards: {
    isRefused: (_, { refusal }: Deletion) => refusal !== null,
  },
}).createMachine({
  id: 'projectDelete',
  context: ({ input }) => ({ ...input, deletion: null, failure: null }),
  invoke: {
    src: 'followPresence',
    input: ({ context: { projectId, projects } }) => ({ projectId, projects }),
  },
  initial: 'looking',
  states: {
    looking: {
      on: { 'project.lost': 'lost' },
      invoke: {
        src: 'loadDeletion',
        input: ({ context }) => ({ projectId: context.projectId }),
        onDone: [
          {
            guard: { type: 'isRefused', params: ({ event }) => event.output },
            target: 'refused',
            actions: assign({ deletion: ({ event }) => event.output }),
          },
          { target: 'asking', actions: assign({ deletion: ({ event }) => event.output }) },
        ],
        // The user can confirm nevertheless, because the API performs the same check before it deletes the project.
        onError: 'asking',
      },
    },
    asking: {
      on: {
        'delete.confirmed': { target: 'deleting', actions: assign({ failure: null }) },
        'project.lost': 'lost',
      },
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
    refused: { on: { 'project.lost': 'lost' } },
    lost: {
      on: { 'project.found': { target: 'looking', actions: assign({ deletion: null, failure: null }) } },
    },
    deleted: { type: 'final', entry: emit({ type: 'project.deleted' }) },
  },
})

type Snapshot = SnapshotFrom<typeof projectDeleteMachine>

export const isDeletionBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isLost = (snapshot: Snapshot) => snapshot.matches('lost')
export const isLooking = (snapshot: Snapshot) => snapshot.matches('looking')
export const deletionFailureOf = (snapshot: Snapshot) => snapshot.context.failure
export const deletionOf = (snapshot: Snapshot) => snapshot.context.deletion
/** Why the project cannot be deleted. Null if it can be, or if this is not known. */
export const refusalOf = (snapshot: Snapshot) => snapshot.context.deletion?.refusal ?? null

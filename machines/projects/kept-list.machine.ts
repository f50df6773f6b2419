import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor } from '../lib/placeholder-actor'
import type { Project } from './project-list'

/** The list of projects that a user last saw. */
export type KeptList = { userId: string; projects: Project[] }

/**
 * Stores in the browser the list of projects that the user last saw, so that the workspace can show it before the
 * server responds. It is shown only to the same user. It is removed when another user signs in or nobody is signed in.
 */
export const keptListMachine = setup({
  types: {
    context: {} as { userId: string; projects: Project[] | null },
    events: {} as
      | { type: 'user.known'; userId: string }
      /** The provider reports that nobody is signed in, or the user logs out. */
      | { type: 'user.gone' }
      /** The list was loaded or changed. */
      | { type: 'list.shown'; projects: Project[] },
  },
  actors: {
    /** Reads the list. If it belongs to another user, removes it and resolves with null. */
    readList: placeholderActor<Project[] | null, { userId: string }>('readList'),
  },
  actions: {
    storeList: (_, _list: KeptList) => {},
    removeList: () => {},
  },
}).createMachine({
  id: 'keptList',
  context: { userId: '', projects: null },
  initial: 'nobody',
  on: {
    'user.known': {
      guard: ({ context, event }) => context.userId !== event.userId,
      target: '.user',
      actions: assign({ userId: ({ event }) => event.userId, projects: null }),
    },
    'user.gone': { target: '.nobody', actions: [assign({ userId: '', projects: null }), 'removeList'] },
  },
  states: {
    nobody: {},
    user: {
      initial: 'reading',
      on: {
        'list.shown': {
          target: '.known',
          actions: [
            assign({ projects: ({ event }) => event.projects }),
            { type: 'storeList', params: ({ context: { userId }, event: { projects } }) => ({ userId, projects }) },
          ],
        },
      },
      states: {
        reading: {
          invoke: {
            src: 'readList',
            input: ({ context: { userId } }) => ({ userId }),
            onDone: { target: 'known', actions: assign({ projects: ({ event }) => event.output }) },
            // Without the kept list, the page waits for the server.
            onError: 'known',
          },
        },
        known: {},
      },
    },
  },
})

export type KeptListActor = ActorRefFrom<typeof keptListMachine>

/** The list to show until the server responds; null if there is none. */
export const keptProjectsOf = ({ context }: SnapshotFrom<typeof keptListMachine>) => context.projects

import { assign, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import type { Project } from './project-list'

/** The list of projects, which receives the projects that are found. */
export type ReceivingList = { send: (event: { type: 'projects.found'; projects: Project[] }) => void }

/**
 * Searches, by words or by an id, the projects that are missing from the list because the list has a maximum length,
 * and adds those that it finds to the list. The search begins when typing pauses.
 */
export const olderProjectsMachine = setup({
  types: {
    input: {} as { query: string; projects: ReceivingList },
    context: {} as { query: string; projects: ReceivingList; failure: string | null },
    events: {} as { type: 'query.changed'; query: string } | { type: 'search.retry' },
    tags: {} as 'busy',
  },
  actors: { findProjects: placeholderActor<Project[], { query: string }>('findProjects') },
  guards: {
    isBlank: ({ context }) => context.query.trim() === '',
    isSame: ({ context }, query: string) => context.query.trim() === query.trim(),
  },
  delays: { typingPause: 250 },
}).createMachine({
  id: 'olderProjects',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'choosing',
  on: {
    'query.changed': [
      { guard: { type: 'isSame', params: ({ event }) => event.query } },
      { target: '.choosing', actions: assign({ query: ({ event }) => event.query }) },
    ],
  },
  states: {
    choosing: {
      entry: assign({ failure: null }),
      always: [{ guard: 'isBlank', target: 'resting' }, { target: 'pausing' }],
    },
    resting: {},
    pausing: { tags: 'busy', after: { typingPause: 'finding' } },
    finding: {
      tags: 'busy',
      invoke: {
        src: 'findProjects',
        input: ({ context }) => ({ query: context.query.trim() }),
        onDone: {
          target: 'found',
          actions: ({ context, event }) => context.projects.send({ type: 'projects.found', projects: event.output }),
        },
        onError: {
          target: 'failed',
          actions: assign({
            failure: ({ event }) => messageOf(event.error, 'Older projects could not be searched.'),
          }),
        },
      },
    },
    found: {},
    failed: { on: { 'search.retry': { target: 'finding', actions: assign({ failure: null }) } } },
  },
})

type Snapshot = SnapshotFrom<typeof olderProjectsMachine>

export const isSearchingOlder = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const olderFailureOf = ({ context }: Snapshot) => context.failure

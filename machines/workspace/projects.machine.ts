import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf } from '../lib/message-of'
import { notProvided } from '../lib/not-provided'

export type Project = components['schemas']['Project']

/**
 * The list of projects. A list that cannot be loaded is shown empty, with the reason and a way to try again, so that
 * nobody takes a failed call for lost work. At most one project is selected.
 */
export const projectsMachine = setup({
  types: {
    input: {} as { selectedId: string | null },
    context: {} as { projects: Project[]; selectedId: string | null; failure: string | null },
    events: {} as
      | { type: 'projects.reload' }
      | { type: 'project.selected'; id: string | null }
      | { type: 'project.created'; project: Project },
    tags: {} as 'busy',
  },
  actors: {
    loadProjects: notProvided<Project[]>('loadProjects'),
  },
  actions: {
    select: assign({ selectedId: (_, id: string | null) => id }),
  },
}).createMachine({
  id: 'projects',
  context: ({ input }) => ({ projects: [], selectedId: input.selectedId, failure: null }),
  initial: 'loading',
  on: {
    'projects.reload': '.loading',
    'project.selected': { actions: { type: 'select', params: ({ event }) => event.id } },
    'project.created': {
      actions: [
        assign({ projects: ({ context, event }) => [event.project, ...context.projects] }),
        { type: 'select', params: ({ event }) => event.project.id },
      ],
    },
  },
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadProjects',
        onDone: { target: 'shown', actions: assign({ projects: ({ event }) => event.output, failure: null }) },
        onError: {
          target: 'shown',
          actions: assign({
            projects: [],
            failure: ({ event }) => messageOf(event.error, 'Your projects could not be loaded.'),
          }),
        },
      },
    },
    shown: {},
  },
})

export type ProjectsActor = ActorRefFrom<typeof projectsMachine>
type Snapshot = SnapshotFrom<typeof projectsMachine>

export const isLoading = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const projectsOf = (snapshot: Snapshot) => snapshot.context.projects
export const selectedIdOf = (snapshot: Snapshot) => snapshot.context.selectedId
export const failureOf = (snapshot: Snapshot) => snapshot.context.failure

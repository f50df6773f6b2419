import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOr } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import type { ActivityEntry, ActivityKind } from './activity-sentence'

export type ActivityPage = components['schemas']['ActivityPage']
export type ActivityPerson = components['schemas']['ActivityPerson']

/** `kind` is null for all kinds. `person` is the id of a user, or null for everyone. */
export type ActivityFilter = { kind: ActivityKind | null; person: string | null }
export type ActivityPageWanted = ActivityFilter & { projectId: string; cursor: string | null }

/**
 * The activity of a project: lists it page by page, newest first, filtered by kind and person. When the filter changes,
 * a call that is still running is canceled, and the list starts again at the first page. Administrators can download
 * the complete activity, independently of the list and its filter.
 */
export const projectActivityMachine = setup({
  types: {
    input: {} as { projectId: string; filter: ActivityFilter },
    context: {} as {
      projectId: string
      filter: ActivityFilter
      entries: ActivityEntry[]
      /** The cursor of the next page, or null on the last page. */
      next: string | null
      /** Everyone with activity in the project, regardless of the filter. */
      people: ActivityPerson[]
      failure: string | null
      exportFailure: string | null
    },
    events: {} as
      | { type: 'activity.retry' }
      | { type: 'filter.chosen'; filter: ActivityFilter }
      | { type: 'page.requested' }
      | { type: 'export.requested' },
  },
  actors: {
    loadPage: placeholderActor<ActivityPage, ActivityPageWanted>('loadPage'),
    /** Downloads the complete activity as a CSV file. */
    exportActivity: placeholderActor<void, { projectId: string }>('exportActivity'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    clearFailure: assign({ failure: null }),
  },
  guards: {
    hasMore: ({ context }) => context.next !== null,
    isOther: ({ context: { filter } }, wanted: ActivityFilter) =>
      filter.kind !== wanted.kind || filter.person !== wanted.person,
  },
}).createMachine({
  id: 'projectActivity',
  context: ({ input }) => ({
    ...input,
    entries: [],
    next: null,
    people: [],
    failure: null,
    exportFailure: null,
  }),
  type: 'parallel',
  states: {
    list: {
      initial: 'loading',
      on: {
        'filter.chosen': {
          guard: { type: 'isOther', params: ({ event }) => event.filter },
          target: '.loading',
          actions: assign({ filter: ({ event }) => event.filter }),
        },
      },
      states: {
        loading: {
          entry: ['clearFailure', assign({ entries: [], next: null })],
          invoke: {
            src: 'loadPage',
            input: ({ context: { projectId, filter } }) => ({ projectId, ...filter, cursor: null }),
            onDone: {
              target: 'resting',
              actions: assign(({ context, event: { output } }) => ({
                entries: output.entries,
                next: output.next,
                people: output.people ?? context.people,
              })),
            },
            onError: {
              target: 'failed',
              actions: { type: 'fail', params: messageOr('The activity could not be loaded.') },
            },
          },
        },
        failed: {
          on: { 'activity.retry': 'loading' },
        },
        resting: {
          on: { 'page.requested': { guard: 'hasMore', target: 'loadingMore', actions: 'clearFailure' } },
        },
        loadingMore: {
          invoke: {
            src: 'loadPage',
            input: ({ context: { projectId, filter, next } }) => ({ projectId, ...filter, cursor: next }),
            onDone: {
              target: 'resting',
              actions: assign(({ context, event: { output } }) => ({
                entries: [...context.entries, ...output.entries],
                next: output.next,
              })),
            },
            onError: {
              target: 'resting',
              actions: { type: 'fail', params: messageOr('Older activity could not be loaded.') },
            },
          },
        },
      },
    },
    export: {
      initial: 'none',
      states: {
        none: {
          on: { 'export.requested': { target: 'exporting', actions: assign({ exportFailure: null }) } },
        },
        exporting: {
          invoke: {
            src: 'exportActivity',
            input: ({ context: { projectId } }) => ({ projectId }),
            onDone: 'none',
            onError: {
              target: 'none',
              actions: assign({
                exportFailure: ({ event }) => messageOr('The activity could not be downloaded.')({ event }),
              }),
            },
          },
        },
      },
    },
  },
})

export type ProjectActivityActor = ActorRefFrom<typeof projectActivityMachine>
type Snapshot = SnapshotFrom<typeof projectActivityMachine>

export const isActivityLoading = (snapshot: Snapshot) => snapshot.matches({ list: 'loading' })
export const hasActivityFailed = (snapshot: Snapshot) => snapshot.matches({ list: 'failed' })
export const isLoadingMore = (snapshot: Snapshot) => snapshot.matches({ list: 'loadingMore' })
export const isExporting = (snapshot: Snapshot) => snapshot.matches({ export: 'exporting' })
export const hasMore = ({ context }: Snapshot) => context.next !== null
export const entriesOf = ({ context }: Snapshot) => context.entries
export const peopleOf = ({ context }: Snapshot) => context.people
export const activityFailureOf = ({ context }: Snapshot) => context.failure
export const exportFailureOf = ({ context }: Snapshot) => context.exportFailure

import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { messageOr } from '../../lib/message-of'
import { placeholderActor, placeholderCallback } from '../../lib/placeholder-actor'
import type { CheckItem } from './checklist'

export type StaffRequest = components['schemas']['StaffRequest']

/** A task that a staff member performs on a request. */
export type StaffTask =
  | { kind: 'assign'; mine: boolean; from: string | null }
  | { kind: 'start' }
  | { kind: 'cancel' }
  | { kind: 'check'; item: CheckItem; done: boolean }
  | { kind: 'notes'; notes: string; version: number }

/**
 * A simulation request as seen by the staff. One task runs at a time. After a failed task, the request is loaded again,
 * because a colleague may have changed it. Typed notes are kept until they are saved or discarded, whatever happens.
 */
export const staffRequestMachine = setup({
  types: {
    input: {} as {
      requestId: string
      /** Typed notes that were not saved before the page was loaded; null if there are none. */
      notes: string | null
    },
    context: {} as {
      requestId: string
      request: StaffRequest | null
      task: StaffTask | null
      /** Typed notes that have not been saved; null if there are none. */
      notes: string | null
      failure: string | null
      isOutdated: boolean
    },
    events: {} as
      | { type: 'request.retry' }
      | { type: 'request.outdated' }
      | { type: 'request.taken' }
      | { type: 'request.returned' }
      | { type: 'request.started' }
      /** Asks to cancel an unpaid simulation request. */
      | { type: 'request.cancelled' }
      | { type: 'cancellation.confirmed' }
      | { type: 'cancellation.declined' }
      | { type: 'item.changed'; item: CheckItem; done: boolean }
      | { type: 'notes.typed'; text: string }
      | { type: 'notes.saved' }
      | { type: 'notes.discarded' }
      | { type: 'files.requested' },
    tags: {} as 'shown' | 'busy',
  },
  actors: {
    loadRequest: placeholderActor<StaffRequest, { requestId: string }>('loadRequest'),
    perform: placeholderActor<StaffRequest, { requestId: string; task: StaffTask | null }>('perform'),
    /** Downloads the input files of the request as a zip. */
    saveFiles: placeholderActor<void, { requestId: string; number: string }>('saveFiles'),
    /** Reports request.outdated. */
    followRequest: placeholderCallback<{ requestId: string }>('followRequest'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    clearFailure: assign({ failure: null }),
    /** Marks the notices about the request as read. */
    markRead: (_, _requestId: string) => {},
    /**
     * Shows the request. Typed notes that equal the stored ones count as saved, so that they cannot later overwrite a
     * colleague's notes.
     */
    show: assign(({ context: { notes } }, request: StaffRequest) => ({
      request,
      notes: notes === request.notes ? null : notes,
    })),
    markUpdated: assign({ isOutdated: false }),
    begin: assign((_, task: StaffTask) => ({ task })),
    /** Drops the typed notes once they are saved, unless they were changed in the meantime. */
    dropSavedNotes: assign(({ context: { task, notes } }) => ({
      notes: task?.kind === 'notes' && task.notes === notes ? null : notes,
    })),
  },
  guards: {
    isOutdated: ({ context }) => context.isOutdated,
    hasNotes: ({ context }) => context.notes !== null,
  },
  delays: { updatePause: 30_000 },
}).createMachine({
  id: 'staffRequest',
  context: ({ input }) => ({
    ...input,
    request: null,
    task: null,
    failure: null,
    isOutdated: false,
  }),
  invoke: { src: 'followRequest', input: ({ context }) => ({ requestId: context.requestId }) },
  initial: 'loading',
  on: { 'request.outdated': { actions: assign({ isOutdated: true }) } },
  states: {
    loading: {
      entry: 'clearFailure',
      invoke: {
        src: 'loadRequest',
        input: ({ context }) => ({ requestId: context.requestId }),
        onDone: {
          target: 'shown',
          actions: [
            { type: 'markRead', params: ({ context }) => context.requestId },
            { type: 'show', params: ({ event }) => event.output },
          ],
        },
        onError: { target: 'failed', actions: { type: 'fail', params: messageOr('The request could not be loaded.') } },
      },
    },
    failed: { on: { 'request.retry': 'loading' } },
    shown: {
      tags: 'shown',
      on: {
        'notes.typed': { actions: assign({ notes: ({ event }) => event.text }) },
        'notes.discarded': { actions: assign({ notes: null }) },
      },
      initial: 'resting',
      states: {
        /** Any task can start, even during an update. The update is repeated after the task. */
        resting: {
          on: {
            'request.taken': {
              target: 'working',
              actions: {
                type: 'begin',
                params: ({ context }) => ({ kind: 'assign', mine: true, from: assigneeOf(context.request) }),
              },
            },
            'request.returned': {
              target: 'working',
              actions: {
                type: 'begin',
                params: ({ context }) => ({ kind: 'assign', mine: false, from: assigneeOf(context.request) }),
              },
            },
            'request.cancelled': 'confirmingCancellation',
            'request.started': { target: 'working', actions: { type: 'begin', params: { kind: 'start' } } },
            'item.changed': {
              target: 'working',
              actions: {
                type: 'begin',
                params: ({ event: { item, done } }) => ({ kind: 'check', item, done }),
              },
            },
            'notes.saved': {
              guard: 'hasNotes',
              target: 'working',
              actions: {
                type: 'begin',
                params: ({ context: { notes, request } }) => ({
                  kind: 'notes',
                  notes: notes ?? '',
                  version: request?.notes_version ?? 0,
                }),
              },
            },
            'files.requested': 'savingFiles',
          },
          initial: 'current',
          states: {
            current: { always: { guard: 'isOutdated', target: 'updating' } },
            updating: {
              on: { 'request.outdated': { target: 'updating', reenter: true } },
              invoke: {
                src: 'loadRequest',
                input: ({ context }) => ({ requestId: context.requestId }),
                onDone: {
                  target: 'current',
                  actions: [{ type: 'show', params: ({ event }) => event.output }, 'markUpdated'],
                },
                // Keep the displayed request. The user did not request this update, so no error is shown.
                onError: 'outdated',
              },
            },
            outdated: { after: { updatePause: 'updating' }, on: { 'request.outdated': 'updating' } },
          },
        },
        /** Asks for confirmation before an unpaid request is canceled. An update waits for the answer. */
        confirmingCancellation: {
          tags: 'busy',
          on: {
            'cancellation.confirmed': { target: 'working', actions: { type: 'begin', params: { kind: 'cancel' } } },
            'cancellation.declined': 'resting',
          },
        },
        working: {
          tags: 'busy',
          entry: 'clearFailure',
          invoke: {
            src: 'perform',
            input: ({ context: { requestId, task } }) => ({ requestId, task }),
            onDone: {
              target: 'resting',
              actions: [{ type: 'show', params: ({ event }) => event.output }, 'dropSavedNotes'],
            },
            onError: {
              target: 'checking',
              actions: { type: 'fail', params: messageOr('The change could not be saved.') },
            },
          },
        },
        /** Loads the request after a failed task, because a colleague may have changed it. */
        checking: {
          tags: 'busy',
          invoke: {
            src: 'loadRequest',
            input: ({ context }) => ({ requestId: context.requestId }),
            onDone: { target: 'resting', actions: { type: 'show', params: ({ event }) => event.output } },
            onError: '#staffRequest.shown.resting.outdated',
          },
        },
        savingFiles: {
          tags: 'busy',
          entry: 'clearFailure',
          invoke: {
            src: 'saveFiles',
            input: ({ context: { requestId, request } }) => ({ requestId, number: request?.summary.number ?? '' }),
            onDone: 'resting',
            onError: {
              target: 'resting',
              actions: { type: 'fail', params: messageOr('The files could not be downloaded.') },
            },
          },
        },
      },
    },
  },
})

const assigneeOf = (request: StaffRequest | null) => request?.summary.assignee?.id ?? null

export type StaffRequestActor = ActorRefFrom<typeof staffRequestMachine>
type Snapshot = SnapshotFrom<typeof staffRequestMachine>

export const staffRequestOf = ({ context }: Snapshot) => context.request
export const staffFailureOf = ({ context }: Snapshot) => context.failure
export const hasStaffFailed = (snapshot: Snapshot) => snapshot.matches('failed')
/** Whether a task is running or a confirmation is awaited, so that no other task can be started. */
export const isStaffBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isCancellationAsked = (snapshot: Snapshot) => snapshot.matches({ shown: 'confirmingCancellation' })
export const isSavingFiles = (snapshot: Snapshot) => snapshot.matches({ shown: 'savingFiles' })
/** The checklist item that is being saved, in its new state; null if none is. */
export const savedItemOf = (snapshot: Snapshot) => {
  const { task } = snapshot.context
  return snapshot.matches({ shown: 'working' }) && task?.kind === 'check' ? task : null
}
/** The notes as shown to the user. */
export const notesOf = ({ context: { notes, request } }: Snapshot) => notes ?? request?.notes ?? ''
/** The typed notes to keep across a reload. Null if there are none. */
export const notesDraftOf = ({ context }: Snapshot) => context.notes
/** The saved notes if the typed ones differ from them; otherwise null. */
export const savedNotesOf = ({ context: { notes, request } }: Snapshot) =>
  notes !== null && notes !== request?.notes ? (request?.notes ?? '') : null

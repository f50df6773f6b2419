import { type ActorRefFrom, assign, emit, enqueueActions, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOr } from '../lib/message-of'
import { placeholderActor } from '../lib/placeholder-actor'
import type { ProjectFile } from './file-order'

export type Revision = components['schemas']['Revision']
export type RevisionNamed = { fileId: string; revisionId: string }

/** The maximum length of a note, as in the API contract. */
export const maxNoteLength = 500

/**
 * The revisions of a file: lists them, saves notes on them, and restores and deletes earlier ones. Only one change runs
 * at a time. After a deletion or restoration that fails, for example because a request needs the revision, the list is
 * loaded again.
 */
export const fileRevisionsMachine = setup({
  types: {
    input: {} as { fileId: string },
    context: {} as {
      /** The id of the current revision, under which the file is listed. */
      fileId: string
      revisions: Revision[]
      /** The note that is being written. */
      note: { id: string; text: string } | null
      /** The id of the revision that is being restored or deleted. */
      changedId: string
      failure: string | null
      refusal: string | null
    },
    events: {} as
      | { type: 'revisions.reload' }
      | { type: 'note.begun'; id: string }
      | { type: 'note.typed'; text: string }
      | { type: 'note.dropped' }
      | { type: 'note.submitted' }
      | { type: 'revision.restored'; id: string }
      | { type: 'deletion.requested'; id: string }
      | { type: 'deletion.confirmed' }
      | { type: 'deletion.cancelled' },
    emitted: {} as { type: 'file.restored'; file: ProjectFile; gone: string } | { type: 'revision.deleted' },
    tags: {} as 'busy' | 'listed',
  },
  actors: {
    loadRevisions: placeholderActor<Revision[], { fileId: string }>('loadRevisions'),
    saveNote: placeholderActor<Revision, RevisionNamed & { note: string | null }>('saveNote'),
    restoreRevision: placeholderActor<ProjectFile, RevisionNamed>('restoreRevision'),
    deleteRevision: placeholderActor<void, RevisionNamed>('deleteRevision'),
  },
  actions: {
    refuse: assign({ refusal: (_, message: string) => message }),
    choose: assign((_, changedId: string) => ({ changedId, refusal: null })),
    replace: enqueueActions(({ context: { changedId, note }, enqueue }, revisions: Revision[]) => {
      enqueue.assign({ revisions, note: revisions.some(({ id }) => id === note?.id) ? note : null })
      if (!revisions.some(({ id }) => id === changedId)) enqueue.emit({ type: 'revision.deleted' })
    }),
  },
  guards: {
    /** The current revision cannot be restored or deleted. */
    isEarlier: ({ context }, id: string) => context.revisions.some((one) => one.id === id && !one.current),
    isWriting: ({ context }) => context.note !== null,
  },
}).createMachine({
  id: 'fileRevisions',
  context: ({ input: { fileId } }) => ({
    fileId,
    revisions: [],
    note: null,
    changedId: '',
    failure: null,
    refusal: null,
  }),
  initial: 'loading',
  states: {
    loading: {
      tags: 'busy',
      invoke: {
        src: 'loadRevisions',
        input: ({ context: { fileId } }) => ({ fileId }),
        onDone: { target: 'resting', actions: assign({ revisions: ({ event }) => event.output, failure: null }) },
        onError: {
          target: 'failed',
          actions: assign({ failure: messageOr('The revisions could not be loaded.') }),
        },
      },
    },
    failed: { on: { 'revisions.reload': 'loading' } },
    resting: {
      tags: 'listed',
      initial: 'current',
      on: {
        'note.begun': {
          actions: assign(({ context: { revisions }, event: { id } }) => ({
            note: { id, text: revisions.find((one) => one.id === id)?.note ?? '' },
            refusal: null,
          })),
        },
        'note.typed': {
          guard: 'isWriting',
          actions: assign({ note: ({ context: { note }, event: { text } }) => note && { ...note, text } }),
        },
        'note.dropped': { actions: assign({ note: null, refusal: null }) },
        'note.submitted': { guard: 'isWriting', target: 'savingNote', actions: assign({ refusal: null }) },
        'revision.restored': {
          guard: { type: 'isEarlier', params: ({ event }) => event.id },
          target: 'restoring',
          actions: { type: 'choose', params: ({ event }) => event.id },
        },
        'deletion.requested': {
          guard: { type: 'isEarlier', params: ({ event }) => event.id },
          target: '.confirmingDeletion',
          actions: { type: 'choose', params: ({ event }) => event.id },
        },
      },
      states: {
        current: {},
        /** The confirmation is part of the list, which stays usable. */
        confirmingDeletion: {
          on: { 'deletion.confirmed': '#fileRevisions.deleting', 'deletion.cancelled': 'current' },
        },
      },
    },
    savingNote: {
      tags: ['busy', 'listed'],
      invoke: {
        src: 'saveNote',
        input: ({ context: { fileId, note } }) => ({
          fileId,
          revisionId: note?.id ?? '',
          note: note?.text.trim() || null,
        }),
        onDone: {
          target: 'resting',
          actions: assign({
            note: null,
            revisions: ({ context, event: { output } }) =>
              context.revisions.map((one) => (one.id === output.id ? output : one)),
          }),
        },
        // The text is kept in the field.
        onError: {
          target: 'resting',
          actions: { type: 'refuse', params: messageOr('The note could not be saved. Please try again.') },
        },
      },
    },
    restoring: {
      tags: ['busy', 'listed'],
      invoke: {
        src: 'restoreRevision',
        input: ({ context: { fileId, changedId } }) => ({ fileId, revisionId: changedId }),
        onDone: {
          target: 'resting',
          actions: [
            emit(({ context, event }) => ({
              type: 'file.restored' as const,
              file: event.output,
              gone:
                context.revisions.find(({ id, current }) => current && id !== event.output.id)?.id ?? context.fileId,
            })),
            assign({
              fileId: ({ event }) => event.output.id,
              revisions: ({ context, event: { output } }) =>
                context.revisions.map((one) => ({ ...one, current: one.id === output.id })),
            }),
          ],
        },
        onError: [
          {
            guard: { type: 'isEarlier', params: ({ context }) => context.changedId },
            target: 'checkingRestoration',
            actions: { type: 'refuse', params: messageOr('The revision could not be restored. Please try again.') },
          },
          {
            target: 'resting',
            actions: { type: 'refuse', params: messageOr('The revision could not be restored. Please try again.') },
          },
        ],
      },
    },
    /**
     * The revision may have been restored by a call whose response was lost, in which case another call returns the
     * file.
     */
    checkingRestoration: {
      tags: ['busy', 'listed'],
      invoke: {
        src: 'loadRevisions',
        input: ({ context: { fileId } }) => ({ fileId }),
        onDone: [
          {
            guard: ({ context, event }) => event.output.some(({ id, current }) => id === context.changedId && current),
            target: 'restoring',
            actions: assign({ revisions: ({ event }) => event.output, refusal: null }),
          },
          {
            target: 'resting',
            actions: { type: 'replace', params: ({ event }) => event.output },
          },
        ],
        onError: 'resting',
      },
    },
    deleting: {
      tags: ['busy', 'listed'],
      invoke: {
        src: 'deleteRevision',
        input: ({ context: { fileId, changedId } }) => ({ fileId, revisionId: changedId }),
        onDone: {
          target: 'resting',
          actions: [
            assign(({ context: { revisions, note, changedId } }) => ({
              revisions: revisions.filter(({ id }) => id !== changedId),
              note: note?.id === changedId ? null : note,
            })),
            emit({ type: 'revision.deleted' }),
          ],
        },
        onError: {
          target: 'checking',
          actions: { type: 'refuse', params: messageOr('The revision could not be deleted. Please try again.') },
        },
      },
    },
    /** The revision may have been deleted by someone else, or by a call whose response was lost. */
    checking: {
      tags: ['busy', 'listed'],
      invoke: {
        src: 'loadRevisions',
        input: ({ context: { fileId } }) => ({ fileId }),
        onDone: {
          target: 'resting',
          actions: [
            { type: 'replace', params: ({ event }) => event.output },
            enqueueActions(({ context, enqueue }) => {
              if (!context.revisions.some(({ id }) => id === context.changedId)) enqueue.assign({ refusal: null })
            }),
          ],
        },
        onError: 'resting',
      },
    },
  },
})

export type FileRevisionsActor = ActorRefFrom<typeof fileRevisionsMachine>
type Snapshot = SnapshotFrom<typeof fileRevisionsMachine>

export const areListed = (snapshot: Snapshot) => snapshot.hasTag('listed')
export const isRevisionsBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const revisionsOf = ({ context }: Snapshot) => context.revisions
export const noteOf = ({ context }: Snapshot) => context.note
export const revisionsFailureOf = ({ context }: Snapshot) => context.failure
export const refusalOf = ({ context }: Snapshot) => context.refusal
/** Whether a note has been changed but not saved. */
export const isNoteUnsent = ({ context: { note, revisions } }: Snapshot) =>
  note !== null && note.text !== (revisions.find(({ id }) => id === note.id)?.note ?? '')
/** The id of the revision whose deletion the user has to confirm; null if there is none. */
export const doubtedIdOf = (snapshot: Snapshot) =>
  snapshot.matches({ resting: 'confirmingDeletion' }) ? snapshot.context.changedId : null

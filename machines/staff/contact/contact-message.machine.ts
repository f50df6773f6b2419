import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { messageOr } from '../../lib/message-of'
import { placeholderActor, placeholderCallback } from '../../lib/placeholder-actor'

export type StaffContact = components['schemas']['StaffContact']

/**
 * An unsent answer. The id identifies a repeated call; it is null until the answer is sent for the first time. `seen`
 * is the number of answers that the message had when the user began to write.
 */
export type AnswerDraft = { text: string; id: string | null; seen: number }

export const emptyAnswer: AnswerDraft = { text: '', id: null, seen: 0 }

/** The unsaved input about a message. The notes are null if they have not been changed. */
export type ContactDraft = { answer: AnswerDraft; notes: string | null }

export const emptyDraft: ContactDraft = { answer: emptyAnswer, notes: null }

/** A task that a staff member performs on a message. `from` is the assignee that the user has seen. */
export type ContactTask =
  | { kind: 'assign'; mine: boolean; from: string | null }
  | { kind: 'close'; done: boolean; from: string | null }
  | { kind: 'notes'; notes: string; version: number }
  | { kind: 'answer'; id: string; text: string; from: string | null; seen: number }

/**
 * A message from the contact form, as seen by the staff. One task runs at a time. After a failed task, the message is
 * loaded again, because a colleague may have changed it. A typed answer is kept until it appears among the message's
 * answers, and typed notes until they are saved or discarded, whatever happens. A failed answer keeps its id, so that
 * it is sent only once. A message that was deleted is no longer shown, but what was typed about it still is.
 */
export const contactMessageMachine = setup({
  types: {
    input: {} as ContactDraft & { messageId: string },
    context: {} as {
      messageId: string
      message: StaffContact | null
      task: ContactTask | null
      answer: AnswerDraft
      /** Typed notes that have not been saved; null if there are none. */
      notes: string | null
      failure: string | null
      isOutdated: boolean
    },
    events: {} as
      | { type: 'message.retry' }
      | { type: 'message.outdated' }
      | { type: 'message.taken' }
      | { type: 'message.returned' }
      | { type: 'message.closed' }
      | { type: 'message.reopened' }
      | { type: 'answer.typed'; text: string }
      /** `newId` becomes the id of the answer, unless it already has one from a failed attempt. */
      | { type: 'answer.sent'; newId: string }
      | { type: 'notes.typed'; text: string }
      | { type: 'notes.saved' }
      | { type: 'notes.discarded' }
      /** Discards the input about a message that no longer exists. */
      | { type: 'draft.discarded' },
    tags: {} as 'shown' | 'busy',
  },
  actors: {
    loadMessage: placeholderActor<StaffContact, { messageId: string }>('loadMessage'),
    perform: placeholderActor<StaffContact, { messageId: string; task: ContactTask | null }>('perform'),
    /** Reports message.outdated. */
    followMessage: placeholderCallback<{ messageId: string }>('followMessage'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    clearFailure: assign({ failure: null }),
    /**
     * Shows the message. If it contains the answer that was sent, that answer has arrived, even if the call failed.
     * Typed notes that equal the stored ones count as saved, so that they cannot later overwrite a colleague's notes.
     */
    show: assign(({ context: { answer, failure, notes: typed, task } }, message: StaffContact) => {
      const notes = typed === message.notes ? null : typed
      const hasArrived = message.answers.some(({ id }) => id === answer.id)
      if (!hasArrived) return { message, notes }
      return { message, notes, answer: emptyAnswer, failure: task?.kind === 'answer' ? null : failure }
    }),
    markUpdated: assign({ isOutdated: false }),
    begin: assign((_, task: ContactTask) => ({ task })),
    /** Drops the typed notes once they are saved, unless they were changed in the meantime. */
    dropSavedNotes: assign(({ context: { task, notes } }) => ({
      notes: task?.kind === 'notes' && task.notes === notes ? null : notes,
    })),
    chooseId: assign(({ context: { answer } }, newId: string) => ({ answer: { ...answer, id: answer.id ?? newId } })),
    beginAnswer: assign(({ context: { answer, message } }) => ({
      task: {
        kind: 'answer' as const,
        id: answer.id ?? '',
        text: answer.text,
        from: assigneeOf(message),
        seen: answersIn(message),
      },
    })),
  },
  guards: {
    isOutdated: ({ context }) => context.isOutdated,
    isMissing: (_, { error }: { error: unknown }) => (error as { status?: unknown } | null)?.status === 404,
    hasNotes: ({ context }) => context.notes !== null,
    hasAnswer: ({ context }) => context.answer.text.trim() !== '',
  },
  delays: { updatePause: 30_000 },
}).createMachine({
  id: 'contactMessage',
  context: ({ input }) => ({
    ...input,
    message: null,
    task: null,
    failure: null,
    isOutdated: false,
  }),
  invoke: { src: 'followMessage', input: ({ context }) => ({ messageId: context.messageId }) },
  initial: 'loading',
  on: { 'message.outdated': { actions: assign({ isOutdated: true }) } },
  states: {
    loading: {
      // Reset now, not in `onDone`, because the response may lack changes that are reported from now on.
      entry: assign({ failure: null, isOutdated: false }),
      invoke: {
        src: 'loadMessage',
        input: ({ context }) => ({ messageId: context.messageId }),
        onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: [
          { guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) }, target: 'deleted' },
          { target: 'failed', actions: { type: 'fail', params: messageOr('The message could not be loaded.') } },
        ],
      },
    },
    failed: { on: { 'message.retry': 'loading' } },
    /**
     * The message was deleted by its sender, by an operator, or when its retention period ended. Nothing that the
     * visitor wrote remains.
     */
    deleted: {
      entry: assign(({ context: { answer, notes } }) => ({
        ...{ message: null, task: null, failure: null },
        // Only input that can be seen, and therefore discarded, remains a draft.
        answer: answer.text === '' ? emptyAnswer : answer,
        notes: notes === '' ? null : notes,
      })),
      on: { 'draft.discarded': { actions: assign({ answer: emptyAnswer, notes: null }) } },
    },
    shown: {
      tags: 'shown',
      on: {
        // An answer with different text is a different answer, so it gets a new id.
        'answer.typed': {
          actions: assign({
            answer: ({ context: { answer, message }, event: { text } }) => ({
              text,
              id: null,
              seen: answer.text === '' ? answersIn(message) : answer.seen,
            }),
          }),
        },
        'notes.typed': { actions: assign({ notes: ({ event }) => event.text }) },
        'notes.discarded': { actions: assign({ notes: null }) },
      },
      initial: 'resting',
      states: {
        /** Any task can start, even during an update. The update is repeated after the task. */
        resting: {
          on: {
            'message.taken': {
              target: 'working',
              actions: {
                type: 'begin',
                params: ({ context }) => ({ kind: 'assign', mine: true, from: assigneeOf(context.message) }),
              },
            },
            'message.returned': {
              target: 'working',
              actions: {
                type: 'begin',
                params: ({ context }) => ({ kind: 'assign', mine: false, from: assigneeOf(context.message) }),
              },
            },
            'message.closed': {
              target: 'working',
              actions: {
                type: 'begin',
                params: ({ context }) => ({ kind: 'close', done: true, from: assigneeOf(context.message) }),
              },
            },
            'message.reopened': {
              target: 'working',
              actions: {
                type: 'begin',
                params: ({ context }) => ({ kind: 'close', done: false, from: assigneeOf(context.message) }),
              },
            },
            'answer.sent': {
              guard: 'hasAnswer',
              target: 'working',
              actions: [{ type: 'chooseId', params: ({ event }) => event.newId }, 'beginAnswer'],
            },
            'notes.saved': {
              guard: 'hasNotes',
              target: 'working',
              actions: {
                type: 'begin',
                params: ({ context: { notes, message } }) => ({
                  kind: 'notes',
                  notes: notes ?? '',
                  version: message?.notes_version ?? 0,
                }),
              },
            },
          },
          initial: 'current',
          states: {
            current: { always: { guard: 'isOutdated', target: 'updating' } },
            updating: {
              on: { 'message.outdated': { target: 'updating', reenter: true } },
              invoke: {
                src: 'loadMessage',
                input: ({ context }) => ({ messageId: context.messageId }),
                onDone: {
                  target: 'current',
                  actions: [{ type: 'show', params: ({ event }) => event.output }, 'markUpdated'],
                },
                // Keep the displayed message. The user did not request this update, so no error is shown.
                onError: [
                  {
                    guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
                    target: '#contactMessage.deleted',
                  },
                  { target: 'outdated' },
                ],
              },
            },
            outdated: { after: { updatePause: 'updating' }, on: { 'message.outdated': 'updating' } },
          },
        },
        working: {
          tags: 'busy',
          entry: 'clearFailure',
          invoke: {
            src: 'perform',
            input: ({ context: { messageId, task } }) => ({ messageId, task }),
            onDone: {
              target: 'resting',
              actions: [{ type: 'show', params: ({ event }) => event.output }, 'dropSavedNotes'],
            },
            onError: {
              target: 'checking',
              actions: {
                type: 'fail',
                params: ({ context: { task }, event }) => messageOr(failureTexts[task?.kind ?? 'assign'])({ event }),
              },
            },
          },
        },
        /**
         * Loads the message again: a colleague may have changed it, or the answer may have arrived although the call
         * failed.
         */
        checking: {
          tags: 'busy',
          invoke: {
            src: 'loadMessage',
            input: ({ context }) => ({ messageId: context.messageId }),
            onDone: { target: 'resting', actions: { type: 'show', params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: 'isMissing', params: ({ event }) => ({ error: event.error }) },
                target: '#contactMessage.deleted',
              },
              { target: '#contactMessage.shown.resting.outdated' },
            ],
          },
        },
      },
    },
  },
})

const failureTexts: Record<ContactTask['kind'], string> = {
  assign: 'The change could not be saved.',
  close: 'The change could not be saved.',
  notes: 'The notes could not be saved. Your text is kept here.',
  answer: 'The answer could not be sent. Your text is kept here. You can safely send it again.',
}

const assigneeOf = (message: StaffContact | null) => message?.summary.assignee?.id ?? null
const answersIn = (message: StaffContact | null) => message?.answers.length ?? 0

export type ContactMessageActor = ActorRefFrom<typeof contactMessageMachine>
type Snapshot = SnapshotFrom<typeof contactMessageMachine>

export const contactMessageOf = ({ context }: Snapshot) => context.message
/** Why the message could not be loaded, assigned, closed or reopened. */
export const contactMessageFailureOf = ({ context: { failure, task } }: Snapshot) =>
  task?.kind === 'answer' || task?.kind === 'notes' ? null : failure
export const answerFailureOf = ({ context: { failure, task } }: Snapshot) => (task?.kind === 'answer' ? failure : null)
export const contactNotesFailureOf = ({ context: { failure, task } }: Snapshot) =>
  task?.kind === 'notes' ? failure : null
export const hasContactMessageFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isContactMessageDeleted = (snapshot: Snapshot) => snapshot.matches('deleted')
/** Whether a task is running, so that any other task has to wait. */
export const isContactMessageBusy = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const isAnswerBeingSent = (snapshot: Snapshot) =>
  snapshot.hasTag('busy') && snapshot.context.task?.kind === 'answer'
export const answerOf = ({ context }: Snapshot) => context.answer
/** The author of an answer that was added since the user began to write; null if there is none. */
export const newerAuthorOf = ({ context: { answer, message } }: Snapshot) =>
  answer.text !== '' && answersIn(message) > answer.seen ? (message?.answers.at(-1)?.by ?? null) : null
/** The input to keep across a reload; null if nothing has been typed. */
export const contactDraftOf = ({ context: { answer, notes } }: Snapshot): ContactDraft | null =>
  answer.text === '' && notes === null ? null : { answer, notes }
/** The typed notes or, if there are none, the saved ones. */
export const contactNotesOf = ({ context: { notes, message } }: Snapshot) => notes ?? message?.notes ?? ''
/** The saved notes, if the typed ones differ from them; otherwise null. */
export const savedContactNotesOf = ({ context: { notes, message } }: Snapshot) =>
  notes !== null && notes !== message?.notes ? (message?.notes ?? '') : null

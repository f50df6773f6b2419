import { type ActorRefFrom, assign, sendTo, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../openapi/generated/product'
import { messageOf, messageOr } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import type { Choice } from '../transfers/upload-setup'
import type { ChosenFile } from '../transfers/upload-rules'
import {
  type Attached,
  attachedFrom,
  isUploaded,
  mostAttachments,
  reattach,
  type StoredAttachment,
  storedOf,
} from './message-attachments'
import { draftOf } from './message-draft'
import { isSamePin, mostPins, type NewPin, withPin } from './message-pins'

export type RequestMessage = components['schemas']['RequestMessage']
export type MessagePage = components['schemas']['RequestMessagePage']

/** The side that reads the conversation and writes in it: the customer or the staff. */
export type Side = RequestMessage['side']

/**
 * The kind of a new message, and the id of the question that it answers. The staff can send a message, a question or
 * assumptions; customers can send a message, an answer or an approval.
 */
export type Writing = { kind: RequestMessage['kind']; answers: string | null }

/** A message to send. The id identifies a repeated call, so that the message is stored only once. */
export type NewMessage = Writing & {
  requestId: string
  side: Side
  id: string
  text: string
  pins: NewPin[]
  attachments: StoredAttachment[]
}

/** Tasks for the actor that uploads attachments: to start uploading files, and to discard files. */
export type AttachmentTask = { type: 'files.wanted'; files: ChosenFile[] } | { type: 'files.dropped'; keys: string[] }

/** The events reported by the actor that uploads attachments. */
export type AttachmentProgress =
  | { type: 'attachment.progressed'; key: string; sent: number }
  | { type: 'attachment.stored'; key: string; stored: StoredAttachment }
  | { type: 'attachment.failed'; key: string; error: unknown }

const plainMessage: Writing = { kind: 'message', answers: null }

const isApprovalOf = ({ kind, answers }: Writing, id: string) => kind === 'approval' && answers === id

/**
 * The conversation between the customer and the staff about a request, oldest message first. Typed text and the places
 * in files to which it points are kept until they have been sent. A failed message keeps its id, so that a retry does
 * not send it twice. Attached files are uploaded immediately and separately, and a message can be sent once all of its
 * files are stored.
 */
export const conversationMachine = setup({
  types: {
    input: {} as {
      requestId: string
      side: Side
      text: string
      pins: NewPin[]
      /** The attachments that were stored before the page was loaded. */
      attachments: StoredAttachment[]
    },
    context: {} as {
      requestId: string
      side: Side
      messages: RequestMessage[]
      /** The cursor of the older messages, or null if there are none. */
      older: string | null
      text: string
      pins: NewPin[]
      attached: Attached[]
      /** Why some of the chosen files were not attached. */
      unattached: string | null
      writing: Writing
      /** The id of the message that is being sent, or could not be sent. */
      sendingId: string | null
      failure: string | null
      isOutdated: boolean
    },
    events: {} as
      | { type: 'messages.retry' }
      | { type: 'messages.outdated' }
      | { type: 'older.requested' }
      | { type: 'text.typed'; text: string }
      | { type: 'pin.added'; pin: NewPin }
      | { type: 'pin.removed'; pin: NewPin }
      | ({ type: 'files.chosen' } & Choice)
      | { type: 'attachment.retried'; key: string }
      | { type: 'attachment.removed'; key: string }
      | AttachmentProgress
      | { type: 'kind.chosen'; chosen: 'message' | 'question' | 'assumptions' }
      | { type: 'question.chosen'; id: string }
      | { type: 'answer.dismissed' }
      /** `newId` becomes the id of the message, unless it already has one from a failed attempt. */
      | { type: 'message.sent'; newId: string }
      | { type: 'assumptions.approved'; id: string; newId: string },
    tags: {} as 'shown' | 'sending',
  },
  actors: {
    loadMessages: placeholderActor<MessagePage, { requestId: string; side: Side; cursor: string | null }>(
      'loadMessages',
    ),
    sendMessage: placeholderActor<RequestMessage, NewMessage>('sendMessage'),
    /** Reports messages.outdated. */
    followMessages: placeholderCallback<{ requestId: string }>('followMessages'),
    uploadAttachments: placeholderCallback<{ requestId: string; side: Side }, AttachmentTask>('uploadAttachments'),
  },
  actions: {
    fail: assign({ failure: (_, message: string) => message }),
    clearFailure: assign({ failure: null }),
    /** Replaces the newest messages, and keeps the older ones that are shown. */
    show: assign(({ context }, { messages, next }: MessagePage) => {
      const newest = messages.toReversed()
      const known = context.messages.findIndex(({ id }) => id === newest[0]?.id)
      const kept = known > 0 ? context.messages.slice(0, known) : []
      return {
        messages: [...kept, ...newest],
        older: kept.length > 0 ? context.older : next,
        // Another tab may have sent these attachments, or they may be in a message whose response was lost.
        attached: unsent(context.attached, newest),
      }
    }),
    changeAttached: assign(({ context }, { key, change }: { key: string; change: (one: Attached) => Attached }) => ({
      attached: context.attached.map((one) => (one.key === key ? change(one) : one)),
    })),
    upload: sendTo('uploads', (_, files: ChosenFile[]): AttachmentTask => ({ type: 'files.wanted', files })),
    drop: sendTo('uploads', (_, keys: string[]): AttachmentTask => ({ type: 'files.dropped', keys })),
    chooseId: assign({ sendingId: ({ context }, newId: string) => context.sendingId ?? newId }),
    add: assign(({ context }, message: RequestMessage) => ({
      messages: [
        ...context.messages
          .filter(({ id }) => id !== message.id)
          .map((one) => (one.id === message.answers ? { ...one, answered: message.created } : one)),
        message,
      ],
      text: '',
      // A pin may have been added while the message was being sent.
      pins: context.pins.filter((pin) => !message.pins?.some((sent) => isSamePin(sent, pin))),
      attached: unsent(context.attached, [message]),
      writing: plainMessage,
      sendingId: null,
    })),
  },
  guards: {
    isNewPin: ({ context: { pins } }, pin: NewPin) => withPin(pins, pin) !== pins,
    isReady: ({ context }) => context.text.trim() !== '' && context.attached.every(isUploaded),
    hasOlder: ({ context }) => context.older !== null,
    isOutdated: ({ context }) => context.isOutdated,
    isOpen: ({ context }, id: string) => openQuestions(context.messages).some((one) => one.id === id),
    isApprovable: ({ context }, id: string) =>
      openQuestions(context.messages).some((one) => one.id === id) && context.attached.every(isUploaded),
    hasFailed: ({ context }, key: string) => context.attached.some((one) => one.key === key && one.state === 'failed'),
  },
  delays: { updatePause: 30_000 },
}).createMachine({
  id: 'conversation',
  context: ({ input: { attachments, ...input } }) => ({
    ...input,
    attached: attachments.map(reattach),
    unattached: null,
    messages: [],
    older: null,
    writing: plainMessage,
    sendingId: null,
    failure: null,
    isOutdated: false,
  }),
  invoke: [
    { src: 'followMessages', input: ({ context }) => ({ requestId: context.requestId }) },
    {
      src: 'uploadAttachments',
      id: 'uploads',
      input: ({ context: { requestId, side } }) => ({ requestId, side }),
    },
  ],
  initial: 'loading',
  on: {
    'messages.outdated': { actions: assign({ isOutdated: true }) },
    // A message with different text or places is a different message, so it gets a new id.
    'text.typed': { actions: assign({ text: ({ event }) => event.text, sendingId: null }) },
    'pin.added': {
      guard: { type: 'isNewPin', params: ({ event }) => event.pin },
      actions: assign({ pins: ({ context, event }) => withPin(context.pins, event.pin), sendingId: null }),
    },
    'pin.removed': {
      actions: assign({
        pins: ({ context, event }) => context.pins.filter((pin) => !isSamePin(pin, event.pin)),
        sendingId: null,
      }),
    },
    'files.chosen': {
      actions: [
        {
          type: 'upload',
          params: ({ context, event }) =>
            attachedFrom(context.attached, event).added.flatMap((one) => (one.state === 'uploading' ? [one.file] : [])),
        },
        { type: 'drop', params: ({ context, event }) => attachedFrom(context.attached, event).leftOut },
        assign(({ context, event }) => {
          const { added, unattached } = attachedFrom(context.attached, event)
          return { attached: [...context.attached, ...added], unattached, sendingId: null }
        }),
      ],
    },
    'attachment.progressed': {
      actions: {
        type: 'changeAttached',
        params: ({ event: { key, sent } }) => ({
          key,
          change: (one) => (one.state === 'uploading' ? { ...one, sent } : one),
        }),
      },
    },
    'attachment.stored': {
      actions: {
        type: 'changeAttached',
        params: ({ event: { key, stored } }) => ({ key, change: () => ({ ...reattach(stored), key }) }),
      },
    },
    'attachment.failed': {
      actions: {
        type: 'changeAttached',
        params: ({ event: { key, error } }) => ({
          key,
          change: (one) =>
            one.state === 'uploading'
              ? { ...one, state: 'failed', failure: messageOf(error, 'Please try again.') }
              : one,
        }),
      },
    },
    'attachment.retried': {
      guard: { type: 'hasFailed', params: ({ event }) => event.key },
      actions: [
        {
          type: 'upload',
          params: ({ context, event }) =>
            context.attached.flatMap((one) => (one.key === event.key && one.state === 'failed' ? [one.file] : [])),
        },
        {
          type: 'changeAttached',
          params: ({ event: { key } }) => ({
            key,
            change: (one) => (one.state === 'failed' ? { ...one, state: 'uploading', sent: 0 } : one),
          }),
        },
      ],
    },
    'attachment.removed': {
      actions: [
        { type: 'drop', params: ({ event }) => [event.key] },
        assign(({ context, event }) => ({
          attached: context.attached.filter(({ key }) => key !== event.key),
          unattached: null,
          sendingId: null,
        })),
      ],
    },
  },
  states: {
    loading: {
      // Reset now, not in `onDone`, because the response may lack changes that are reported from now on.
      entry: assign({ failure: null, isOutdated: false }),
      invoke: {
        src: 'loadMessages',
        input: ({ context: { requestId, side } }) => ({ requestId, side, cursor: null }),
        onDone: { target: 'shown', actions: { type: 'show', params: ({ event }) => event.output } },
        onError: {
          target: 'failed',
          actions: { type: 'fail', params: messageOr('The conversation could not be loaded.') },
        },
      },
    },
    failed: { on: { 'messages.retry': 'loading' } },
    shown: {
      tags: 'shown',
      initial: 'resting',
      states: {
        /** The user can write and send. Sending interrupts loading; an interrupted update is repeated afterwards. */
        resting: {
          initial: 'current',
          on: {
            // A message of a different kind, or an answer to a different question, is a different message, so it gets a
            // new id.
            'kind.chosen': {
              actions: assign({ writing: ({ event }) => ({ kind: event.chosen, answers: null }), sendingId: null }),
            },
            'question.chosen': {
              guard: { type: 'isOpen', params: ({ event }) => event.id },
              actions: assign({ writing: ({ event }) => ({ kind: 'answer', answers: event.id }), sendingId: null }),
            },
            'answer.dismissed': { actions: assign({ writing: plainMessage, sendingId: null }) },
            'message.sent': {
              guard: 'isReady',
              target: 'sending',
              actions: { type: 'chooseId', params: ({ event }) => event.newId },
            },
            'assumptions.approved': {
              guard: { type: 'isApprovable', params: ({ event }) => event.id },
              target: 'sending',
              actions: [
                assign({
                  writing: ({ event }) => ({ kind: 'approval', answers: event.id }),
                  text: ({ context }) => (context.text.trim() === '' ? 'Approved.' : context.text),
                  sendingId: ({ context, event }) =>
                    isApprovalOf(context.writing, event.id) ? context.sendingId : null,
                }),
                { type: 'chooseId', params: ({ event }) => event.newId },
              ],
            },
            'older.requested': { guard: 'hasOlder', target: '.loadingOlder' },
          },
          states: {
            current: { always: { guard: 'isOutdated', target: 'updating' } },
            loadingOlder: {
              entry: 'clearFailure',
              invoke: {
                src: 'loadMessages',
                input: ({ context: { requestId, side, older } }) => ({ requestId, side, cursor: older }),
                onDone: {
                  target: 'current',
                  actions: assign(({ context, event: { output } }) => ({
                    messages: [...output.messages.toReversed(), ...context.messages],
                    older: output.next,
                  })),
                },
                onError: {
                  target: 'current',
                  actions: { type: 'fail', params: messageOr('Older messages could not be loaded.') },
                },
              },
            },
            updating: {
              on: { 'messages.outdated': { target: 'updating', reenter: true } },
              invoke: {
                src: 'loadMessages',
                input: ({ context: { requestId, side } }) => ({ requestId, side, cursor: null }),
                onDone: {
                  target: 'current',
                  actions: [{ type: 'show', params: ({ event }) => event.output }, assign({ isOutdated: false })],
                },
                // Keep the displayed messages. The user did not request this update, so no error is shown.
                onError: 'outdated',
              },
            },
            outdated: { after: { updatePause: 'updating' }, on: { 'messages.outdated': 'updating' } },
          },
        },
        sending: {
          tags: 'sending',
          entry: 'clearFailure',
          invoke: {
            src: 'sendMessage',
            input: ({ context: { requestId, side, sendingId, text, pins, attached, writing } }) => ({
              requestId,
              side,
              id: sendingId ?? '',
              text,
              pins,
              attachments: storedOf(attached),
              ...writing,
            }),
            onDone: { target: 'resting', actions: { type: 'add', params: ({ event }) => event.output } },
            onError: {
              target: 'resting',
              actions: [
                { type: 'fail', params: messageOr('The message could not be sent.') },
                assign({ isOutdated: true }),
              ],
            },
          },
        },
      },
    },
  },
})

const questions: RequestMessage['kind'][] = ['question', 'assumptions']

/** The staff's questions and assumptions that the customer has not answered. */
export const openQuestions = (messages: RequestMessage[]) =>
  messages.filter(({ kind, answered }) => questions.includes(kind) && answered === null)

/** The attachments that none of these messages carries. */
function unsent(attached: Attached[], messages: RequestMessage[]): Attached[] {
  const carried = new Set(messages.flatMap(({ attachments = [] }) => attachments.map(({ id }) => id)))
  return attached.filter((one) => one.state !== 'uploaded' || !carried.has(one.stored.id))
}

export type ConversationActor = ActorRefFrom<typeof conversationMachine>
type Snapshot = SnapshotFrom<typeof conversationMachine>

export const messagesOf = ({ context }: Snapshot) => context.messages
export const hasOlderMessages = ({ context }: Snapshot) => context.older !== null
export const typedTextOf = ({ context }: Snapshot) => context.text
export const pinsOf = ({ context }: Snapshot) => context.pins
export const hasRoomForPins = ({ context }: Snapshot) => context.pins.length < mostPins
export const attachedOf = ({ context }: Snapshot) => context.attached
export const unattachedOf = ({ context }: Snapshot) => context.unattached
export const hasRoomForAttachments = ({ context }: Snapshot) => context.attached.length < mostAttachments
/** Whether all attached files are uploaded, so that a message would contain them. */
export const areAllUploaded = ({ context }: Snapshot) => context.attached.every(isUploaded)
export const unsentDraftOf = ({ context: { text, pins, attached } }: Snapshot) =>
  draftOf(text, pins, storedOf(attached))
export const writingOf = ({ context }: Snapshot) => context.writing
/** The question that the message being written answers. Null if it answers none. */
export const questionOf = ({ context: { messages, writing } }: Snapshot) =>
  messages.find(({ id }) => id === writing.answers) ?? null
export const conversationFailureOf = ({ context }: Snapshot) => context.failure
export const hasConversationFailed = (snapshot: Snapshot) => snapshot.matches('failed')
export const isConversationLoading = (snapshot: Snapshot) => snapshot.matches('loading')
export const isConversationShown = (snapshot: Snapshot) => snapshot.hasTag('shown')
export const isSending = (snapshot: Snapshot) => snapshot.hasTag('sending')
export const isLoadingOlder = (snapshot: Snapshot) => snapshot.matches({ shown: { resting: 'loadingOlder' } })

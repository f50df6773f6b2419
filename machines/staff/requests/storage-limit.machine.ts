import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { components } from '../../../openapi/generated/product'
import { messageOr } from '../../lib/message-of'
import { placeholderActor } from '../../lib/placeholder-actor'
import { limitMistake } from './storage-limit-range'

export type StaffStorage = components['schemas']['StaffStorage']

/** A new limit as sent to the API. `from` is the limit in bytes that the page showed. */
export type SentStorageLimit = { requestId: string; limit_gb: number; from: number }

const nothingTyped = { text: '', mistake: null, failure: null }

/**
 * A project's storage limit, which the staff change on the page of a paid request. A new limit is sent together with
 * the limit that the page shows at that moment, so that a colleague's change is not overwritten unseen.
 */
export const storageLimitMachine = setup({
  types: {
    input: {} as { requestId: string },
    context: {} as {
      requestId: string
      text: string
      /** The mistake in the text, if any. */
      mistake: string | null
      /** Why the limit was not saved. */
      failure: string | null
      /** The limit in bytes that was shown when the new one was sent. */
      from: number
    },
    events: {} as
      | { type: 'limit.begun' }
      | { type: 'limit.left' }
      /** Closes the form, and keeps what was typed. */
      | { type: 'limit.hidden' }
      | { type: 'limit.typed'; text: string }
      | { type: 'limit.saved'; storage: StaffStorage },
    tags: {} as 'open',
  },
  actors: {
    send: placeholderActor<void, SentStorageLimit>('send'),
  },
  actions: {
    /**
     * Tells the request's page that the call has ended. The page then loads the current limit, because a colleague may
     * have changed it first.
     */
    tellAnswered: () => {},
  },
  guards: {
    isPossible: ({ context }, storage: StaffStorage) => limitMistake(context.text, storage) === null,
  },
}).createMachine({
  id: 'storageLimit',
  context: ({ input }) => ({ ...input, ...nothingTyped, from: 0 }),
  initial: 'closed',
  states: {
    closed: { on: { 'limit.begun': 'typing' } },
    typing: {
      tags: 'open',
      on: {
        'limit.typed': { actions: assign({ text: ({ event }) => event.text, mistake: null }) },
        'limit.saved': [
          {
            guard: { type: 'isPossible', params: ({ event }) => event.storage },
            target: 'saving',
            actions: assign({ from: ({ event }) => event.storage.limit_bytes, failure: null }),
          },
          { actions: assign({ mistake: ({ context, event }) => limitMistake(context.text, event.storage) }) },
        ],
        'limit.left': { target: 'closed', actions: assign(nothingTyped) },
        'limit.hidden': 'closed',
      },
    },
    saving: {
      tags: 'open',
      exit: 'tellAnswered',
      invoke: {
        src: 'send',
        input: ({ context: { requestId, text, from } }) => ({ requestId, limit_gb: Number(text), from }),
        onDone: { target: 'closed', actions: assign(nothingTyped) },
        onError: {
          target: 'typing',
          actions: assign({ failure: (args) => messageOr('The limit could not be saved. Please try again.')(args) }),
        },
      },
    },
  },
})

export type StorageLimitActor = ActorRefFrom<typeof storageLimitMachine>
type Snapshot = SnapshotFrom<typeof storageLimitMachine>

export const isLimitOpen = (snapshot: Snapshot) => snapshot.hasTag('open')
export const isSavingLimit = (snapshot: Snapshot) => snapshot.matches('saving')
export const limitTextOf = ({ context }: Snapshot) => context.text
export const limitMistakeOf = ({ context }: Snapshot) => context.mistake
export const limitFailureOf = ({ context }: Snapshot) => context.failure

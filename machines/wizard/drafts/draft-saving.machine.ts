import { assign, emit, setup } from 'xstate'

import { placeholderActor } from '../../lib/placeholder-actor'
import { isRefusal } from '../../lib/refusal'
import { UnreadableDraft } from './draft-versions'
import type { StoredRequest } from './request-draft'

/**
 * `same`: the API has the browser's version. Otherwise, `other` is the version that the API has instead, or null if it
 * has none.
 */
export type Compared = 'same' | { other: StoredRequest | null }

/** Whether repeating the call unchanged would fail again. */
const isFinal = (error: unknown) => isRefusal(error) || error instanceof UnreadableDraft

/**
 * Copies a request's draft from the browser to the API, so that the user finds it on every device. Each change is saved
 * after a short pause, and immediately when the user leaves the page.
 *
 * The browser's copy is complete in every state: while the API is down, the machine tries again, and a draft that the
 * API rejects stays in the browser. If the draft was changed on another device, nothing is saved until the user has
 * chosen a version.
 */
export const draftSavingMachine = setup({
  types: {
    input: {} as { projectId: string },
    context: {} as { projectId: string; other: StoredRequest | null; isChanged: boolean },
    events: {} as
      /** The browser's copy was written or discarded. */
        | { type: 'draft.written' }
        | { type: 'page.left' }
        | { type: 'page.shown' }
        /** The user has chosen between the two versions. */
        | { type: 'conflict.settled' },
    emitted: {} as { type: 'draft.foundElsewhere'; stored: StoredRequest | null },
  },
  actors: {
    /** Saves the browser's copy if it is newer, and compares it with the API's version. */
    synchronize: placeholderActor<Compared, { projectId: string }>('synchronize'),
  },
  guards: {
    isOther: (_, compared: Compared) => compared !== 'same',
    isChanged: ({ context }) => context.isChanged,
    isRefused: (_, { error }: { error: unknown }) => isFinal(error),
  },
  delays: {
    savePause: 1_500,
    retryPause: 15_000,
  },
}).createMachine({
  id: 'draftSaving',
  context: ({ input }) => ({ projectId: input.projectId, other: null, isChanged: false }),
  initial: 'saving',
  states: {
    saved: {
      on: { 'draft.written': 'pausing', 'page.shown': 'saving' },
    },
    /** The draft has changed. Further changes are saved together with the first one. */
    pausing: {
      on: { 'page.left': 'saving' },
      after: { savePause: 'saving' },
    },
    saving: {
      entry: assign({ isChanged: false }),
      on: {
        'draft.written': { actions: assign({ isChanged: true }) },
        // The call in progress contains an earlier version, and once the page is gone, no other call would follow.
        'page.left': { guard: 'isChanged', target: 'saving', reenter: true },
        // The user has chosen again, so the version being compared is no longer the one on the page.
        'conflict.settled': { target: 'saving', reenter: true },
      },
      invoke: {
        src: 'synchronize',
        input: ({ context }) => ({ projectId: context.projectId }),
        onDone: [
          {
            guard: { type: 'isOther', params: ({ event }) => event.output },
            target: 'disputed',
            actions: assign({ other: ({ event }) => (event.output === 'same' ? null : event.output.other) }),
          },
          { guard: 'isChanged', target: 'pausing' },
          { target: 'saved' },
        ],
        onError: [
          { guard: { type: 'isRefused', params: ({ event }) => ({ error: event.error }) }, target: 'refused' },
          { target: 'waiting' },
        ],
      },
    },
    /** The call has failed, but may succeed when it is repeated. */
    waiting: {
      on: { 'page.left': 'saving', 'page.shown': 'saving' },
      after: { retryPause: 'saving' },
    },
    /** The API does not accept the draft, for example because the project was deleted. */
    refused: {
      on: { 'draft.written': 'pausing' },
    },
    disputed: {
      entry: emit(({ context }) => ({ type: 'draft.foundElsewhere' as const, stored: context.other })),
      exit: assign({ other: null }),
      on: { 'conflict.settled': 'saving' },
    },
  },
})

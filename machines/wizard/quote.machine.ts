import { assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import type { Quote } from './quote'

/** A quote as a PDF document, and the characters in it that none of the fonts contains. */
export type MadeQuote = { bytes: Uint8Array<ArrayBuffer>; unprintable: string[] }

const notMade = 'The quote could not be created. Please try again.'

/**
 * Creates a quote as a document for the user to download. After a failure, it can be requested again; the request
 * itself is not affected. If some characters cannot be printed, the user is told before the document is saved.
 */
export const quoteMachine = setup({
  types: {
    context: {} as { quote: Quote | null; made: MadeQuote | null; failure: string | null },
    events: {} as { type: 'quote.requested'; quote: Quote } | { type: 'quote.accepted' },
    tags: {} as 'busy',
  },
  actors: {
    /** Reports the quotes that another machine on the page requests. */
    followRequests: placeholderCallback('followRequests'),
    makeQuote: placeholderActor<MadeQuote, Quote | null>('makeQuote'),
    saveQuote: placeholderActor<void, MadeQuote | null>('saveQuote'),
  },
  actions: {
    keepQuote: assign((_, quote: Quote) => ({ quote, made: null, failure: null })),
  },
  guards: {
    isPrintable: (_, made: MadeQuote) => made.unprintable.length === 0,
  },
}).createMachine({
  id: 'quote',
  context: { quote: null, made: null, failure: null },
  invoke: { src: 'followRequests' },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'quote.requested': { target: 'making', actions: { type: 'keepQuote', params: ({ event }) => event.quote } },
      },
    },
    making: {
      tags: 'busy',
      invoke: {
        src: 'makeQuote',
        input: ({ context }) => context.quote,
        onDone: [
          {
            guard: { type: 'isPrintable', params: ({ event }) => event.output },
            target: 'saving',
            actions: assign({ made: ({ event }) => event.output }),
          },
          { target: 'incomplete', actions: assign({ made: ({ event }) => event.output }) },
        ],
        onError: { target: 'resting', actions: assign({ failure: notMade }) },
      },
    },
    incomplete: {
      on: {
        'quote.requested': { target: 'making', actions: { type: 'keepQuote', params: ({ event }) => event.quote } },
        'quote.accepted': 'saving',
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'saveQuote',
        input: ({ context }) => context.made,
        onDone: { target: 'resting', actions: assign({ made: null }) },
        onError: { target: 'resting', actions: assign({ made: null, failure: notMade }) },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof quoteMachine>

export const isMaking = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const quoteFailureOf = (snapshot: Snapshot) => snapshot.context.failure

/** The characters that the document has to omit, while the user decides whether to save it anyway; otherwise null. */
export const unprintableOf = (snapshot: Snapshot) =>
  snapshot.matches('incomplete') ? (snapshot.context.made?.unprintable.join(' ') ?? null) : null

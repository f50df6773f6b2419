import { type ActorRefFrom, and, assign, enqueueActions, not, type SnapshotFrom, setup } from 'xstate'

import { messageOf } from '../lib/message-of'
import { placeholderActor, placeholderCallback } from '../lib/placeholder-actor'
import type { FoundOnBoard } from '../wizard/board/found-on-board'
import { defaultPrices, type PriceTable } from '../wizard/rows/interfaces'
import { type GivenBoard, givenProblem, largestKeptBytes } from './given-board'
import { quoteOf, type Quote } from '../wizard/quote'
import { emptyDraft } from '../wizard/drafts/request-draft'
import { shownPrices } from '../wizard/request-rules'
import { type ChosenRows, isChoosable, requestRows, rowsOf } from './price-offers'

/** The data read from a board: its format, its size in mm, and what can be simulated on it. */
export type BoardReading = {
  format: string
  found: FoundOnBoard
  ground: string[]
  nets: number
  copperLayers: number | null
  size: { width: number; height: number } | null
}

/**
 * A board that is kept in the browser during sign-in, with the visitor's selection. Its content is stored separately.
 */
export type KeptBoard = {
  id: string
  name: string
  size: number
  chosen: string[]
  /** The prices that the visitor has seen. Boards kept by an earlier release have none. */
  shown?: PriceTable
} & ChosenRows

/** The result of reading a board: what was found, or why the file has no price. */
export type ReadBoard = BoardReading | { unpriced: string }

/** A board that the page opens with, and what was selected on it. */
export type FoundBoard = { board: GivenBoard; chosen: string[] }

type PriceContext = {
  /** Whether the page shows the site's sample board, which cannot be ordered. */
  isSample: boolean
  prices: PriceTable | null
  board: GivenBoard | null
  reading: BoardReading | null
  /** The ids of the chosen offers. */
  chosen: string[]
  /** Whether the visitor has provided or removed a board on this page. If so, the focus moves accordingly. */
  hasActed: boolean
  /** Why the board has no price. */
  problem: string | null
  /** Why the board could not be kept. */
  failure: string | null
  /** Why the board could not be drawn. */
  undrawn: string | null
}

const tooLarge =
  'Boards larger than 200 MB cannot be stored while you sign in. Sign in first, then upload the board in the workspace.'
const notKept =
  'This browser could not store the board. Sign in first, then upload it in the workspace, where the same interfaces will be recognized.'
const notRead = 'The board could not be read, because part of the site did not load.'
const notFound = 'The sample board could not be loaded.'

/** Whether there is anything to order. A chosen interface may have been removed from the price table. */
const hasRows = (context: PriceContext) => rowsOf(context).si.length + rowsOf(context).pi.length > 0

/**
 * The price of a visitor's board, at the list prices if the API's prices are unavailable; a quote requires the API's
 * prices. The board is read only in the browser. The visitor selects from what was found and sees the total. When the
 * visitor orders, the browser keeps the board and the selection during sign-in; kept-board.machine.ts takes over from
 * there. A visitor who returns without signing in finds both again. The sample board opens like a visitor's own, but
 * cannot be ordered or removed.
 */
export const boardPriceMachine = setup({
  types: {
    context: {} as PriceContext,
    input: {} as { isSample: boolean },
    events: {} as
      /** A file was dropped or chosen, on this page or on the previous one. */
        | { type: 'board.given'; board: GivenBoard }
        | { type: 'reading.retried' }
        | { type: 'prices.retried' }
        | { type: 'offer.toggled'; id: string }
        | { type: 'quote.requested' }
        | { type: 'order.requested' }
        | { type: 'board.forgotten' }
        /** The viewer could not show the board. */
        | { type: 'drawing.failed'; reason: string }
        | { type: 'drawing.retried' },
    emitted: {} as { type: 'quote.confirmed'; quote: Quote },
    tags: {} as 'busy' | 'priced',
  },
  actors: {
    /** Reports the board that was provided last, and each later one. */
    followBoards: placeholderCallback('followBoards'),
    /** The price table, which needs no account. */
    loadPrices: placeholderActor<PriceTable>('loadPrices'),
    /** The sample board, or the board that this browser has kept, if any. */
    findBoard: placeholderActor<FoundBoard | null, { isSample: boolean }>('findBoard'),
    readBoard: placeholderActor<ReadBoard, { board: GivenBoard | null }>('readBoard'),
    /** Keeps the board and the selection in the browser. */
    keepBoard: placeholderActor<void, { kept: KeptBoard | null }>('keepBoard'),
  },
  actions: {
    eraseKept: () => {},
    tellKept: () => {},
    tellForgotten: () => {},
    take: assign((_, board: GivenBoard) => ({
      board,
      reading: null,
      chosen: [],
      problem: givenProblem(board),
      failure: null,
      undrawn: null,
      hasActed: true,
    })),
    /** Removes the version of the prices, so that nothing is quoted at prices that may have changed. */
    doubtPrices: assign(({ context }) => {
      const { version: _, ...unconfirmed } = context.prices ?? defaultPrices
      return { prices: unconfirmed }
    }),
    toggle: assign(({ context: { chosen } }, id: string) => ({
      chosen: chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id],
      failure: null,
    })),
  },
  guards: {
    isReadable: (_, board: GivenBoard) => givenProblem(board) === null,
    isChoosable: ({ context }, id: string) => isChoosable(context, id),
    hasRows: ({ context }) => hasRows(context),
    isSample: ({ context }) => context.isSample,
    isFound: ({ context }) => context.board !== null,
    isTooLarge: ({ context: { board } }) => (board?.size ?? 0) > largestKeptBytes,
  },
}).createMachine({
  id: 'boardPrice',
  context: ({ input }) => ({
    isSample: input.isSample,
    prices: null,
    board: null,
    reading: null,
    chosen: [],
    hasActed: false,
    problem: null,
    failure: null,
    undrawn: null,
  }),
  type: 'parallel',
  states: {
    prices: {
      initial: 'loading',
      states: {
        loading: {
          invoke: {
            src: 'loadPrices',
            onDone: [
              {
                guard: ({ event }) => event.output.version !== undefined,
                target: 'known',
                actions: assign({ prices: ({ event }) => event.output }),
              },
              { target: 'unconfirmed', actions: assign({ prices: ({ event }) => event.output }) },
            ],
            onError: { target: 'unconfirmed', actions: 'doubtPrices' },
          },
        },
        known: { on: { 'quote.requested': { guard: 'hasRows', target: 'confirming' } } },
        /**
         * A quote is an offer, and the page may have been open for days, so the prices are loaded again first. If the
         * board changes in the meantime, no quote is created.
         */
        confirming: {
          on: { 'board.given': 'known', 'board.forgotten': 'known' },
          invoke: {
            src: 'loadPrices',
            onDone: [
              {
                guard: ({ event }) => event.output.version !== undefined,
                target: 'known',
                actions: enqueueActions(({ context, event, enqueue }) => {
                  const prices = event.output
                  enqueue.assign({ prices })
                  const quote = visitorQuote({ ...context, prices })
                  // Everything may have been deselected in the meantime.
                  if (quote && hasRows({ ...context, prices })) enqueue.emit({ type: 'quote.confirmed', quote })
                }),
              },
              { target: 'unconfirmed', actions: assign({ prices: ({ event }) => event.output }) },
            ],
            onError: { target: 'unconfirmed', actions: 'doubtPrices' },
          },
        },
        /** The prices are shown, but nothing is quoted at them. */
        unconfirmed: { on: { 'prices.retried': 'loading' } },
      },
    },
    board: {
      initial: 'restoring',
      invoke: { src: 'followBoards' },
      on: {
        'board.given': [
          {
            guard: { type: 'isReadable', params: ({ event }) => event.board },
            target: '.reading',
            actions: { type: 'take', params: ({ event }) => event.board },
          },
          { target: '.unpriced', actions: { type: 'take', params: ({ event }) => event.board } },
        ],
      },
      states: {
        restoring: {
          tags: 'busy',
          invoke: {
            src: 'findBoard',
            input: ({ context: { isSample } }) => ({ isSample }),
            onDone: [
              { guard: ({ event }) => event.output === null, target: 'empty' },
              {
                target: 'reading',
                actions: assign({
                  board: ({ event }) => event.output?.board ?? null,
                  chosen: ({ event }) => event.output?.chosen ?? [],
                }),
              },
            ],
            onError: [
              { guard: 'isSample', target: 'failed', actions: assign({ problem: notFound }) },
              { target: 'empty' },
            ],
          },
        },
        empty: {},
        reading: {
          tags: 'busy',
          // If another board is provided, reading starts over.
          on: {
            'board.given': [
              {
                guard: { type: 'isReadable', params: ({ event }) => event.board },
                target: 'reading',
                reenter: true,
                actions: { type: 'take', params: ({ event }) => event.board },
              },
              { target: 'unpriced', actions: { type: 'take', params: ({ event }) => event.board } },
            ],
          },
          invoke: {
            src: 'readBoard',
            input: ({ context }) => ({ board: context.board }),
            onDone: [
              {
                guard: ({ event }) => 'unpriced' in event.output,
                target: 'unpriced',
                actions: assign({
                  problem: ({ event }) => ('unpriced' in event.output ? event.output.unpriced : null),
                }),
              },
              {
                target: 'priced',
                actions: assign({ reading: ({ event }) => ('unpriced' in event.output ? null : event.output) }),
              },
            ],
            onError: {
              target: 'failed',
              actions: assign({ problem: ({ event }) => messageOf(event.error, notRead) }),
            },
          },
        },
        /** The file has no price. The visitor can provide another file. */
        unpriced: {},
        failed: {
          on: {
            'reading.retried': [
              { guard: 'isFound', target: 'reading', actions: assign({ problem: null }) },
              { target: 'restoring', actions: assign({ problem: null }) },
            ],
          },
        },
        priced: {
          tags: 'priced',
          initial: 'choosing',
          on: {
            // If the board is being stored, this is canceled when an offer is toggled, so that it is not stored with an
            // outdated selection.
            'offer.toggled': {
              guard: { type: 'isChoosable', params: ({ event }) => event.id },
              target: '.choosing',
              actions: { type: 'toggle', params: ({ event }) => event.id },
            },
            'drawing.failed': { actions: assign({ undrawn: ({ event }) => event.reason }) },
            'drawing.retried': { actions: assign({ undrawn: null }) },
            'board.forgotten': {
              guard: not('isSample'),
              target: 'empty',
              actions: [
                'eraseKept',
                'tellForgotten',
                assign({ board: null, reading: null, chosen: [], failure: null, undrawn: null, hasActed: true }),
              ],
            },
          },
          states: {
            choosing: {
              on: {
                'order.requested': [
                  { guard: 'isTooLarge', actions: assign({ failure: tooLarge }) },
                  { guard: and([not('isSample'), 'hasRows']), target: 'keeping', actions: assign({ failure: null }) },
                ],
              },
            },
            keeping: {
              tags: 'busy',
              invoke: {
                src: 'keepBoard',
                input: ({ context }) => ({ kept: keptOf(context) }),
                onDone: { target: 'kept', actions: 'tellKept' },
                onError: { target: 'choosing', actions: assign({ failure: notKept }) },
              },
            },
            /** The page is about to be left for the workspace. A failed login, or Back, returns here. */
            kept: {
              on: {
                'order.requested': 'keeping',
              },
            },
          },
        },
      },
    },
  },
})

export type BoardPriceActor = ActorRefFrom<typeof boardPriceMachine>
type Snapshot = SnapshotFrom<typeof boardPriceMachine>

/** The board and the selection, as they are kept during sign-in; null without a board. */
function keptOf(context: PriceContext): KeptBoard | null {
  const { board, chosen, prices } = context
  const rows = rowsOf(context)
  const shown = shownPrices(rows, prices ?? defaultPrices)
  return board && { id: board.id, name: board.name, size: board.size, chosen, shown, ...rows }
}

/**
 * The quote for the selection; null until the API's prices are known. The hash of the file is added when the document
 * is created.
 */
export function visitorQuote(context: PriceContext): Quote | null {
  const { board, prices } = context
  if (prices?.version === undefined) return null
  const draft = { ...emptyDraft, ...requestRows(rowsOf(context)) }
  const name = board?.name ?? ''
  return {
    ...quoteOf({ draft, prices, files: [], project: null }),
    files: [{ kind: 'Layout', name, sha256: '' }],
  }
}

export const isPriced = (snapshot: Snapshot) => snapshot.hasTag('priced')
export const isEmpty = (snapshot: Snapshot) => snapshot.matches({ board: 'empty' })
export const arePricesUnconfirmed = (snapshot: Snapshot) => snapshot.matches({ prices: 'unconfirmed' })
export const isQuoteBeingConfirmed = (snapshot: Snapshot) => snapshot.matches({ prices: 'confirming' })
export const isReadingFailed = (snapshot: Snapshot) => snapshot.matches({ board: 'failed' })
export const isKeeping = (snapshot: Snapshot) =>
  snapshot.matches({ board: { priced: 'keeping' } }) || snapshot.matches({ board: { priced: 'kept' } })
export const hasActed = ({ context }: Snapshot) => context.hasActed
export const boardOf = ({ context }: Snapshot) => context.board
export const isSample = ({ context }: Snapshot) => context.isSample
export const undrawnOf = ({ context }: Snapshot) => context.undrawn
/** Whether the viewer can draw the board: a list of nets has no copper. */
export const isDrawable = ({ context: { reading } }: Snapshot) => (reading?.copperLayers ?? null) !== null
export const problemOf = ({ context }: Snapshot) => context.problem
export const keepingFailureOf = ({ context }: Snapshot) => context.failure

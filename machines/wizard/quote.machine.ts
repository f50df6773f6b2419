import { assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor } from '../lib/placeholder-actor'
import type { ProjectFile } from '../files/file-order'
import type { RequestDraft } from './request-draft'
import { piPrice, type PriceTable, siPrice, totalOf } from './request-rules'

/** What a quote says: of which project, with which files, and every row with its price in whole US dollars. */
export type Quote = {
  project: string
  files: { kind: string; name: string; sha256: string }[]
  rows: { simulation: string; nets: string; details: string; price: number }[]
  total: number
  purchaseOrder: string | null
}

type Quoted = { draft: RequestDraft; prices: PriceTable; files: ProjectFile[]; project: string }

export function quoteOf({ draft, prices, files, project }: Quoted): Quote {
  const chosen = [
    ['Layout', draft.layoutFileId],
    ['Stackup', draft.stackupFileId],
    ['Material', draft.materialFileId],
  ] as const
  return {
    project,
    files: chosen.flatMap(([kind, wanted]) => {
      const file = files.find(({ id }) => id === wanted)
      return file ? [{ kind, name: file.name, sha256: file.sha256 }] : []
    }),
    rows: [
      ...draft.si.map((row) => ({
        simulation: row.interface,
        nets: `${row.signal_nets} over ${row.ground_nets}`,
        details: `${row.speed}, clock ${row.clock_signal}`,
        price: siPrice(prices, row),
      })),
      ...draft.pi.map((row) => ({
        simulation: row.type,
        nets: `${row.power_net} over ${row.ground_net}`,
        details: `Target impedance ${row.target_impedance}`,
        price: piPrice(prices, row),
      })),
    ],
    total: totalOf(draft, prices),
    purchaseOrder: draft.purchaseOrder.trim() || null,
  }
}

/** A quote as a document that the person keeps. What fails can be asked for again; the request is not touched. */
export const quoteMachine = setup({
  types: {
    context: {} as { quote: Quote | null; failure: string | null },
    events: {} as { type: 'quote.requested'; quote: Quote },
    tags: {} as 'busy',
  },
  actors: {
    saveQuote: placeholderActor<void, Quote | null>('saveQuote'),
  },
}).createMachine({
  id: 'quote',
  context: { quote: null, failure: null },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'quote.requested': { target: 'making', actions: assign({ quote: ({ event }) => event.quote, failure: null }) },
      },
    },
    making: {
      tags: 'busy',
      invoke: {
        src: 'saveQuote',
        input: ({ context }) => context.quote,
        onDone: 'resting',
        onError: {
          target: 'resting',
          actions: assign({ failure: 'The quote could not be created. Please try again.' }),
        },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof quoteMachine>

export const isMaking = (snapshot: Snapshot) => snapshot.hasTag('busy')
export const quoteFailureOf = (snapshot: Snapshot) => snapshot.context.failure

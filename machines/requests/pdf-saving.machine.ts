import { assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor } from '../lib/placeholder-actor'
import type { InvoiceDocument } from './invoice-document'
import type { SimulationRequest } from './payment-return.machine'
import type { RequestReport } from './report-sentences'

/** The data from which a document about a request is created. */
export type Printed =
  | { kind: 'report'; request: SimulationRequest; report: RequestReport }
  | { kind: 'invoice'; document: InvoiceDocument }
  | { kind: 'quote'; request: SimulationRequest }

/**
 * Saves a report, a quote, an invoice or a credit note as a PDF document. Each event contains the data of the document,
 * because a delivery can be corrected and a request can change while its page is open. After a failure, the user can
 * try again.
 */
export const pdfSavingMachine = setup({
  types: {
    context: {} as { printed: Printed | null; failure: string | null },
    events: {} as { type: 'pdf.requested'; printed: Printed },
  },
  actors: {
    savePdf: placeholderActor<void, { printed: Printed | null }>('savePdf'),
  },
}).createMachine({
  id: 'pdfSaving',
  context: { printed: null, failure: null },
  initial: 'resting',
  states: {
    resting: {
      on: {
        'pdf.requested': {
          target: 'saving',
          actions: assign({ printed: ({ event }) => event.printed, failure: null }),
        },
      },
    },
    saving: {
      invoke: {
        src: 'savePdf',
        input: ({ context: { printed } }) => ({ printed }),
        onDone: 'resting',
        onError: {
          target: 'resting',
          actions: assign({ failure: 'The PDF could not be created. Please try again.' }),
        },
      },
      exit: assign({ printed: null }),
    },
  },
})

type Snapshot = SnapshotFrom<typeof pdfSavingMachine>

export const isSavingPdf = (snapshot: Snapshot) => snapshot.matches('saving')
export const pdfFailureOf = ({ context }: Snapshot) => context.failure

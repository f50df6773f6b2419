import { assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor } from '../lib/placeholder-actor'
import type { InvoiceDocument } from './invoice-document'

export type PrintedInvoice = { document: InvoiceDocument }

/** Saves an invoice or a credit note as a PDF document. After a failure, it can be requested again. */
export const invoicePdfMachine = setup({
  types: {
    input: {} as PrintedInvoice,
    context: {} as PrintedInvoice & { failure: string | null },
    events: {} as { type: 'pdf.requested' },
  },
  actors: {
    savePdf: placeholderActor<void, PrintedInvoice>('savePdf'),
  },
}).createMachine({
  id: 'invoicePdf',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'resting',
  states: {
    resting: { on: { 'pdf.requested': 'saving' } },
    saving: {
      entry: assign({ failure: null }),
      invoke: {
        src: 'savePdf',
        input: ({ context: { document } }) => ({ document }),
        onDone: 'resting',
        onError: {
          target: 'resting',
          actions: assign({ failure: 'The PDF could not be created. Please try again.' }),
        },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof invoicePdfMachine>

export const isSavingInvoice = (snapshot: Snapshot) => snapshot.matches('saving')
export const invoiceFailureOf = ({ context }: Snapshot) => context.failure

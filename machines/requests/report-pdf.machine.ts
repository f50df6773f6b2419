import { assign, type SnapshotFrom, setup } from 'xstate'

import { placeholderActor } from '../lib/placeholder-actor'
import type { SimulationRequest } from './payment-return.machine'
import type { RequestReport } from './report-sentences'

export type PrintedReport = { request: SimulationRequest; report: RequestReport }

/** Saves the report of a request as a PDF document. After a failure, the user can try again. */
export const reportPdfMachine = setup({
  types: {
    input: {} as PrintedReport,
    context: {} as PrintedReport & { failure: string | null },
    events: {} as { type: 'pdf.requested' },
  },
  actors: {
    savePdf: placeholderActor<void, PrintedReport>('savePdf'),
  },
}).createMachine({
  id: 'reportPdf',
  context: ({ input }) => ({ ...input, failure: null }),
  initial: 'resting',
  states: {
    resting: { on: { 'pdf.requested': 'saving' } },
    saving: {
      entry: assign({ failure: null }),
      invoke: {
        src: 'savePdf',
        input: ({ context: { request, report } }) => ({ request, report }),
        onDone: 'resting',
        onError: {
          target: 'resting',
          actions: assign({ failure: 'The PDF could not be created. Please try again.' }),
        },
      },
    },
  },
})

type Snapshot = SnapshotFrom<typeof reportPdfMachine>

export const isSavingPdf = (snapshot: Snapshot) => snapshot.matches('saving')
export const pdfFailureOf = ({ context }: Snapshot) => context.failure

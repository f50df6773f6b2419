// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { fromPromise } from 'xstate'

import { invoiceOf } from '../../../../machines/requests/invoice-document'
import { type Printed, pdfSavingMachine } from '../../../../machines/requests/pdf-saving.machine'
import { InvoiceOf } from '../../../../src/workspace/requests/invoice/invoice-of'
import { SavePdf } from '../../../../src/workspace/requests/save-pdf'
import { requestReport } from '../../../model/requests/report-samples'
import { simulationRequest } from '../../../model/wizard/request-samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'
import { isUsable } from '../../usable'

const request = simulationRequest({ paid: '2026-03-04T12:00:00.000Z', invoice_number: 'INV-1007' })
const document = invoiceOf(request)
if (!document) throw new Error('The request has no invoice.')
const button = () => screen.getByRole('button', { name: 'Invoice and receipt INV-1007' })

const surface: Surface<typeof pdfSavingMachine> = {
  situations: { 'a customer who has paid': {} },
  events: { 'pdf.requested': [{ printed: { kind: 'invoice', document } }] },
  done: { savePdf: [undefined] },
  failed: { savePdf: [failure('No font.')] },
  distinguish: ({ failure: why }) => why,
  mount: ({ machine }) => {
    renderWorkspace(<InvoiceOf request={request} />, { ...machinesOver({}), pdfSaving: machine })
  },
  states: {
    resting: (_, { context }) => {
      expect(button()).toBeEnabled()
      expect(context.printed).toBeNull()
      const alert = screen.queryByRole('alert')
      if (context.failure) expect(alert).toHaveTextContent('The PDF could not be created. Please try again.')
      else expect(alert).toBeNull()
    },
    saving: (_, { context }) => {
      expect(isUsable(button())).toBe(false)
      expect(context.printed).toEqual({ kind: 'invoice', document })
      expect(screen.queryByRole('alert')).toBeNull()
    },
  },
  perform: { 'pdf.requested': (_, { user }) => user.click(button()) },
}

testSurface('PDF saving', pdfSavingMachine, surface)

test('the report of a corrected delivery is saved, although the page was open before the correction', async () => {
  const saved: (Printed | null)[] = []
  const machine = pdfSavingMachine.provide({
    actors: {
      savePdf: fromPromise<void, { printed: Printed | null }>(async ({ input }) => void saved.push(input.printed)),
    },
  })
  const Page = () => {
    const [isCorrected, setCorrected] = useState(false)
    const report = { ...requestReport(), verdict: isCorrected ? ('pass' as const) : ('fail' as const) }
    return (
      <>
        <button onClick={() => setCorrected(true)}>Correct</button>
        <SavePdf label="Save as PDF" printed={{ kind: 'report', request, report }} />
      </>
    )
  }
  const user = renderWorkspace(<Page />, { ...machinesOver({}), pdfSaving: machine })
  await user.click(screen.getByRole('button', { name: 'Correct' }))
  await user.click(screen.getByRole('button', { name: 'Save as PDF' }))
  expect(saved).toMatchObject([{ kind: 'report', report: { verdict: 'pass' } }])
})

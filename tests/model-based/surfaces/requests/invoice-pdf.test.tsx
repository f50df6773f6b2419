// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { invoiceOf } from '../../../../machines/requests/invoice-document'
import { invoicePdfMachine } from '../../../../machines/requests/invoice-pdf.machine'
import { InvoiceOf } from '../../../../src/workspace/requests/invoice/invoice-of'
import { simulationRequest } from '../../../model/wizard/request-samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const request = simulationRequest({ paid: '2026-03-04T12:00:00.000Z', invoice_number: 'INV-1007' })
const document = invoiceOf(request)
if (!document) throw new Error('The request has no invoice.')
const button = () => screen.getByRole('button', { name: 'Invoice and receipt INV-1007' })

const surface: Surface<typeof invoicePdfMachine> = {
  situations: { 'a customer who has paid': { input: { document } } },
  events: { 'pdf.requested': [{}] },
  done: { savePdf: [undefined] },
  failed: { savePdf: [failure('No font.')] },
  distinguish: ({ failure: why }) => why,
  mount: ({ machine }) => {
    renderWorkspace(<InvoiceOf request={request} />, { ...machinesOver({}), invoicePdf: machine })
  },
  states: {
    resting: (_, { context }) => {
      expect(button()).toBeEnabled()
      const alert = screen.queryByRole('alert')
      if (context.failure) expect(alert).toHaveTextContent('The PDF could not be created. Please try again.')
      else expect(alert).toBeNull()
    },
    saving: () => {
      expect(button()).toBeDisabled()
      expect(screen.queryByRole('alert')).toBeNull()
    },
  },
  perform: { 'pdf.requested': (_, { user }) => user.click(button()) },
}

testSurface('Invoice PDF', invoicePdfMachine, surface)

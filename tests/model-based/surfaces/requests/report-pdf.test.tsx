// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { reportPdfMachine } from '../../../../machines/requests/report-pdf.machine'
import { SaveReport } from '../../../../src/workspace/requests/report/save-report'
import { requestReport } from '../../../model/requests/report-samples'
import { simulationRequest } from '../../../model/wizard/request-samples'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

const input = { request: simulationRequest({ status: 'delivered' }), report: requestReport() }
const button = () => screen.getByRole('button', { name: 'Save as PDF' })

const surface: Surface<typeof reportPdfMachine> = {
  situations: { 'a customer with a report': { input } },
  events: { 'pdf.requested': [{}] },
  done: { savePdf: [undefined] },
  failed: { savePdf: [failure('No font.')] },
  distinguish: ({ failure: why }) => why,
  mount: ({ machine }) => {
    renderWorkspace(<SaveReport {...input} />, { ...machinesOver({}), reportPdf: machine })
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

testSurface('Report PDF', reportPdfMachine, surface)

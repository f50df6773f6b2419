// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'

import type { SimulationRequest } from '../../../machines/requests/payment-return.machine'
import { noFilter } from '../../../machines/requests/requests.machine'
import { RequestsPage } from '../../../src/workspace/requests/requests-page'
import { simulationRequest } from '../../model/wizard/request-samples'
import { covers } from '../../spec-coverage/covers'
import { filePlace } from '../workspace/sample-file-place'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'
import { reportPlace } from '../workspace/sample-report-place'

function open(request: SimulationRequest) {
  renderWorkspace(
    <RequestsPage
      openId="r1"
      place={reportPlace()}
      filePlace={filePlace()}
      filter={noFilter}
      filters={{ projects: [], onFilter: vi.fn() }}
      onOpen={vi.fn()}
      onRepeat={vi.fn()}
      onRequest={vi.fn()}
      onFile={vi.fn()}
    />,
    machinesOver({
      listSimulationRequests: async () => ({ requests: [request], next: null }),
      getSimulationRequest: async () => request,
    }),
  )
}

const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent)

test('a paid request of a deleted project shows what was paid, and says that the files are gone', async () => {
  covers('decisions-paid-found')
  open(
    simulationRequest({
      ...{ status: 'cancelled', cancelled: '2026-01-03T09:00:00.000Z', project_deleted: true },
      ...{ invoice_number: 'INV-1001', purchase_order: 'PO-7' },
      refunds: [
        {
          ...{ id: 'b1', cents: 200_000, state: 'done', credit_note: 'CN-1001', rows: [{ kind: 'si', number: 1 }] },
          ...{ reason: 'The board changed.', by: null, created: '2026-01-03T09:00:00.000Z', failure: null },
        },
      ],
    }),
  )
  expect(await screen.findByRole('heading', { name: 'SI-1001: Camera board' })).toBeVisible()
  expect(
    screen.getByText(
      'The project was deleted, along with the files of this request. The records of your order and payment are kept, and only you and our staff can see them.',
    ),
  ).toBeVisible()
  expect(
    within(screen.getByRole('list', { name: 'Status' })).getByRole('listitem', { current: 'step' }),
  ).toHaveTextContent('Canceled')
  // Neither the files nor the project can be opened, and nothing can be ordered or written anymore.
  expect(buttons()).toEqual(['All requests', 'Credit note CN-1001', 'Invoice and receipt INV-1001'])
  expect(screen.queryAllByRole('link')).toEqual([])
  for (const text of ['PO-7', 'board.kicad_pcb']) expect(screen.getByText(text)).toBeVisible()
  expect(screen.getByText(/^\$2,000 refunded|^\$2,000\.00 refunded/)).toBeVisible()
})

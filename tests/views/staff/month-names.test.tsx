// @vitest-environment jsdom
/** Accounting months begin in UTC, so their names must not depend on where the staff are. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fromPromise } from 'xstate'

import { type AccountingMonth, accountingMachine } from '../../../machines/staff/operation/accounting.machine'
import { AccountingPage } from '../../../src/staff/operation/accounting-page'
import { invoiceOf } from '../../../machines/requests/invoice-document'
import { simulationRequest } from '../../model/wizard/request-samples'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

beforeEach(() => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  expect(new Date('2026-11-01T00:00:00Z').getDate()).toBe(31)
  return () => vi.unstubAllEnvs()
})

const november: AccountingMonth = {
  month: '2026-11',
  ...{ invoices: 1, invoiced_cents: 100_000, invoiced_tax_cents: 0 },
  ...{ credit_notes: 0, credited_cents: 0, credited_tax_cents: 0 },
}

test('west of Greenwich, a month has its own name', async () => {
  const machine = accountingMachine.provide({ actors: { loadMonths: fromPromise(async () => [november]) } })
  renderWorkspace(<AccountingPage />, { ...machinesOver({}), accounting: machine })
  expect(await screen.findByRole('rowheader', { name: 'November 2026' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download November 2026 as CSV' })).toBeVisible()
})

test('west of Greenwich, an invoice has the date that the accounting has', () => {
  const invoice = invoiceOf(simulationRequest({ invoice_number: 'INV-1001', paid: '2026-11-01T00:30:00.000Z' }))
  expect(invoice?.facts).toContainEqual(['Date', 'November 1, 2026'])
  expect(invoice?.notes).toEqual(['Paid on November 1, 2026. Nothing is due.'])
})

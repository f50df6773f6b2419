// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect } from 'vitest'

import { type AccountingMonth, accountingMachine } from '../../../../machines/staff/operation/accounting.machine'
import { AccountingPage } from '../../../../src/staff/operation/accounting-page'
import { machinesOver, renderWorkspace } from '../../../views/workspace/render-workspace'
import { failure, type Surface } from '../../surface'
import { testSurface } from '../../view-paths'

type Machine = typeof accountingMachine

const november: AccountingMonth = {
  month: '2026-11',
  invoices: 12,
  invoiced_cents: 4_800_000,
  invoiced_tax_cents: 0,
  credit_notes: 1,
  credited_cents: 1250,
  credited_tax_cents: 0,
}
const october: AccountingMonth = {
  month: '2026-10',
  invoices: 1,
  invoiced_cents: 100_000,
  invoiced_tax_cents: 15_966,
  credit_notes: 0,
  credited_cents: 0,
  credited_tax_cents: 0,
}
const rows = () =>
  screen
    .queryAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
const button = (name: string) => screen.getByRole('button', { name: `Download ${name} as CSV` })
const names: Record<string, string> = { '2026-11': 'November 2026', '2026-10': 'October 2026' }
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent)

const accounting: Surface<Machine> = {
  situations: { 'a member of staff': {} },
  events: {
    'months.retry': [{}],
    'month.saved': ({ context: { months } }) => (months ?? []).map(({ month }) => ({ month })),
  },
  done: { loadMonths: [[november, october], []], saveMonth: [undefined] },
  failed: { loadMonths: [failure()], saveMonth: [failure()] },
  mount: ({ machine }) => {
    renderWorkspace(<AccountingPage />, { ...machinesOver({}), accounting: machine })
  },
  states: {
    'list.loading': () => {
      expect(screen.getByText('Loading months...')).toBeVisible()
      expect(screen.queryByRole('table')).toBeNull()
    },
    'list.failed': () => {
      expect(alerts()).toContain('The months could not be loaded.Retry')
      expect(screen.queryByRole('table')).toBeNull()
    },
    'list.loaded': (_, { context: { months } }) => {
      const isEmpty = months?.length === 0
      expect(screen.queryByText('No invoices yet.') !== null).toBe(isEmpty)
      expect(rows()).toEqual(
        isEmpty
          ? []
          : [
              ['$48,00012 invoices', '$12.501 credit note', 'CSV'],
              ['$1,000including $159.66 tax1 invoice', '$00 credit notes', 'CSV'],
            ],
      )
    },
    'saving.none': (_, { context: { months, saveFailure } }) => {
      for (const { month } of months ?? []) {
        expect(button(names[month] ?? '')).toHaveAttribute('aria-disabled', 'false')
        expect(button(names[month] ?? '')).toHaveAttribute('aria-busy', 'false')
      }
      const text = 'The file could not be downloaded.Nothing was saved. Please try again.'
      expect(alerts().includes(text)).toBe(saveFailure !== null)
    },
    'saving.saving': (_, { context: { months, savedMonth } }) => {
      for (const { month } of months ?? []) {
        expect(button(names[month] ?? '')).toHaveAttribute('aria-disabled', 'true')
        expect(button(names[month] ?? '')).toHaveAttribute('aria-busy', String(month === savedMonth))
      }
    },
  },
  perform: {
    'months.retry': (_, { user }) => user.click(screen.getByRole('button', { name: 'Retry' })),
    'month.saved': ({ month }, { user }) => user.click(button(names[month] ?? '')),
  },
}

testSurface('Accounting', accountingMachine, accounting)

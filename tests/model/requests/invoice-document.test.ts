/** The contents of invoices and credit notes. */
import { describe, expect, test } from 'vitest'

import { creditNoteOf, invoiceOf } from '../../../machines/requests/invoice-document'
import { noBilling } from '../../../machines/wizard/billing/billing'
import { fullSi, simulationRequest } from '../wizard/request-samples'

const pi = { type: 'PowerDC', power_net: '+3V3', ground_net: 'GND', target_impedance: 'N/A', unit_price: 1000 }
const request = simulationRequest({
  ...{ number: 'SI-1001', project_name: 'Camera board', created_by_name: 'Uma Serrano', purchase_order: 'PO-4711' },
  ...{ paid: '2026-03-04T12:00:00.000Z', total: 3000, si: [{ ...fullSi, unit_price: 2000 }], pi: [pi] },
  invoice_number: 'INV-1007',
})
const refund = {
  ...{ id: 'x', cents: 100_000, state: 'done' as const, rows: [{ kind: 'pi' as const, number: 1 }], failure: null },
  ...{ reason: 'The board changed.', by: 'Stella Okafor', created: '2026-03-09T12:00:00.000Z', credit_note: 'CN-1002' },
}

describe('an invoice', () => {
  test('has its number, the customer, the purchase order, each row and the total', () => {
    const made = invoiceOf(request)
    expect(made).toMatchObject({ title: 'Invoice and receipt', number: 'INV-1007', cents: 300_000 })
    expect(Object.fromEntries(made?.facts ?? [])).toEqual({
      ...{ Number: 'INV-1007', Date: 'March 4, 2026', Request: 'SI-1001', Project: 'Camera board' },
      ...{ Customer: 'Uma Serrano', 'Purchase order': 'PO-4711' },
    })
    expect(made?.lines.map(({ cents }) => cents)).toEqual([200_000, 100_000])
    expect(made?.lines[1]?.text).toBe('Power integrity, PowerDC: +3V3 with ground GND')
    expect(made?.notes).toEqual(['Paid on March 4, 2026. Nothing is due.'])
  })

  test('has the tax as a line of its own, and whom it bills', () => {
    // 8.875% of $3,000 is $266.25.
    const tax = { name: 'Sales tax', rate: 8875, cents: 26_625 }
    const billing = {
      ...noBilling,
      company: 'Example Ltd',
      city: 'Albany',
      region: 'NY',
      country: 'US',
      tax_id: '12-3',
    }
    const made = invoiceOf({ ...request, tax, billing })
    expect(made?.lines.slice(2)).toEqual([
      { text: 'Total before tax', cents: 300_000 },
      { text: 'Sales tax, 8.875%', cents: 26_625 },
    ])
    expect(made).toMatchObject({ totalText: 'Total in US dollars', cents: 326_625 })
    expect(Object.fromEntries(made?.facts ?? [])).toMatchObject({
      'Billed to': 'Example Ltd, Albany, NY, United States',
      'VAT or tax number': '12-3',
    })
    const note = creditNoteOf({ ...request, tax, billing }, { ...refund, cents: 108_875, tax_cents: 8875 })
    expect(note?.lines).toEqual([
      { text: 'Power integrity, PowerDC: +3V3 with ground GND', cents: 100_000 },
      { text: 'Total before tax', cents: 100_000 },
      { text: 'Sales tax, 8.875%', cents: 8875 },
    ])
    expect(note?.cents).toBe(108_875)
    expect(Object.fromEntries(note?.facts ?? [])).toHaveProperty('Billed to')
    const atProvider = creditNoteOf({ ...request, tax }, { ...refund, rows: [], cents: 1089, tax_cents: 89 })
    expect(atProvider?.lines.map(({ cents }) => cents)).toEqual([1000, 1000, 89])
  })

  test('does not exist for a request that is not paid, or a trial order', () => {
    const { invoice_number: _, ...trial } = request
    expect(invoiceOf(trial)).toBeNull()
    expect(invoiceOf({ ...request, paid: null })).toBeNull()
    expect(creditNoteOf(trial, refund)).toBeNull()
  })
})

describe('a credit note', () => {
  test('names the invoice, the refunded rows, the amount and the reason', () => {
    const made = creditNoteOf(request, refund)
    expect(made).toMatchObject({ title: 'Credit note', number: 'CN-1002', cents: 100_000 })
    expect(Object.fromEntries(made?.facts ?? [])).toMatchObject({ Invoice: 'INV-1007', Date: 'March 9, 2026' })
    expect(made?.lines).toEqual([{ text: 'Power integrity, PowerDC: +3V3 with ground GND', cents: 100_000 }])
    expect(made?.notes).toEqual(['The board changed.', '$1,000 was refunded to the original payment method.'])
  })

  test('is dated when the refund was made, which can be days after the decision', () => {
    const made = creditNoteOf(request, { ...refund, credited: '2026-03-12T12:00:00.000Z' })
    expect(Object.fromEntries(made?.facts ?? [])).toMatchObject({ Date: 'March 12, 2026' })
  })

  test('of a refund at the payment provider has one line, in cents', () => {
    const made = creditNoteOf(request, { ...refund, rows: [], cents: 1234, reason: null })
    expect(made?.lines).toEqual([{ text: 'Refund', cents: 1234 }])
    expect(made?.notes).toEqual(['$12.34 was refunded to the original payment method.'])
  })

  test('does not exist before the refund is made', () => {
    expect(creditNoteOf(request, { ...refund, state: 'pending', credit_note: null })).toBeNull()
  })
})

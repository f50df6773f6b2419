/** The contents of the invoice for a request and of the credit note for a refund. */
import type { components } from '../../openapi/generated/product'
import { dollarText } from '../lib/dollars'
import { billingFacts } from '../wizard/billing/billing'
import { netText } from '../wizard/board/net-list'
import { taxText } from '../wizard/billing/tax'

type Schemas = components['schemas']
type Refund = Schemas['RequestRefund']

/** The fields of a request that a document needs. */
export type InvoicedRequest = Pick<
  Schemas['SimulationRequest'],
  'number' | 'project_name' | 'created_by_name' | 'purchase_order' | 'paid' | 'total' | 'si' | 'pi'
> &
  Pick<Partial<Schemas['SimulationRequest']>, 'invoice_number' | 'tax' | 'billing'>

/** An invoice or a credit note as printed. */
export type InvoiceDocument = {
  title: 'Invoice and receipt' | 'Credit note'
  number: string
  facts: [name: string, value: string][]
  lines: { text: string; cents: number }[]
  totalText: string
  cents: number
  notes: string[]
}

const CENTS = 100

const dayOf = (date: string) =>
  new Date(date).toLocaleDateString('en-US', { year: 'numeric', month: 'long', day: 'numeric', timeZone: 'UTC' })

/** The rows of a request as lines, with the kind and number of each row. */
const rowLines = ({ si, pi }: InvoicedRequest) => [
  ...si.map((row, at) => ({
    ...{ kind: 'si', number: at + 1, cents: row.unit_price * CENTS },
    text: `Signal integrity, ${row.interface}, ${row.speed}: ${netText(row.signal_nets)}`,
  })),
  ...pi.map((row, at) => ({
    ...{ kind: 'pi', number: at + 1, cents: row.unit_price * CENTS },
    text: `Power integrity, ${row.type}: ${netText([row.power_net])} with ground ${netText([row.ground_net])}`,
  })),
]

const commonFacts = (request: InvoicedRequest): InvoiceDocument['facts'] => [
  ['Request', request.number],
  ['Project', request.project_name],
  ['Customer', request.created_by_name],
  ...(request.billing ? billingFacts(request.billing) : []),
  ['Purchase order', request.purchase_order ?? 'None'],
]

/** The lines, with the tax as a separate line. The total below them includes the tax. */
const withTax = (
  lines: InvoiceDocument['lines'],
  tax: InvoicedRequest['tax'],
  taxCents: number,
): InvoiceDocument['lines'] =>
  tax
    ? [
        ...lines,
        { text: 'Total before tax', cents: lines.reduce((sum, line) => sum + line.cents, 0) },
        { text: taxText(tax), cents: taxCents },
      ]
    : lines

/** The invoice, which is also the receipt, for a paid request; null for a request that has none. */
export function invoiceOf(request: InvoicedRequest): InvoiceDocument | null {
  const { invoice_number: number, paid, total, tax } = request
  if (number === undefined || paid === null) return null
  return {
    title: 'Invoice and receipt',
    number,
    facts: [['Number', number], ['Date', dayOf(paid)], ...commonFacts(request)],
    lines: withTax(
      rowLines(request).map(({ text, cents }) => ({ text, cents })),
      tax,
      tax?.cents ?? 0,
    ),
    totalText: 'Total in US dollars',
    cents: total * CENTS + (tax?.cents ?? 0),
    notes: [`Paid on ${dayOf(paid)}. Nothing is due.`],
  }
}

/** The credit note for a refund; null for a refund that has none. */
export function creditNoteOf(request: InvoicedRequest, refund: Refund): InvoiceDocument | null {
  const { credit_note: number, created, credited = created, rows, cents, tax_cents: taxCents = 0, reason } = refund
  if (number === null || request.invoice_number === undefined) return null
  const lines = rowLines(request).filter((line) =>
    rows.some((row) => row.kind === line.kind && row.number === line.number),
  )
  return {
    title: 'Credit note',
    number,
    facts: [
      ['Number', number],
      ['Date', dayOf(credited)],
      ['Invoice', request.invoice_number],
      ...commonFacts(request),
    ],
    lines: withTax(
      lines.length > 0
        ? lines.map((line) => ({ text: line.text, cents: line.cents }))
        : [{ text: 'Refund', cents: cents - taxCents }],
      request.tax,
      taxCents,
    ),
    totalText: 'Refunded in US dollars',
    cents,
    notes: [...(reason === null ? [] : [reason]), `${dollarText(cents)} was refunded to the original payment method.`],
  }
}

/** Handlers for the company's accounting: the invoices and credit notes of each month, as a list and as CSV. */
import { and, asc, eq, gte, isNotNull, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { Readable } from 'node:stream'

import { csvLine } from '../../machines/lib/csv-cells'
import { creditNoteNumber, invoiceNumber } from '../../machines/requests/invoice-number'
import { requestNumber } from '../../machines/requests/request-number'
import type { components } from '../../openapi/generated/product'
import type { AppServices, Handlers } from '../auth/route-context'
import type { Db } from '../database/database'
import { requestRefunds as refunds, simulationRequests as requests, users } from '../database/schema'
import { chargedCents, taxCents } from '../requests/store'
import { attachment } from '../transfers/content-disposition'

type Month = components['schemas']['AccountingMonth']

/** Ten years, for which companies usually keep their records. */
const MAX_MONTHS = 120
const CENTS = 100

export const accountingHandlers = ({ db }: AppServices) =>
  ({
    listAccountingMonths: async () => ({ months: await listMonths(db) }),

    async exportAccountingCsv({ request, reply, path: { month } }) {
      attachment(reply, `accounting-${month}.csv`).type('text/csv; charset=utf-8')
      return Readable.from(request.method === 'HEAD' ? [] : await linesOf(db, month))
    },
  }) satisfies Partial<Handlers>

async function listMonths(db: Db): Promise<Month[]> {
  const monthOf = (column: PgColumn) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM')`
  const { rows } = (await db.execute(sql`
    select
      month, sum(invoices)::int as invoices, sum(invoiced_cents)::float8 as invoiced_cents,
      sum(invoiced_tax_cents)::float8 as invoiced_tax_cents,
      sum(credit_notes)::int as credit_notes, sum(credited_cents)::float8 as credited_cents,
      sum(credited_tax_cents)::float8 as credited_tax_cents
    from (
      select
        ${monthOf(requests.paidAt)} as month, count(*) as invoices, sum(${chargedCents()}) as invoiced_cents,
        sum(${taxCents()}) as invoiced_tax_cents, 0 as credit_notes, 0 as credited_cents, 0 as credited_tax_cents
      from ${requests} where ${isNotNull(requests.invoiceNumber)} group by 1
      union all
      select
        ${monthOf(refunds.creditedAt)}, 0, 0, 0, count(*), sum(${refunds.cents}::bigint), sum(${refunds.taxCents}::bigint)
      from ${refunds} where ${isNotNull(refunds.creditNumber)} group by 1
    ) as documents
    group by month order by month desc limit ${MAX_MONTHS}`)) as { rows: Month[] }
  return rows
}

const columns = [
  'Document',
  'Number',
  'Date',
  'Invoice',
  'Request',
  'Customer',
  'Email',
  'Purchase order',
  'Invoiced (USD)',
  'Credited (USD)',
  'Payment reference',
  // These columns come after the earlier ones, so that imports by position still work. The amounts above include the
  // tax.
  'Tax included (USD)',
  'Tax',
  'Tax rate (%)',
  'Company',
  'Country',
  'VAT or tax number',
]

async function linesOf(db: Db, month: string): Promise<string[]> {
  const order = {
    invoice: sql<number>`${requests.invoiceNumber}`,
    request: requests.number,
    name: requests.createdByName,
    email: users.email,
    purchaseOrder: requests.purchaseOrder,
    tax: requests.tax,
    billing: requests.billing,
  }
  const invoices = await db
    .select({
      ...order,
      at: sql<Date>`${requests.paidAt}`.mapWith(requests.paidAt),
      total: requests.total,
      reference: requests.checkoutId,
    })
    .from(requests)
    .leftJoin(users, eq(users.id, requests.createdBy))
    .where(and(isNotNull(requests.invoiceNumber), inMonth(requests.paidAt, month)))
    .orderBy(asc(requests.invoiceNumber))
  const creditNotes = await db
    .select({
      ...order,
      at: sql<Date>`${refunds.creditedAt}`.mapWith(refunds.creditedAt),
      number: refunds.creditNumber,
      cents: refunds.cents,
      taxCents: refunds.taxCents,
      reference: refunds.providerId,
    })
    .from(refunds)
    .innerJoin(requests, eq(requests.id, refunds.requestId))
    .leftJoin(users, eq(users.id, requests.createdBy))
    .where(and(isNotNull(refunds.creditNumber), inMonth(refunds.creditedAt, month)))
    .orderBy(asc(refunds.creditNumber))
  const common = ({
    invoice,
    request,
    name,
    email,
    purchaseOrder,
  }: (typeof invoices)[number] | (typeof creditNotes)[number]) => [
    invoiceNumber(invoice),
    requestNumber(request),
    name,
    email ?? '',
    purchaseOrder ?? '',
  ]
  const taxes = ({ tax, billing }: Pick<(typeof invoices)[number], 'tax' | 'billing'>, cents: number) => [
    ...(tax ? [amount(cents), tax.name, String(tax.rate / 1000)] : ['', '', '']),
    ...[billing?.company ?? '', billing?.country ?? '', billing?.tax_id ?? ''],
  ]
  return [
    csvLine(columns),
    ...invoices.map((one) =>
      csvLine([
        ...['Invoice', invoiceNumber(one.invoice), dayOf(one.at), ...common(one)],
        ...[amount(one.total * CENTS + (one.tax?.cents ?? 0)), '', one.reference ?? ''],
        ...taxes(one, one.tax?.cents ?? 0),
      ]),
    ),
    ...creditNotes.map((one) =>
      csvLine([
        ...['Credit note', creditNoteNumber(one.number) ?? '', dayOf(one.at), ...common(one)],
        ...['', amount(one.cents), one.reference ?? ''],
        ...taxes(one, one.taxCents),
      ]),
    ),
  ]
}

/** Whether a time is in a month, in UTC. */
function inMonth(column: PgColumn, month: string): SQL | undefined {
  const begin = new Date(`${month}-01T00:00:00Z`)
  const end = new Date(begin)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return and(gte(column, begin), lt(column, end))
}

const dayOf = (time: Date) => time.toISOString().slice(0, 10)

/** Dollars with a decimal point, two decimals and no thousands separators. */
const amount = (cents: number) => (cents / CENTS).toFixed(2)

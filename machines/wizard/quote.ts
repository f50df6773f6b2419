import type { components } from '../../openapi/generated/product'
import type { ProjectFile } from '../files/file-order'
import type { PriceTable } from './rows/interfaces'
import { netText } from './board/net-list'
import type { RequestDraft } from './drafts/request-draft'
import { piPrice, siPrice, totalOf } from './request-rules'
import { signalDetails } from './rows/row-details'
import type { OrderTax } from './billing/tax'
import { turnaroundOf } from './turnaround'

type Request = components['schemas']['SimulationRequest']

/** The content of a quote: the project, its files, and every row with its price in whole US dollars. */
export type Quote = {
  /** Null if the board is not in a project yet. */
  project: string | null
  /** The number of the request; null until it is ordered. */
  request: string | null
  files: { kind: string; name: string; sha256: string }[]
  rows: { simulation: string; nets: string; details: string; price: number }[]
  total: number
  /** The tax that is added to the total. Null if none is added, or if the customer's location is not known. */
  tax: OrderTax | null
  purchaseOrder: string | null
  /** The number of business days from payment to delivery. */
  turnaroundDays: number
  /** Whether the quote is from a trial site and therefore not an offer. */
  isTrial: boolean
}

type SiRow = Request['si'][number]
type PiRow = Request['pi'][number]

const siLine = (row: Omit<SiRow, 'unit_price'>, price: number) => ({
  simulation: row.interface,
  nets: `${netText(row.signal_nets)} with ground ${netText(row.ground_nets)}`,
  details: signalDetails(row),
  price,
})

const piLine = (row: Omit<PiRow, 'unit_price'>, price: number) => ({
  simulation: row.type,
  nets: `${netText([row.power_net])} with ground ${netText([row.ground_net])}`,
  details: `Target impedance ${row.target_impedance}`,
  price,
})

type Quoted = {
  draft: RequestDraft
  prices: PriceTable
  files: ProjectFile[]
  project: string | null
  tax?: OrderTax | null
}

/** Returns the quote for a request that has not been ordered yet. */
export function quoteOf({ draft, prices, files, project, tax = null }: Quoted): Quote {
  const chosen = [
    ['Layout', draft.layoutFileId],
    ['Stackup', draft.stackupFileId],
    ['Material', draft.materialFileId],
  ] as const
  return {
    project,
    request: null,
    files: chosen.flatMap(([kind, wanted]) => {
      const file = files.find(({ id }) => id === wanted)
      return file ? [{ kind, name: file.name, sha256: file.sha256 }] : []
    }),
    rows: [
      ...draft.si.map((row) => siLine(row, siPrice(prices, row))),
      ...draft.pi.map((row) => piLine(row, piPrice(prices, row))),
    ],
    total: totalOf(draft, prices),
    tax,
    purchaseOrder: draft.purchaseOrder.trim() || null,
    turnaroundDays: turnaroundOf(prices),
    isTrial: prices.trial === true,
  }
}

/** Returns the quote for a request that was ordered but is not paid yet, at the prices of the order. */
export const quoteOfOrder = (request: Request): Quote => ({
  project: request.project_name,
  request: request.number,
  files: [
    { kind: 'Layout', file: request.layout },
    { kind: 'Stackup', file: request.stackup },
    { kind: 'Material', file: request.material },
  ].flatMap(({ kind, file }) => (file ? [{ kind, name: file.name, sha256: file.sha256 }] : [])),
  rows: [
    ...request.si.map((row) => siLine(row, row.unit_price)),
    ...request.pi.map((row) => piLine(row, row.unit_price)),
  ],
  total: request.total,
  tax: request.tax ?? null,
  purchaseOrder: request.purchase_order,
  turnaroundDays: turnaroundOf(request),
  isTrial: request.trial === true,
})

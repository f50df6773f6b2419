import type { ProjectFile } from '../files/file-order'
import type { PriceTable } from './interfaces'
import { netText } from './net-list'
import type { RequestDraft } from './request-draft'
import { piPrice, siPrice, totalOf } from './request-rules'
import { signalDetails } from './row-details'
import type { OrderTax } from './tax'

/** The content of a quote: the project, its files, and every row with its price in whole US dollars. */
export type Quote = {
  project: string
  files: { kind: string; name: string; sha256: string }[]
  rows: { simulation: string; nets: string; details: string; price: number }[]
  total: number
  /** The tax that is added to the total. Null if none is, or the place of the customer is not known. */
  tax: OrderTax | null
  purchaseOrder: string | null
  /** Whether the quote is from a trial site and therefore not an offer. */
  isTrial: boolean
}

type Quoted = { draft: RequestDraft; prices: PriceTable; files: ProjectFile[]; project: string; tax?: OrderTax | null }

/** Returns the quote for a request. */
export function quoteOf({ draft, prices, files, project, tax = null }: Quoted): Quote {
  const chosen = [
    ['Layout', draft.layoutFileId],
    ['Stackup', draft.stackupFileId],
    ['Material', draft.materialFileId],
  ] as const
  return {
    project,
    files: chosen.flatMap(([kind, wanted]) => {
      const file = files.find(({ id }) => id === wanted)
      return file ? [{ kind, name: file.name, sha256: file.sha256 }] : []
    }),
    rows: [
      ...draft.si.map((row) => ({
        simulation: row.interface,
        nets: `${netText(row.signal_nets)} over ${netText(row.ground_nets)}`,
        details: signalDetails(row),
        price: siPrice(prices, row),
      })),
      ...draft.pi.map((row) => ({
        simulation: row.type,
        nets: `${row.power_net} over ${row.ground_net}`,
        details: `Target impedance ${row.target_impedance}`,
        price: piPrice(prices, row),
      })),
    ],
    total: totalOf(draft, prices),
    tax,
    purchaseOrder: draft.purchaseOrder.trim() || null,
    isTrial: prices.trial === true,
  }
}

import { type FoundOnBoard, type Offer, powerOffers, signalOffers } from '../wizard/board/found-on-board'
import { defaultPrices, type PriceTable } from '../wizard/rows/interfaces'
import { firstProblemOf } from '../wizard/rows/row-locations'
import { emptyDraft } from '../wizard/drafts/request-draft'
import type { PiRow, PiValues, SiRow, SiValues } from '../wizard/request-rules'

/** The selection that a board offers a visitor, and the resulting rows of the request. Pure functions. */

/** The rows of a request, without the ids that the wizard gives them. */
export type ChosenRows = { si: SiValues[]; pi: PiValues[] }

type Priced = {
  board: { name: string } | null
  reading: { found: FoundOnBoard; ground: string[] } | null
  prices: PriceTable | null
  chosen: string[]
}

export type PriceOffers = { signal: Offer<SiValues>[]; power: Offer<PiValues>[] }

/** The offers for the interfaces and rails of a board. A prefix keeps the ids of interfaces and rails distinct. */
export function offersOf({ board, reading, prices }: Priced): PriceOffers {
  if (!reading) return { signal: [], power: [] }
  const table = prices ?? defaultPrices
  const { found, ground } = reading
  const of = { found, board: board?.name ?? 'our board' }
  const signal = signalOffers(of, { ground }, [], table)
  const power = powerOffers(of, [], table)
  return {
    signal: signal.map((offer) => ({ ...offer, id: `si ${offer.id}` })),
    power: power.map((offer) => ({ ...offer, id: `pi ${offer.id}` })),
  }
}

const allOf = ({ signal, power }: PriceOffers) => [...signal, ...power]

/** Whether an offer has a list price, so that it can be selected. */
export const isChoosable = (priced: Priced, id: string) =>
  allOf(offersOf(priced)).some((offer) => offer.id === id && offer.row !== null)

/** The rows of the selected offers. */
export function rowsOf(priced: Priced): ChosenRows {
  const { signal, power } = offersOf(priced)
  const chosen = <Row>(offers: Offer<Row>[]) =>
    offers.flatMap(({ id, row }) => (row && priced.chosen.includes(id) ? [row] : []))
  return { si: chosen(signal), pi: chosen(power) }
}

/** The total price of the selected offers, in US dollars. */
export const priceOfChoice = (priced: Priced) =>
  allOf(offersOf(priced)).reduce((sum, { id, row, price }) => sum + (row && priced.chosen.includes(id) ? price : 0), 0)

const numbered = <Values>(values: Values[], from: number) => values.map((row, at) => ({ id: from + at, ...row }))

/** The rows of a request, numbered as the wizard numbers them. */
export const requestRows = ({ si, pi }: ChosenRows): { si: SiRow[]; pi: PiRow[] } => ({
  si: numbered(si, 0),
  pi: numbered(pi, si.length),
})

/** The wizard step at which a new request opens: the summary, or the first step with missing values. */
export const stepToOpen = (rows: ChosenRows) =>
  firstProblemOf({ ...emptyDraft, layoutFileId: '', ...requestRows(rows) })?.step ?? 4

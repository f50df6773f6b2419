import { type FoundOnBoard, type Offer, powerOffers, signalOffers } from '../wizard/found-on-board'
import { defaultPrices, type PriceTable } from '../wizard/interfaces'
import { firstProblemOf } from '../wizard/row-locations'
import { emptyDraft } from '../wizard/request-draft'
import type { PiRow, PiValues, SiRow, SiValues } from '../wizard/request-rules'

/** What a visitor can choose for a board, and the rows of the request that result from it. Pure functions. */

/** The rows of a request, without the ids that the wizard gives them. */
export type ChosenRows = { si: SiValues[]; pi: PiValues[] }

type Priced = {
  board: { name: string } | null
  reading: { found: FoundOnBoard; ground: string[] } | null
  prices: PriceTable | null
  chosen: string[]
}

export type PriceOffers = { signal: Offer<SiValues>[]; power: Offer<PiValues>[] }

/** The interfaces and rails of a board. Ids of interfaces and rails cannot be equal, because they get a prefix. */
export function offersOf({ board, reading, prices }: Priced): PriceOffers {
  if (!reading) return { signal: [], power: [] }
  const table = prices ?? defaultPrices
  const { found, ground } = reading
  const signal = signalOffers({ found, board: board?.name ?? 'our board' }, { ground }, [], table)
  const power = powerOffers(found, [], table)
  return {
    signal: signal.map((offer) => ({ ...offer, id: `si ${offer.id}` })),
    power: power.map((offer) => ({ ...offer, id: `pi ${offer.id}` })),
  }
}

const allOf = ({ signal, power }: PriceOffers) => [...signal, ...power]

/** Whether an offer has a list price, so that it can be chosen. */
export const isChoosable = (priced: Priced, id: string) =>
  allOf(offersOf(priced)).some((offer) => offer.id === id && offer.row !== null)

/** The rows of the chosen offers. */
export function rowsOf(priced: Priced): ChosenRows {
  const { signal, power } = offersOf(priced)
  const chosen = <Row>(offers: Offer<Row>[]) =>
    offers.flatMap(({ id, row }) => (row && priced.chosen.includes(id) ? [row] : []))
  return { si: chosen(signal), pi: chosen(power) }
}

/** The sum of the chosen offers, in US dollars. */
export const priceOfChoice = (priced: Priced) =>
  allOf(offersOf(priced)).reduce((sum, { id, row, price }) => sum + (row && priced.chosen.includes(id) ? price : 0), 0)

const numbered = <Values>(values: Values[], from: number) => values.map((row, at) => ({ id: from + at, ...row }))

/** The rows of a request, numbered as the wizard numbers them. */
export const requestRows = ({ si, pi }: ChosenRows): { si: SiRow[]; pi: PiRow[] } => ({
  si: numbered(si, 0),
  pi: numbered(pi, si.length),
})

/** The step of the wizard at which a new request opens: the summary, or the step with the first gap. */
export const stepToOpen = (rows: ChosenRows) =>
  firstProblemOf({ ...emptyDraft, layoutFileId: '', ...requestRows(rows) })?.step ?? 4

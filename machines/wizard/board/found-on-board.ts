import { netText } from './net-list'
import { fixedBy, interfaces, priceOf, type PriceTable } from '../rows/interfaces'
import type { LayoutNets } from '../rows/net-rules'
import { normalizedSpeed } from '../rows/quantities'
import {
  changePiRow,
  changeSiRow,
  emptyPiRow,
  emptySiRow,
  type PiValues,
  type SiRow,
  type SiValues,
} from '../request-rules'

/** The interfaces and supply rails detected on a board, as rows that can be added to a request. Pure functions. */

export type BoardInterface = {
  kind: string
  name: string
  signals: string[]
  clock: string[]
  /** The nets that are simulated together: the nets of each lane, or all nets of a byte lane. */
  groups: string[][]
  lanes: number
  confidence: 'high' | 'medium'
  reason: string
}

export type BoardRail = {
  net: string
  ground: string
  loads: string[]
  capacitors: number
  impedance: string
  isVoltageAssumed: boolean
  /** Whether the net's name or the file identifies the net as a supply. */
  isNamed: boolean
  confidence: 'high' | 'medium'
  reason: string
}

export type FoundOnBoard = { interfaces: BoardInterface[]; rails: BoardRail[] }

export const nothingFound: FoundOnBoard = { interfaces: [], rails: [] }

/**
 * An interface or rail on the board, with the row that would simulate it. Without a row, it has no price, and the user
 * can ask for a quote.
 */
export type Offer<Row> = {
  /** Unique among the offers of a step. */
  id: string
  title: string
  reason: string
  isLikely: boolean
  /** What the row simulates, such as "MIPI-D at an assumed 1.5 Gbps". Null without a row. */
  simulation: string | null
  /** Whether a value of the row is assumed, because the board does not contain it. */
  isAssumed: boolean
  /**
   * Whether the interface or rail may have been detected wrongly. A doubtful offer is shown and added only on request,
   * unless all offers are doubtful.
   */
  isDoubtful: boolean
  row: Row | null
  /** The message that asks for a quote. Null if there is a row. */
  quote: string | null
  price: number
  /** Whether the request already has a row for the interface or rail. */
  isAdded: boolean
  /**
   * The change that completes a row with only some of the interface's nets. Null if there is no such row. A new row would
   * charge for the same interface twice.
   */
  completion: Completion | null
}

/** `rowNumber` is the number that the user sees. */
export type Completion = { rowNumber: number; rowId: number; fields: Partial<SiValues> }

/** Whether an existing row for the same interface already contains all signal nets of the row to add. */
export const hasSiRow = (rows: SiValues[], wanted: SiValues) =>
  rows.some(
    (row) => row.interface === wanted.interface && wanted.signal_nets.every((net) => row.signal_nets.includes(net)),
  )

/**
 * How to complete a row for the same interface that contains nothing but some of the signal nets of the row to add. Of
 * several such rows, the one with the most nets is completed. Null if there is no such row.
 */
function completionOf(rows: SiRow[], wanted: SiValues): Completion | null {
  const parts = rows.filter(
    ({ interface: ordered, signal_nets }) =>
      ordered === wanted.interface &&
      signal_nets.length > 0 &&
      signal_nets.every((net) => wanted.signal_nets.includes(net)),
  )
  const [row] = parts.toSorted((a, b) => b.signal_nets.length - a.signal_nets.length)
  if (!row) return null
  const missing = wanted.signal_nets.filter((net) => !row.signal_nets.includes(net))
  const fields = { signal_nets: [...row.signal_nets, ...missing] }
  return { rowNumber: rows.indexOf(row) + 1, rowId: row.id, fields }
}

/** Whether an existing row of the same type already simulates the rail of the row to add. */
export const hasPiRow = (rows: PiValues[], wanted: PiValues) =>
  rows.some((row) => row.type === wanted.type && row.power_net.trim() === wanted.power_net)

const withoutId = <Row extends { id: number }>({ id: _, ...values }: Row) => values

/** The title, such as "MIPI D-PHY CSI1"; the kind alone if the name only repeats it. */
const titleOf = ({ kind, name }: BoardInterface) =>
  kind.toUpperCase().startsWith(name.toUpperCase()) ? kind : `${kind} ${name}`

/**
 * The offers of step 2: the interfaces in the order in which they were found. `board` is the layout's name in requests
 * for a quote.
 */
export function signalOffers(
  { found, board }: { found: FoundOnBoard; board: string },
  { ground }: Pick<LayoutNets, 'ground'>,
  rows: SiRow[],
  prices: PriceTable,
): Offer<SiValues>[] {
  return found.interfaces.map((one) => {
    const simulated = interfaces.find(({ found: kind }) => kind === one.kind)
    const price = simulated && priceOf(prices.si, simulated.name)
    const row =
      simulated && price !== undefined
        ? withoutId(
            changeSiRow(emptySiRow(0), {
              interface: simulated.name,
              speed: simulated.speed,
              signal_nets: one.signals,
              ground_nets: ground.slice(0, 1),
              clock_signal: one.clock,
            }),
          )
        : null
    const isAssumed = row !== null && !('speed' in fixedBy(row.interface))
    const isAdded = row !== null && hasSiRow(rows, row)
    return {
      id: `${one.kind} ${one.signals[0]}`,
      title: titleOf(one),
      reason: one.reason,
      isLikely: one.confidence === 'high',
      simulation: row && `${row.interface} at ${isAssumed ? 'an assumed ' : ''}${normalizedSpeed(row.speed)}`,
      isAssumed,
      isDoubtful: false,
      row,
      quote: row === null ? quoteMessage(board, one) : null,
      price: price ?? 0,
      isAdded,
      completion: row && !isAdded ? completionOf(rows, row) : null,
    }
  })
}

const railType = 'PowerAC'

/** The offers of step 3: the supply rails, with a target impedance. */
export function powerOffers(
  { found, board }: { found: FoundOnBoard; board: string },
  rows: PiValues[],
  prices: PriceTable,
): Offer<PiValues>[] {
  const price = priceOf(prices.pi, railType)
  return found.rails.map((rail) => {
    const { net, ground, impedance, isVoltageAssumed, isNamed, reason, confidence } = rail
    const row =
      price === undefined
        ? null
        : withoutId(
            changePiRow(emptyPiRow(0), {
              type: railType,
              power_net: net,
              ground_net: ground,
              target_impedance: impedance,
            }),
          )
    return {
      id: net,
      title: net,
      reason,
      isLikely: confidence === 'high',
      simulation: row && `${railType}, target impedance ${impedance}`,
      isAssumed: row !== null && isVoltageAssumed,
      isDoubtful: !isNamed,
      row,
      quote: row === null ? railQuote(board, rail) : null,
      price: price ?? 0,
      isAdded: row !== null && hasPiRow(rows, row),
      completion: null,
    }
  })
}

/** The offers that are not doubtful, or all of them if there are no others. */
export function certainOffers<Row>(offers: Offer<Row>[]): Offer<Row>[] {
  const certain = offers.filter(({ isDoubtful }) => !isDoubtful)
  return certain.length > 0 ? certain : offers
}

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** "Found on your board: 4 MIPI D-PHY interfaces, 3 supply rails". Null if nothing was found. */
export function foundText({ interfaces: all, rails }: FoundOnBoard): string | null {
  const kinds = [...new Set(all.map(({ kind }) => kind))]
  const counts = kinds.map((kind) => {
    const count = all.filter((one) => one.kind === kind).length
    return counted(count, kind.endsWith('lane') ? kind : `${kind} interface`)
  })
  if (rails.length > 0) counts.push(counted(rails.length, 'supply rail'))
  return counts.length === 0 ? null : `Found on your board: ${counts.join(', ')}`
}

/** The contact form accepts 5,000 characters. The rest is for text that the user adds. */
const longestMessage = 4000

/** A message that asks for a quote for an interface without a list price, with the data found on the board. */
function quoteMessage(board: string, { kind, name, signals, clock, lanes, reason }: BoardInterface): string {
  const message = [
    `Please quote a signal integrity simulation of ${kind} (${name}) on ${board}.`,
    `Lanes: ${lanes}. ${reason}`,
    `Nets: ${netText([...signals, ...clock])}`,
  ].join('\n')
  return message.slice(0, longestMessage)
}

const railQuote = (board: string, { net, ground, impedance, reason }: BoardRail) =>
  [
    `Please quote a power integrity simulation of ${net} on ${board}.`,
    `Ground: ${ground || 'unknown'}. Target impedance: ${impedance}. ${reason}`,
  ]
    .join('\n')
    .slice(0, longestMessage)

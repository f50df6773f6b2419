import { interfaces, priceOf, type PriceTable } from './interfaces'
import type { LayoutNets } from './net-rules'
import { changePiRow, changeSiRow, emptyPiRow, emptySiRow, type PiValues, type SiValues } from './request-rules'

/** The interfaces and supply rails that were read off a board, as rows that a request can take over. Pure functions. */

export type BoardInterface = {
  kind: string
  name: string
  signals: string[]
  clock: string[]
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
  confidence: 'high' | 'medium'
  reason: string
}

export type FoundOnBoard = { interfaces: BoardInterface[]; rails: BoardRail[] }

export const nothingFound: FoundOnBoard = { interfaces: [], rails: [] }

/** Something on the board with the row that would simulate it. Without a row it has no price, but a quote can be asked for. */
export type Offer<Row> = {
  /** Unique among the offers of a step. */
  id: string
  title: string
  reason: string
  isLikely: boolean
  row: Row | null
  price: number
  /** Whether the request already has a row for it. */
  isAdded: boolean
}

/** Whether a row for the same interface has all nets of another one. */
export const hasSiRow = (rows: SiValues[], wanted: SiValues) =>
  rows.some(
    (row) => row.interface === wanted.interface && wanted.signal_nets.every((net) => row.signal_nets.includes(net)),
  )

/** Whether a row simulates the same rail. */
export const hasPiRow = (rows: PiValues[], wanted: PiValues) =>
  rows.some((row) => row.type === wanted.type && row.power_net.trim() === wanted.power_net)

const withoutId = <Row extends { id: number }>({ id: _, ...values }: Row) => values

/** The offers of step 2: the interfaces in the order in which they were found. */
export function signalOffers(
  found: FoundOnBoard,
  { ground }: LayoutNets,
  rows: SiValues[],
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
    return {
      id: `${one.kind} ${one.signals[0]}`,
      title: `${one.kind} ${one.name}`,
      reason: one.reason,
      isLikely: one.confidence === 'high',
      row,
      price: price ?? 0,
      isAdded: row !== null && hasSiRow(rows, row),
    }
  })
}

const railType = 'PowerAC'

/** The offers of step 3: the supply rails, with a target impedance. */
export function powerOffers(found: FoundOnBoard, rows: PiValues[], prices: PriceTable): Offer<PiValues>[] {
  const price = priceOf(prices.pi, railType)
  return found.rails.map(({ net, ground, impedance, reason, confidence }) => {
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
      row,
      price: price ?? 0,
      isAdded: row !== null && hasPiRow(rows, row),
    }
  })
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

/** The contact form takes no more. */
const longestMessage = 4000

/** The message that asks for the price of something that has none, with the facts of the board. */
export function quoteMessage(board: string, { kind, name, signals, clock, lanes, reason }: BoardInterface): string {
  const message = [
    `Please quote a signal integrity simulation of ${kind} (${name}) on ${board}.`,
    `Lanes: ${lanes}. ${reason}`,
    `Nets: ${[...signals, ...clock].join(', ')}`,
  ].join('\n')
  return message.slice(0, longestMessage)
}

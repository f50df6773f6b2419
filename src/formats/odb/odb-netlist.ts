import { isNoNet } from '../board/board-builder'
import type { Point } from '../board/curves'
import { eachLine } from '../source-text'
import { type OdbUnit, unitOf } from './odb-units'

/** Where a net is looked up: at a pad or pin on one side of the board, on an inner layer, or at a hole. */
export type OdbPlace = Point & { side: 'top' | 'bottom' | 'inner' | 'hole' }

/** A point that the netlist assigns to a net. Lengths are in mm; y points down. */
export interface OdbNetPoint extends Point {
  net: string
  /** T (top), D (bottom), I (inner) or B (both sides). */
  side: string
  isHole: boolean
}

/** Points are at the same position if their coordinates differ by no more than this, in mm: files round differently. */
const TOLERANCE = 0.005
const CELL = 0.02

/** A real board has no more points than this within a cell; the limit keeps the search short. */
const CELL_LIMIT = 16

const letters: Record<OdbPlace['side'], string> = { top: 'TB', bottom: 'DB', inner: 'IB', hole: 'TDIB' }

/** The netlist of a step: the names of its nets, and the points where each can be probed. */
export class OdbNetlist {
  /** The names of the nets, in file order. */
  readonly nets: string[] = []
  readonly points: OdbNetPoint[] = []
  /** The number of lines that are neither a net nor a point. */
  unread = 0
  /** The points in each cell, by the number of the cell. */
  readonly #cells = new Map<number, OdbNetPoint[]>()

  /** `unit` applies if the file states none. */
  constructor(text: string, unit: OdbUnit) {
    const names = new Map<string, string>()
    let { length } = unit
    eachLine(text, (raw) => {
      const line = raw.trim()
      const words = line.split(/\s+/, 5)
      const [number = '', radius, x, y, side = ''] = words
      const stated = unitOf(line)
      if (stated) length = stated.length
      else if (number.startsWith('$')) {
        const name = (words[1] ?? '').split(';')[0] ?? ''
        names.set(number.slice(1), name)
        if (!isNoNet(name)) this.nets.push(name)
      } else if (line !== '' && number !== 'H' && !line.startsWith('#')) {
        const point = { x: Number(x) * length, y: -Number(y) * length }
        const net = names.get(number)
        const isRead = net !== undefined && Number.isFinite(point.x + point.y) && /^[TDIB]$/.test(side)
        if (!isRead) this.unread++
        else if (!isNoNet(net)) this.#add({ ...point, net, side, isHole: Number(radius) > 0 })
      }
      return true
    })
  }

  /** The point at a position; null if there is none, or if points of several nets are there. */
  at({ x, y, side }: OdbPlace): OdbNetPoint | null {
    let found: OdbNetPoint | null = null
    const rows = cellsAround(y)
    for (const column of cellsAround(x)) {
      for (const row of rows) {
        for (const point of this.#cells.get(keyOf(column, row)) ?? []) {
          if (Math.abs(point.x - x) > TOLERANCE || Math.abs(point.y - y) > TOLERANCE) continue
          if (!letters[side].includes(point.side) || (side === 'hole' && !point.isHole)) continue
          if (found && found.net !== point.net) return null
          found ??= point
        }
      }
    }
    return found
  }

  #add(point: OdbNetPoint): void {
    this.points.push(point)
    const key = keyOf(cellOf(point.x), cellOf(point.y))
    const cell = this.#cells.get(key)
    if (!cell) this.#cells.set(key, [point])
    else if (cell.length < CELL_LIMIT) cell.push(point)
  }
}

const cellOf = (value: number) => Math.floor(value / CELL)

function cellsAround(value: number): number[] {
  const [high, low] = [cellOf(value + TOLERANCE), cellOf(value - TOLERANCE)]
  return high === low ? [high] : [high, low]
}

/** Cells far outside of any board can have the same number, which only makes the search longer. */
const keyOf = (column: number, row: number) => column * 0x400_0000 + row

import { arcBetween, type PadShape } from '../board/board-builder'
import type { Point, Points } from '../board/curves'
import { FormatError, quoted } from '../format-error'
import { eachLine } from '../source-text'
import { symbolShape } from './odb-symbols'

/** A feature of a layer. Lengths are in mm; y points down. */
export type OdbFeature =
  | { kind: 'pad'; at: Point; rotation: number; shape: PadShape }
  | { kind: 'line'; points: Points; width: number }
  | { kind: 'surface'; areas: Points[][] }
  | { kind: 'other' }

const format = 'ODB++'

/** A unit of length in mm, and that of symbol sizes: mils or micrometers. */
export interface OdbUnit {
  length: number
  symbol: number
}

const inch: OdbUnit = { length: 25.4, symbol: 0.0254 }
const mm: OdbUnit = { length: 1, symbol: 0.001 }

/** The unit that a line states (`UNITS=MM`, `U INCH`); null for another line. */
export function unitOf(line: string): OdbUnit | null {
  const stated = /^(?:UNITS\s*=|U\s)\s*(\w+)/.exec(line)?.[1]?.toUpperCase()
  if (stated === undefined) return null
  return stated === 'MM' ? mm : inch
}

/**
 * Reads a features or profile file. The place of a feature in the list is its number, to which the netlist refers, so
 * features that are not drawn have a place too.
 */
export function readFeatures(text: string): OdbFeature[] {
  const features: OdbFeature[] = []
  const symbols = new Map<string, { name: string; unit: number | null }>()
  let unit = inch
  let areas: Points[][] | null = null
  let contour: Points | null = null
  const point = (x: string | undefined, y: string | undefined, line: number): Point => {
    const [left, top] = [Number(x), Number(y)]
    if (x === undefined || y === undefined || !Number.isFinite(left) || !Number.isFinite(top)) {
      throw new FormatError(format, { line }, 'a coordinate', quoted(`${x} ${y}`))
    }
    return { x: left * unit.length, y: -top * unit.length }
  }
  const shapeOf = (index: string | undefined): PadShape | null => {
    const symbol = symbols.get(index ?? '')
    return symbol ? symbolShape(symbol.name, symbol.unit ?? unit.symbol) : null
  }

  eachLine(text, (raw, number) => {
    const line = raw.trim()
    if (line === '' || line.startsWith('#')) return true
    const stated = unitOf(line)
    if (stated) {
      unit = stated
      return true
    }
    const symbol = /^\$(\d+)\s+(\S+)(?:\s+([IM]))?/.exec(line)
    if (symbol) {
      const own = symbol[3] === 'I' ? inch.symbol : symbol[3] === 'M' ? mm.symbol : null
      symbols.set(symbol[1] ?? '', { name: (symbol[2] ?? '').toLowerCase(), unit: own })
      return true
    }
    const words = (line.split(';')[0] ?? '').split(/\s+/)
    switch (words[0]) {
      case 'L': {
        const [from, to] = [point(words[1], words[2], number), point(words[3], words[4], number)]
        features.push({ kind: 'line', points: [from.x, from.y, to.x, to.y], width: shapeOf(words[5])?.width ?? 0 })
        break
      }
      case 'A': {
        const [from, to, center] = [1, 3, 5].map((at) => point(words[at], words[at + 1], number))
        if (!from || !to || !center) break
        const points = arcBetween(from, to, center, words[10] === 'Y')
        features.push({ kind: 'line', points, width: shapeOf(words[7])?.width ?? 0 })
        break
      }
      case 'P': {
        // A symbol that is resized takes three words instead of one.
        const at = words[3] === '-1' ? 4 : 3
        const shape = shapeOf(words[at])
        const orientation = words.slice(at === 4 ? 8 : 6)
        const place = point(words[1], words[2], number)
        features.push(shape ? { kind: 'pad', at: place, rotation: rotationOf(orientation), shape } : { kind: 'other' })
        break
      }
      case 'S':
        areas = []
        break
      case 'OB': {
        const start = point(words[1], words[2], number)
        contour = [start.x, start.y]
        // An island starts a new area; a hole belongs to the island before it.
        if (words[3] === 'H' && areas?.length) areas.at(-1)?.push(contour)
        else areas?.push([contour])
        break
      }
      case 'OS': {
        const to = point(words[1], words[2], number)
        contour?.push(to.x, to.y)
        break
      }
      case 'OC': {
        if (!contour) break
        const from = { x: contour.at(-2) ?? 0, y: contour.at(-1) ?? 0 }
        const [to, center] = [point(words[1], words[2], number), point(words[3], words[4], number)]
        const curve = arcBetween(from, to, center, words[5] === 'Y')
        for (let at = 2; at < curve.length; at++) contour.push(curve[at] ?? 0)
        break
      }
      case 'SE':
        features.push(areas ? { kind: 'surface', areas } : { kind: 'other' })
        areas = null
        contour = null
        break
      case 'T':
      case 'B':
        features.push({ kind: 'other' })
        break
    }
    return true
  })
  return features
}

/** The counterclockwise rotation of an orientation: 0 to 7 in quarter turns, 8 and 9 with an angle. ODB++ is clockwise. */
function rotationOf([code = '0', angle = '0']: string[]): number {
  const clockwise = code === '8' || code === '9' ? Number(angle) : (Number(code) % 4) * 90
  return Number.isFinite(clockwise) ? -clockwise : 0
}

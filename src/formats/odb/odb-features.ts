import { arcBetween } from '../board/board-builder'
import type { Point, Points } from '../board/curves'
import type { Pose } from '../board/drawing'
import { FormatError, quoted } from '../format-error'
import { eachLine } from '../source-text'
import { type OdbAttribute, OdbAttributeTable, type OdbDefinitions } from './odb-attributes'
import { inch, mm, type OdbUnit, unitOf } from './odb-units'

/** A symbol to which a feature refers. The sizes in its name are multiples of `unit`, which is in mm. */
export interface OdbSymbol {
  name: string
  unit: number
  /** The factor by which a pad scales the symbol. */
  factor: number
}

/**
 * A feature of a layer. Lengths are in mm; y points down. A feature of negative polarity erases what earlier features
 * have drawn.
 */
export type OdbFeature = { isNegative: boolean } & (
  | { kind: 'pad'; at: Pose; symbol: OdbSymbol; hole: OdbHole | null }
  | { kind: 'line'; points: Points; symbol: OdbSymbol }
  | { kind: 'surface'; areas: Points[][] }
  | { kind: 'text' }
  | { kind: 'other' }
)

/** The type of hole that the attribute `.drill` states. */
export type OdbHole = (typeof holes)[number]
const holes = ['plated', 'non_plated', 'via'] as const

const format = 'ODB++'

/**
 * Reads a features or profile file. The design data refer to features by their index in the list, so the list also
 * contains features that are not drawn. `ofJob` is the unit of a file that states none. With `definitions`, the
 * attributes of holes are read, too.
 */
export function readFeatures(text: string, ofJob: OdbUnit, definitions: OdbDefinitions | null = null): OdbFeature[] {
  const table = definitions && new OdbAttributeTable(definitions)
  const features: OdbFeature[] = []
  const symbols = new Map<string, { name: string; unit: number | null }>()
  let unit = ofJob
  let areas: Points[][] | null = null
  let isNegative = false
  let contour: Points | null = null
  const point = (x: string | undefined, y: string | undefined, line: number): Point => {
    const [left, top] = [Number(x), Number(y)]
    if (x === undefined || y === undefined || !Number.isFinite(left) || !Number.isFinite(top)) {
      throw new FormatError(format, { line }, 'a coordinate', quoted([x, y].join(' ').trim()))
    }
    return { x: left * unit.length, y: -top * unit.length }
  }
  const symbolOf = (index: string | undefined, factor = 1): OdbSymbol => {
    const symbol = symbols.get(index ?? '')
    return { name: symbol?.name ?? '', unit: symbol?.unit ?? unit.symbol, factor }
  }

  eachLine(text, (raw, number) => {
    const line = raw.trim()
    if (table?.take(line) || line === '' || line.startsWith('#')) return true
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
    const [record = '', attributes = ''] = line.split(';')
    const words = record.split(/\s+/)
    switch (words[0]) {
      case 'L': {
        const [from, to] = [point(words[1], words[2], number), point(words[3], words[4], number)]
        const points = [from.x, from.y, to.x, to.y]
        features.push({ kind: 'line', points, symbol: symbolOf(words[5]), isNegative: words[6] === 'N' })
        break
      }
      case 'A': {
        const [from, to, center] = [1, 3, 5].map((at) => point(words[at], words[at + 1], number))
        if (!from || !to || !center) break
        const points = arcBetween(from, to, center, words[10] === 'Y')
        features.push({ kind: 'line', points, symbol: symbolOf(words[7]), isNegative: words[8] === 'N' })
        break
      }
      case 'P': {
        // A resized symbol takes three words instead of one.
        const isResized = words[3] === '-1'
        const factor = isResized ? Number(words[5]) : 1
        const drawn = symbolOf(words[isResized ? 4 : 3], factor > 0 ? factor : 1)
        const rest = words.slice(isResized ? 6 : 4)
        const at = { ...point(words[1], words[2], number), ...orientationOf(rest.slice(2)) }
        const hole = table ? holeIn(table.in(attributes)) : null
        features.push({ kind: 'pad', at, symbol: drawn, hole, isNegative: rest[0] === 'N' })
        break
      }
      case 'S':
        areas = []
        isNegative = words[1] === 'N'
        break
      case 'OB': {
        const start = point(words[1], words[2], number)
        contour = [start.x, start.y]
        // An island starts a new area; a hole belongs to the preceding island.
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
        features.push(areas ? { kind: 'surface', areas, isNegative } : { kind: 'other', isNegative: false })
        areas = null
        contour = null
        break
      case 'T':
        features.push({ kind: 'text', isNegative: words[4] === 'N' })
        break
      case 'B':
        features.push({ kind: 'other', isNegative: false })
        break
    }
    return true
  })
  return features
}

/**
 * The type of hole that the attributes state; null if they state none. The value of `.drill` is the name of an option
 * or, if the job does not define the attribute, the number of the option.
 */
function holeIn(attributes: OdbAttribute[]): OdbHole | null {
  const value = attributes.find(([name]) => name.toLowerCase() === '.drill')?.[1]?.toLowerCase()
  if (value === undefined) return null
  return holes.find((hole) => hole === value) ?? holes[/^\d$/.test(value) ? Number(value) : -1] ?? null
}

/**
 * Converts an orientation: 0 to 3 are quarter turns, 4 to 7 are mirrored quarter turns, and 8 and 9 (mirrored) take any
 * angle. ODB++ rotates clockwise and then mirrors, which is the same as mirroring first and then rotating
 * counterclockwise.
 */
function orientationOf([code = '0', angle = '0']: string[]): { rotation: number; isMirrored: boolean } {
  const isFree = code === '8' || code === '9'
  const clockwise = isFree ? Number(angle) : (Number(code) % 4) * 90
  const isMirrored = /^[4-79]$/.test(code)
  if (!Number.isFinite(clockwise)) return { rotation: 0, isMirrored }
  return { rotation: isMirrored ? clockwise : -clockwise || 0, isMirrored }
}

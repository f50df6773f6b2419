import type { PadShape } from '../board/board-builder'
import {
  boxContour,
  corneredContour,
  diamondContour,
  ellipseContour,
  regularContour,
  roundContour,
  triangleContour,
} from '../board/contours'
import type { Points } from '../board/curves'
import { type Drawing, origin, transformed } from '../board/drawing'
import { numberOf } from './ipc2581-stackup'
import { thermalAreas } from './ipc2581-thermal'

type Attributes = Record<string, string>

/** The attributes of a primitive. A missing length is NaN, so that the primitive is recognized as incomplete. */
interface Sizes {
  /** A length in mm. */
  length: (name: string) => number
  /** A number without a unit, such as an angle in degrees. */
  number: (name: string, otherwise: number) => number
  text: (name: string) => string | undefined
}

const shaped = (shape: string, width: number, height: number, roundness = 0): Drawing => ({
  shape: { shape, width, height, roundness } satisfies PadShape,
})
const area = (...contours: Points[]): Drawing => ({ areas: [contours] })

/** More rings cannot be told apart, and a corrupt file could state any number. */
const maxRings = 100

/**
 * The numbers of the corners that the attributes mark as rounded or chamfered, in the order of corneredContour.
 * Includes all four corners if the primitive has none of these attributes.
 */
function cornersOf({ text }: Sizes): string {
  const stated = ['upperRight', 'upperLeft', 'lowerLeft', 'lowerRight'].map(text)
  if (stated.every((value) => value === undefined)) return '1234'
  return stated.map((value, index) => (value === 'true' || value === '1' ? `${index + 1}` : '')).join('')
}

/** A contour of the given form and diameter. Hexagons and octagons are measured from corner to corner. */
function ringContour(form: string | undefined, diameter: number): Points {
  if (form === 'SQUARE') return boxContour(diameter, diameter)
  if (form === 'HEXAGON') return regularContour(6, diameter)
  if (form === 'OCTAGON') return regularContour(8, diameter)
  return roundContour(diameter)
}

function ringOf({ length, text }: Sizes): { outer: Points; inner: Points } {
  const form = text('shape')
  return {
    outer: ringContour(form, length('outerDiameter')),
    inner: ringContour(form, length('innerDiameter')),
  }
}

/** Two opposite quarters of a circle or square: the upper left and the lower right one. */
function butterfly({ length, text }: Sizes): Drawing {
  const isSquare = text('shape') === 'SQUARE'
  const radius = length(isSquare ? 'side' : 'diameter') / 2
  const quarter = isSquare
    ? [0, 0, 0, -radius, -radius, -radius, -radius, 0]
    : [0, 0, ...roundContour(2 * radius).flatMap((_, at, all) => quarterPoint(all, at))]
  return { areas: [[quarter], [quarter.map((value) => -value)]] }
}

/**
 * Returns the point whose x coordinate is at this index if it is in the upper left quarter, with y pointing down.
 * Otherwise, returns an empty list.
 */
function quarterPoint(points: Points, at: number): Points {
  const [x = 0, y = 0] = [points[at], points[at + 1]]
  return at % 2 === 0 && x <= 1e-9 && y <= 1e-9 ? [x, y] : []
}

/** Concentric rings, measured at the middle of their lines, with two crossed lines. */
function moire({ length, number }: Sizes): Drawing {
  const [diameter, width, gap] = [length('diameter'), length('ringWidth'), length('ringGap')]
  const areas: Points[][] = []
  for (let ring = 0; ring < Math.min(maxRings, number('ringNumber', 1)); ring++) {
    const middle = diameter - 2 * ring * gap
    if (middle + width <= 0) break
    areas.push([roundContour(middle + width), ...(middle > width ? [roundContour(middle - width)] : [])])
  }
  const [lineWidth, lineLength] = [length('lineWidth'), length('lineLength')]
  if (lineWidth > 0 && lineLength > 0) {
    const line = boxContour(lineLength, lineWidth)
    const angle = number('lineAngle', 0)
    for (const rotation of [angle, angle + 90]) areas.push([transformed(line, { ...origin(), rotation })])
  }
  return { areas }
}

/** The drawing of each standard primitive, as IPC-2581 revision C describes it in section 3.5.9. */
const shapes: Record<string, (sizes: Sizes) => Drawing | null> = {
  Circle: ({ length }) => shaped('circle', length('diameter'), length('diameter')),
  Oval: ({ length }) => shaped('oval', length('width'), length('height')),
  RectCenter: ({ length }) => shaped('rect', length('width'), length('height')),
  RectCorner: ({ length }) => {
    const [left, right] = [length('lowerLeftX'), length('upperRightX')]
    const [bottom, top] = [-length('lowerLeftY'), -length('upperRightY')]
    return area([left, top, right, top, right, bottom, left, bottom])
  },
  RectRound: (sizes) => {
    const [width, height, radius] = [sizes.length('width'), sizes.length('height'), sizes.length('radius')]
    const corners = cornersOf(sizes)
    const shorter = Math.min(width, height)
    if (corners === '1234') return shaped('roundrect', width, height, shorter > 0 ? radius / shorter : 0)
    return area(corneredContour([width, height, radius], corners, true))
  },
  RectCham: (sizes) =>
    area(
      corneredContour(
        [sizes.length('width'), sizes.length('height'), sizes.length('chamfer')],
        cornersOf(sizes),
        false,
      ),
    ),
  Ellipse: ({ length }) => area(ellipseContour(length('width'), length('height'))),
  Diamond: ({ length }) => area(diamondContour(length('width'), length('height'))),
  Triangle: ({ length }) => area(triangleContour(length('base'), length('height'))),
  Hexagon: ({ length }) => area(regularContour(6, length('length'))),
  Octagon: ({ length }) => area(regularContour(8, length('length'))),
  Butterfly: butterfly,
  Moire: moire,
  Donut: (sizes) => {
    const { outer, inner } = ringOf(sizes)
    return area(outer, inner)
  },
  Thermal: (sizes) => {
    const { length, number, text } = sizes
    const difference = length('outerDiameter') - length('innerDiameter')
    const width = length(text('spokeWidth') === undefined ? 'gap' : 'spokeWidth')
    if (Number.isNaN(difference)) return null
    const spokes = {
      count: number('spokeCount', text('shape') === 'HEXAGON' ? 3 : 4),
      width: Number.isNaN(width) ? difference : width,
      start: number('spokeStartAngle', 45),
    }
    const areas = thermalAreas(ringOf(sizes), spokes)
    return areas && { areas }
  },
}

/** Whether an element is a standard primitive other than a contour, whose points are elements of their own. */
export const isStandardShape = (name: string) => Object.hasOwn(shapes, name)

/**
 * The drawing of a standard primitive around its origin. Null for other elements, and for primitives whose sizes are
 * missing or not allowed.
 */
export function standardShape(name: string, attributes: Attributes, unit: number): Drawing | null {
  const draw = isStandardShape(name) ? shapes[name] : undefined
  const drawing = draw?.({
    length: (key) => (numberOf(attributes[key]) ?? Number.NaN) * unit,
    number: (key, otherwise) => numberOf(attributes[key]) ?? otherwise,
    text: (key) => attributes[key],
  })
  return drawing && isComplete(drawing) ? drawing : null
}

function isComplete(drawing: Drawing): boolean {
  if ('shape' in drawing) {
    const { width, height, roundness } = drawing.shape
    return [width, height, roundness].every((size) => size >= 0)
  }
  return 'areas' in drawing && drawing.areas.flat(2).every(Number.isFinite)
}

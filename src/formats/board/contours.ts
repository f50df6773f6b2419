import type { PadShape } from './board-builder'
import { circle, type Points } from './curves'

const tolerance = 0.005

/** A circle around the origin. */
export const roundContour = (diameter: number): Points => circle({ x: 0, y: 0 }, { x: diameter / 2, y: 0 }, tolerance)

/** A rectangle around the origin. */
export function boxContour(width: number, height: number): Points {
  const [x, y] = [width / 2, height / 2]
  return [-x, -y, x, -y, x, y, -x, y]
}

/** An elliptical arc between two angles in degrees, counterclockwise as seen on screen, with y pointing down. */
export function ellipticalArc([x, y]: [number, number], [a, b]: [number, number], from: number, to: number): Points {
  const steps = Math.max(4, Math.ceil(Math.abs(to - from) / 6))
  return Array.from({ length: steps + 1 }, (_, at) => {
    const angle = ((from + ((to - from) * at) / steps) * Math.PI) / 180
    return [x + a * Math.cos(angle), y - b * Math.sin(angle)]
  }).flat()
}

/** An ellipse around the origin. */
export const ellipseContour = (width: number, height: number): Points =>
  ellipticalArc([0, 0], [width / 2, height / 2], 0, 354)

/** A rhombus around the origin, with its corners on the axes. */
export const diamondContour = (width: number, height: number): Points => [
  ...[0, -height / 2, width / 2, 0],
  ...[0, height / 2, -width / 2, 0],
]

/** A triangle around the origin that points up. */
export const triangleContour = (base: number, height: number): Points => [
  ...[-base / 2, height / 2],
  ...[base / 2, height / 2],
  ...[0, -height / 2],
]

/**
 * A regular polygon around the origin with a corner at the top. `diameter` is the diameter of the circle through its
 * corners.
 */
export const regularContour = (corners: number, diameter: number): Points =>
  Array.from({ length: corners }, (_, corner) => {
    const angle = Math.PI / 2 + (2 * Math.PI * corner) / corners
    return [(diameter / 2) * Math.cos(angle), (-diameter / 2) * Math.sin(angle)]
  }).flat()

/**
 * A rectangle around the origin with rounded or cut corners. `corners` lists the numbers of these corners,
 * counterclockwise from the top right, which is 1.
 */
export function corneredContour(
  [width, height, radius]: [number, number, number],
  corners: string,
  isRound: boolean,
): Points {
  const [x, y] = [width / 2, height / 2]
  const size = Math.min(radius, x, y)
  const points: Points = []
  const signs = [
    [1, -1],
    [-1, -1],
    [-1, 1],
    [1, 1],
  ] as const
  signs.forEach(([across, down], index) => {
    if (!corners.includes(`${index + 1}`)) points.push(across * x, down * y)
    else if (isRound) {
      const center: [number, number] = [across * (x - size), down * (y - size)]
      points.push(...ellipticalArc(center, [size, size], index * 90, index * 90 + 90))
    } else if (index % 2 === 0) {
      points.push(across * x, down * (y - size), across * (x - size), down * y)
    } else points.push(across * (x - size), down * y, across * x, down * (y - size))
  })
  return points
}

/** A slot with round ends around the origin. */
export const ovalContour = (width: number, height: number): Points =>
  corneredContour([width, height, Math.min(width, height) / 2], '1234', true)

/** The contour of a pad around its center. */
export function contourOfShape({ shape, width, height, roundness }: PadShape): Points {
  if (shape === 'circle') return roundContour(Math.min(width, height))
  if (shape === 'oval') return ovalContour(width, height)
  if (shape === 'rect') return boxContour(width, height)
  return corneredContour([width, height, roundness * Math.min(width, height)], '1234', true)
}

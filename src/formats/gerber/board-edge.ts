import { joinOutlines, type Outline } from '../board/outline'
import { type Box, boxOf } from '../board/board-box'
import { gerberStrokes } from './gerber-strokes'

/** The contours of a board, in mm and as a Gerber region, or the reason why no edge was found. */
export type BoardEdge = { gerber: string; contours: Outline[] } | { problem: string }

/**
 * Finds the edge of a board in its outline layer. Endpoints less than 0.01 mm apart are connected, because tools round
 * each endpoint separately. The largest closed contour is the edge; contours within it are cutouts. Returns null if the
 * strokes of the layer cannot be determined.
 */
export function boardEdge(text: string): BoardEdge | null {
  const strokes = gerberStrokes(text)
  if (!strokes) return null
  const outlines = joinOutlines(strokes)
  const closed = outlines.filter((outline) => outline.closed && outline.points.length >= 6)
  const largest = closed.map((outline) => ({ outline, box: boxOf(outline.points) })).toSorted(byArea)[0]
  const open = outlines.filter((outline) => !outline.closed).toSorted((a, b) => lengthOf(b) - lengthOf(a))[0]
  if (!largest || (open && areaOf(boxOf(open.points)) > areaOf(largest.box))) {
    return {
      problem: open
        ? `The outline is open: its ends are ${gapOf(open)} mm apart.`
        : 'The outline contains no closed contour.',
    }
  }
  const contours = [largest.outline, ...closed.filter((one) => one !== largest.outline && isWithin(one, largest.box))]
  return { gerber: gerberOf(contours), contours }
}

const areaOf = ({ left, top, right, bottom }: Box) => (right - left) * (bottom - top)
const byArea = (a: { box: Box }, b: { box: Box }) => areaOf(b.box) - areaOf(a.box)

function lengthOf({ points }: Outline): number {
  const { left, top, right, bottom } = boxOf(points)
  return right - left + bottom - top
}

function gapOf({ points }: Outline): string {
  const gap = Math.hypot((points[0] ?? 0) - (points.at(-2) ?? 0), (points[1] ?? 0) - (points.at(-1) ?? 0))
  return gap.toLocaleString('en-US', { maximumFractionDigits: 3 })
}

function isWithin({ points }: Outline, { left, top, right, bottom }: Box): boolean {
  const box = boxOf(points)
  return box.left >= left && box.right <= right && box.top >= top && box.bottom <= bottom
}

/** Puts all contours into one region, so that the contours within the edge are cut out. */
function gerberOf(outlines: Outline[]): string {
  const at = (x: number, y: number) => `X${Math.round(x * 1e6)}Y${Math.round(y * 1e6)}`
  const contour = ({ points }: Outline) => {
    const lines: string[] = []
    for (let index = 0; index < points.length; index += 2) {
      lines.push(`${at(points[index] ?? 0, points[index + 1] ?? 0)}D0${index === 0 ? 2 : 1}*`)
    }
    return [...lines, `${at(points[0] ?? 0, points[1] ?? 0)}D01*`]
  }
  return ['%FSLAX66Y66*%', '%MOMM*%', 'G01*', 'G36*', ...outlines.flatMap(contour), 'G37*', 'M02*'].join('\n')
}

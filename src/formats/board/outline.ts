import type { Points } from './curves'

/** A part of a board's edge, in mm. A closed outline does not repeat its first point at the end. */
export interface Outline {
  points: Float64Array
  closed: boolean
}

/** Endpoints within this distance (mm) are treated as connected, since editors do not close outlines exactly. */
const JOIN_TOLERANCE = 0.01

const cell = (x: number, y: number) => `${Math.round(x / JOIN_TOLERANCE)} ${Math.round(y / JOIN_TOLERANCE)}`

/**
 * Joins lines and arcs, drawn in any order and direction, into outlines. Endpoints are matched within a grid cell and
 * its neighbors, so the time grows only linearly with the number of pieces.
 */
export function joinOutlines(pieces: Points[]): Outline[] {
  const ends = new Map<string, number[]>()
  const used = new Set<number>()
  pieces.forEach((points, index) => {
    for (const key of [cell(...firstOf(points)), cell(...lastOf(points))]) {
      const indices = ends.get(key)
      if (indices) indices.push(index)
      else ends.set(key, [index])
    }
  })

  const nextAt = (x: number, y: number): Points | undefined => {
    for (const dx of [0, -JOIN_TOLERANCE, JOIN_TOLERANCE]) {
      for (const dy of [0, -JOIN_TOLERANCE, JOIN_TOLERANCE]) {
        const indices = ends.get(cell(x + dx, y + dy))
        // Remove used pieces from the list, so that a point shared by many pieces is not scanned repeatedly.
        while (indices && indices.length > 0) {
          const index = indices.at(-1) ?? 0
          if (used.has(index)) {
            indices.pop()
            continue
          }
          used.add(index)
          const points = pieces[index] ?? []
          return distance(firstOf(points), [x, y]) <= distance(lastOf(points), [x, y]) ? points : reversed(points)
        }
      }
    }
    return undefined
  }

  const outlines: Outline[] = []
  pieces.forEach((points, index) => {
    if (used.has(index)) return
    used.add(index)
    const chain = [...points]
    follow(chain, nextAt)
    if (!isClosed(chain)) {
      const back = reversed(chain)
      follow(back, nextAt)
      outlines.push(finished(back))
    } else outlines.push(finished(chain))
  })
  return outlines
}

function follow(chain: Points, nextAt: (x: number, y: number) => Points | undefined): void {
  while (!isClosed(chain)) {
    const next = nextAt(...lastOf(chain))
    if (!next) return
    for (let at = 2; at < next.length; at++) chain.push(next[at] ?? 0)
  }
}

const isClosed = (points: Points) => points.length > 4 && distance(firstOf(points), lastOf(points)) <= JOIN_TOLERANCE

function finished(points: Points): Outline {
  const closed = isClosed(points)
  return { points: Float64Array.from(closed ? points.slice(0, -2) : points), closed }
}

type Pair = [x: number, y: number]

const firstOf = (points: Points): Pair => [points[0] ?? 0, points[1] ?? 0]
const lastOf = (points: Points): Pair => [points.at(-2) ?? 0, points.at(-1) ?? 0]
const distance = ([x, y]: Pair, [u, v]: Pair) => Math.hypot(x - u, y - v)

/** The points in reverse order. */
export function reversed(points: Points): Points {
  const back: Points = []
  for (let at = points.length - 2; at >= 0; at -= 2) back.push(points[at] ?? 0, points[at + 1] ?? 0)
  return back
}

/** The size of the rectangle around the outlines, in mm; null if there are none. */
export function sizeOf(outlines: Outline[]): { width: number; height: number } | null {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const { points } of outlines) {
    for (let at = 0; at < points.length; at += 2) {
      const x = points[at] ?? 0
      const y = points[at + 1] ?? 0
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = Math.max(bottom, y)
    }
  }
  return right < left ? null : { width: right - left, height: bottom - top }
}

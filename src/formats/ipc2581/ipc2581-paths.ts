import { arcBetween } from '../board/board-builder'
import type { Points } from '../board/curves'
import type { Elements, IpcUnits } from './ipc2581-units'

interface Receiver {
  /** Receives a contour followed by its holes. */
  areas: (contours: Points[]) => void
  profile: (contours: Points[]) => void
  /** Receives a polygon of which only the line is drawn. */
  outline: (points: Points) => void
  line: (points: Points, width: number) => void
}

/** Collects the points of polygons, lines and arcs, and passes them on when they are complete. */
export class IpcPaths {
  #points: Points | null = null
  #contours: Points[] = []
  /** Whether the current polygon is part of a contour, a profile or an outline. */
  #isInGroup = false
  #line: { points: Points; width: number } | null = null

  constructor(
    private readonly units: IpcUnits,
    private readonly on: Receiver,
  ) {}

  /** Whether a polygon that begins now is part of a contour, a profile or an outline. */
  get isInGroup(): boolean {
    return this.#isInGroup
  }

  set width(width: number) {
    if (this.#line) this.#line.width = width
  }

  readonly opened: Elements = {
    PolyBegin: ({ x, y }) => {
      const start = this.units.point(x, y)
      this.#points = [start.x, start.y]
    },
    PolyStepSegment: ({ x, y }) => {
      const to = this.units.point(x, y)
      this.#points?.push(to.x, to.y)
    },
    PolyStepCurve: ({ x, y, centerX, centerY, clockwise }) => {
      const points = this.#points
      if (!points) return
      const from = { x: points.at(-2) ?? 0, y: points.at(-1) ?? 0 }
      const [to, center] = [this.units.point(x, y), this.units.point(centerX, centerY)]
      const curve = arcBetween(from, to, center, clockwise === 'true')
      for (let at = 2; at < curve.length; at++) points.push(curve[at] ?? 0)
    },
    Contour: () => this.#openGroup(),
    Profile: () => this.#openGroup(),
    Outline: () => this.#openGroup(),
    Polyline: () => (this.#line = { points: [], width: 0 }),
    Line: ({ startX, startY, endX, endY }) => {
      const [from, to] = [this.units.point(startX, startY), this.units.point(endX, endY)]
      this.#line = { points: [from.x, from.y, to.x, to.y], width: 0 }
    },
    Arc: ({ startX, startY, endX, endY, centerX, centerY, clockwise }) => {
      const [from, to] = [this.units.point(startX, startY), this.units.point(endX, endY)]
      const center = this.units.point(centerX, centerY)
      this.#line = { points: arcBetween(from, to, center, clockwise === 'true'), width: 0 }
    },
  }

  readonly closed: Record<string, () => void> = {
    Polygon: () => {
      this.#endContour()
      if (!this.#isInGroup) this.#endAreas()
    },
    Cutout: () => this.#endContour(),
    Contour: () => this.#endAreas(),
    Profile: () => this.on.profile(this.#endGroup()),
    Outline: () => {
      for (const points of this.#endGroup()) this.on.outline(points)
    },
    Polyline: () => this.#endLine(),
    Line: () => this.#endLine(),
    Arc: () => this.#endLine(),
  }

  #openGroup(): void {
    this.#contours = []
    this.#isInGroup = true
  }

  #endGroup(): Points[] {
    const contours = this.#contours
    this.#contours = []
    this.#isInGroup = false
    return contours
  }

  #endAreas(): void {
    const contours = this.#endGroup()
    if (contours.length > 0) this.on.areas(contours)
  }

  #endContour(): void {
    if (this.#points && this.#points.length >= 6) this.#contours.push(this.#points)
    this.#points = null
  }

  #endLine(): void {
    const line = this.#line
    this.#line = null
    const points = this.#points && line?.points.length === 0 ? this.#points : line?.points
    if (this.#points && line?.points.length === 0) this.#points = null
    if (line && points) this.on.line(points, line.width)
  }
}

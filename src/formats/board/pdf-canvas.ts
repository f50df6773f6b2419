import type { Point } from './curves'
import { type Canvas, type PathPen, roundedCorner } from './svg-canvas'

/**
 * Formats a number with at most three decimals. For coordinates in mm, that is a micrometer, which is finer than any
 * printer resolves.
 */
const text = (value: number) => String(Number(value.toFixed(3)))

/**
 * The distance of a control point from its endpoint in a Bézier curve that approximates a quarter circle of radius 1.
 */
const quarterTangent = (4 / 3) * (Math.SQRT2 - 1)

/** A path that collects the operators of a PDF path. */
export class PdfPath implements PathPen {
  readonly #operators: string[] = []
  #at: Point = { x: 0, y: 0 }

  get isEmpty(): boolean {
    return this.#operators.length === 0
  }

  toString(): string {
    return this.#operators.join('\n')
  }

  moveTo(x: number, y: number): void {
    this.#add('m', [{ x, y }])
  }

  lineTo(x: number, y: number): void {
    this.#add('l', [{ x, y }])
  }

  closePath(): void {
    this.#operators.push('h')
  }

  /** Adds a full circle. Boards have no other arcs, because the readers convert them to lines. */
  arc(x: number, y: number, radius: number): void {
    const [r, t] = [radius, radius * quarterTangent]
    this.lineTo(x + r, y)
    for (const [toX, toY] of [
      [0, 1],
      [-1, 0],
      [0, -1],
      [1, 0],
    ] as const) {
      // The radii at both ends of a quarter are perpendicular, so each is the direction of the tangent at the other
      // end.
      const [fromX, fromY] = [toY, -toX]
      this.#add('c', [
        { x: x + fromX * r + toX * t, y: y + fromY * r + toY * t },
        { x: x + toX * r + fromX * t, y: y + toY * r + fromY * t },
        { x: x + toX * r, y: y + toY * r },
      ])
    }
  }

  /**
   * Adds a line to a corner that is rounded toward the next point. Only right angles are supported, because boards have
   * no other rounded corners.
   */
  arcTo(x1: number, y1: number, x2: number, y2: number, radius: number): void {
    const corner = { x: x1, y: y1 }
    const arc = roundedCorner(this.#at, corner, { x: x2, y: y2 }, radius)
    if (!arc) {
      this.lineTo(x1, y1)
      return
    }
    const toward = (from: Point): Point => ({
      x: from.x + (corner.x - from.x) * quarterTangent,
      y: from.y + (corner.y - from.y) * quarterTangent,
    })
    this.lineTo(arc.start.x, arc.start.y)
    this.#add('c', [toward(arc.start), toward(arc.end), arc.end])
  }

  #add(operator: string, points: [Point, ...Point[]]): void {
    this.#operators.push(`${points.map(({ x, y }) => `${text(x)} ${text(y)}`).join(' ')} ${operator}`)
    this.#at = points.at(-1) ?? this.#at
  }
}

/**
 * A canvas that collects the content of a PDF form XObject. Each opacity has a name, such as "A200" for 20%, because
 * the form refers to it as a named resource.
 */
export class PdfCanvas implements Canvas<PdfPath> {
  fillStyle = '#000000'
  strokeStyle = '#000000'
  lineWidth = 1
  lineCap = 'butt'
  lineJoin = 'miter'
  globalAlpha = 1
  readonly #operators: string[] = []
  readonly #opacities: Record<string, number> = {}
  #isOpen = false

  /**
   * `height` is the height of the picture in points, which is needed because the y axis of a PDF points up. `ratio` is
   * the number of pixels per point.
   */
  constructor(private readonly picture: { height: number; ratio: number }) {}

  setTransform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    if (this.#isOpen) this.#operators.push('Q')
    const { height, ratio } = this.picture
    const matrix = [a, -b, c, -d, e, height * ratio - f].map((one) => String(Number((one / ratio).toFixed(6))))
    // `1 J` and `1 j` select round line caps and round line joins.
    this.#operators.push(`q 1 J 1 j ${matrix.join(' ')} cm`)
    this.#isOpen = true
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#operators.push(`${this.#pen(this.fillStyle, 'rg')} ${[x, y, width, height].map(text).join(' ')} re f`)
  }

  fill(path: PdfPath): void {
    if (!path.isEmpty) this.#operators.push(this.#pen(this.fillStyle, 'rg'), path.toString(), 'f')
  }

  stroke(path: PdfPath): void {
    if (path.isEmpty) return
    this.#operators.push(`${this.#pen(this.strokeStyle, 'RG')} ${text(this.lineWidth)} w`, path.toString(), 'S')
  }

  /** The content of the form, and the opacities that it uses, by name. */
  form(): { content: string; opacities: Record<string, number> } {
    const end = this.#isOpen ? '\nQ' : ''
    return { content: `${this.#operators.join('\n')}${end}`, opacities: this.#opacities }
  }

  #pen(color: string, operator: 'rg' | 'RG'): string {
    const permille = Math.round(1000 * this.globalAlpha)
    const name = `A${permille}`
    this.#opacities[name] = permille / 1000
    const channels = [1, 3, 5].map((at) => text(Number.parseInt(color.slice(at, at + 2), 16) / 255))
    return `/${name} gs ${channels.join(' ')} ${operator}`
  }
}

import type { Point } from './curves'

/** The part of Path2D that is used to draw boards. */
export type PathPen = Pick<Path2D, 'moveTo' | 'lineTo' | 'arc' | 'arcTo' | 'closePath'>

/** The part of a canvas context that is used to draw boards. */
export interface Canvas<Path extends PathPen> {
  fillStyle: unknown
  strokeStyle: unknown
  lineWidth: number
  lineCap: unknown
  lineJoin: unknown
  globalAlpha: number
  setTransform: (a: number, b: number, c: number, d: number, e: number, f: number) => void
  fillRect: (x: number, y: number, width: number, height: number) => void
  fill: (path: Path) => void
  stroke: (path: Path) => void
}

/** Coordinates in mm are rounded to a nanometer, because no board file is more precise. */
const decimals = 6
const text = (value: number) => String(Number(value.toFixed(decimals)))

type Corner = { start: Point; end: Point; isClockwise: boolean }

/**
 * The arc that rounds the corner between a line from `from` and a line to `next`, as `arcTo` of a canvas does. Null if
 * the corner is not rounded.
 */
export function roundedCorner(from: Point, corner: Point, next: Point, radius: number): Corner | null {
  const [inX, inY, outX, outY] = [from.x - corner.x, from.y - corner.y, next.x - corner.x, next.y - corner.y]
  const [before, after] = [Math.hypot(inX, inY), Math.hypot(outX, outY)]
  const turn = inX * outY - inY * outX
  if (radius === 0 || before === 0 || after === 0 || turn === 0) return null
  const angle = Math.acos(Math.max(-1, Math.min(1, (inX * outX + inY * outY) / (before * after))))
  const toTangent = radius / Math.tan(angle / 2)
  return {
    start: { x: corner.x + (inX / before) * toTangent, y: corner.y + (inY / before) * toTangent },
    end: { x: corner.x + (outX / after) * toTangent, y: corner.y + (outY / after) * toTangent },
    isClockwise: turn < 0,
  }
}

/** A path that collects the commands of an SVG path. */
export class SvgPath implements PathPen {
  readonly #commands: string[] = []
  #at = { x: 0, y: 0 }

  get isEmpty(): boolean {
    return this.#commands.length === 0
  }

  toString(): string {
    return this.#commands.join('')
  }

  moveTo(x: number, y: number): void {
    this.#to('M', x, y)
  }

  lineTo(x: number, y: number): void {
    this.#to('L', x, y)
  }

  closePath(): void {
    this.#commands.push('Z')
  }

  /** Adds a full circle. Boards have no other arcs, because the readers convert them to lines. */
  arc(x: number, y: number, radius: number): void {
    const r = text(radius)
    this.#to('L', x + radius, y)
    for (const end of [x - radius, x + radius]) this.#commands.push(`A${r} ${r} 0 1 1 ${text(end)} ${text(y)}`)
  }

  /** Adds a line to a corner that is rounded toward the next point. */
  arcTo(x1: number, y1: number, x2: number, y2: number, radius: number): void {
    const corner = roundedCorner(this.#at, { x: x1, y: y1 }, { x: x2, y: y2 }, radius)
    if (!corner) {
      this.lineTo(x1, y1)
      return
    }
    const { start, end, isClockwise } = corner
    this.lineTo(start.x, start.y)
    this.#commands.push(`A${text(radius)} ${text(radius)} 0 0 ${isClockwise ? 1 : 0} ${text(end.x)} ${text(end.y)}`)
    this.#at = end
  }

  #to(command: string, x: number, y: number): void {
    this.#commands.push(`${command}${text(x)} ${text(y)}`)
    this.#at = { x, y }
  }
}

/**
 * A canvas that collects the elements of an SVG picture. Colors come from the product and paths consist of numbers, so
 * nothing needs to be escaped.
 */
export class SvgCanvas implements Canvas<SvgPath> {
  fillStyle = 'none'
  strokeStyle = 'none'
  lineWidth = 1
  lineCap = 'butt'
  lineJoin = 'miter'
  globalAlpha = 1
  readonly #elements: string[] = []
  #isOpen = false

  setTransform(...matrix: [number, number, number, number, number, number]): void {
    if (this.#isOpen) this.#elements.push('</g>')
    this.#elements.push(`<g transform="matrix(${matrix.join(' ')})">`)
    this.#isOpen = true
  }

  fillRect(x: number, y: number, width: number, height: number): void {
    this.#elements.push(`<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${this.fillStyle}"/>`)
  }

  fill(path: SvgPath): void {
    this.#add(path, `fill="${this.fillStyle}"`)
  }

  stroke(path: SvgPath): void {
    const line = `stroke-width="${text(this.lineWidth)}" stroke-linecap="${this.lineCap}" stroke-linejoin="${this.lineJoin}"`
    this.#add(path, `fill="none" stroke="${this.strokeStyle}" ${line}`)
  }

  /** Returns the picture as an SVG document of this size in CSS pixels. */
  picture(width: number, height: number): string {
    const end = this.#isOpen ? '</g>' : ''
    const size = `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`
    return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${this.#elements.join('\n')}${end}</svg>\n`
  }

  #add(path: SvgPath, style: string): void {
    if (path.isEmpty) return
    const opacity = this.globalAlpha === 1 ? '' : ` opacity="${text(this.globalAlpha)}"`
    this.#elements.push(`<path d="${path.toString()}" ${style}${opacity}/>`)
  }
}

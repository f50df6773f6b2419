import { arcAbout, type Points } from '../board/curves'

/** Maximum deviation of a polyline from its arc, in mm. */
const tolerance = 0.002
const quarter = Math.PI / 2

/**
 * The center lines of all strokes that a Gerber file draws, and the contours of its regions, in mm. Flashes and stroke
 * widths are ignored. Null if the file repeats, mirrors or inverts its content, or is not a Gerber file.
 */
export function gerberStrokes(text: string): Points[] | null {
  if (/%SRX(?!1Y1\b)|%AB|%LM[XY]|%IPNEG/.test(text)) return null
  const format = /%FS([LTD])?A?X(\d)(\d)Y\d\d/.exec(text)
  if (!format) return null
  const decimals = Number(format[3])
  const digits = Number(format[2]) + decimals
  const mm = /%MOIN\*|^G70\*/m.test(text) && !/%MOMM\*/.test(text) ? 25.4 : 1
  const value = (written: string): number => {
    if (written.includes('.')) return Number(written) * mm
    const [, sign = '', number = ''] = /^([+-]?)(\d+)$/.exec(written) ?? []
    const padded = format[1] === 'T' ? number.padEnd(digits, '0') : number
    return ((sign === '-' ? -1 : 1) * Number(padded) * mm) / 10 ** decimals
  }

  const strokes: Points[] = []
  let [x, y, mode, isMulti] = [0, 0, 1, true]
  let chain: Points = []
  const finish = () => {
    if (chain.length >= 4) strokes.push(chain)
    chain = []
  }
  for (const raw of text.replaceAll(/%[^%]{0,65536}%/g, '*').split('*')) {
    const block = raw.trim()
    if (/^G0*4\D?/.test(block) && !/^G0*4\d/.test(block)) continue
    if (/^M0*[02]$/.test(block)) break
    for (const [, code = ''] of block.matchAll(/G0*(\d+)/g)) {
      if (/^[123]$/.test(code)) mode = Number(code)
      else if (code === '74') isMulti = false
      else if (code === '75') isMulti = true
      else if (code === '37') finish()
    }
    const found = new Map(
      [...block.matchAll(/([XYIJ])([+-]?[\d.]+)/g)].map(([, axis = '', at = '']) => [axis, value(at)]),
    )
    const operation = /D0*([123])$/.exec(block)?.[1]
    if (found.size === 0 && operation === undefined) continue
    const to = { x: found.get('X') ?? x, y: found.get('Y') ?? y }
    if (![to.x, to.y].every(Number.isFinite)) return null
    if (operation === '2' || operation === '3') finish()
    else if (operation === '1') {
      const offset = { x: found.get('I') ?? 0, y: found.get('J') ?? 0 }
      const points = mode === 1 ? [x, y, to.x, to.y] : arcOf({ x, y }, to, offset, { isClockwise: mode === 2, isMulti })
      if (chain.length === 0) chain = points
      else for (let at = 2; at < points.length; at++) chain.push(points[at] ?? 0)
    }
    x = to.x
    y = to.y
  }
  finish()
  return strokes
}

type Point = { x: number; y: number }

function arcOf(
  from: Point,
  to: Point,
  offset: Point,
  { isClockwise, isMulti }: { isClockwise: boolean; isMulti: boolean },
) {
  // In single-quadrant mode, the offsets have no signs, so use the best of the four possible centers.
  const signs = isMulti
    ? [[1, 1]]
    : [
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1],
      ]
  const candidates = signs.map(([u = 1, v = 1]) => {
    const center = { x: from.x + u * offset.x, y: from.y + v * offset.y }
    const start = Math.atan2(from.y - center.y, from.x - center.x)
    const end = Math.atan2(to.y - center.y, to.x - center.x)
    const turn = 2 * Math.PI
    let angle = (((end - start) % turn) + turn) % turn
    if (isClockwise) angle -= turn
    if (isMulti && Math.hypot(from.x - to.x, from.y - to.y) < 1e-9) angle = isClockwise ? -turn : turn
    if (!isMulti && Math.abs(Math.abs(angle) - turn) < 1e-9) angle = 0
    const miss = Math.abs(
      Math.hypot(from.x - center.x, from.y - center.y) - Math.hypot(to.x - center.x, to.y - center.y),
    )
    return { center, angle, miss: miss + (isMulti || Math.abs(angle) <= quarter + 1e-6 ? 0 : 1e6) }
  })
  const best = candidates.reduce((a, b) => (b.miss < a.miss ? b : a))
  const points = arcAbout(best.center, from, best.angle, tolerance)
  points.splice(-2, 2, to.x, to.y)
  return points
}

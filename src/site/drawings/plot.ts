/** Maps a value to a coordinate on an axis. */
export type Scale = (value: number) => number

export const linear =
  (from: number, to: number, start: number, end: number): Scale =>
  (value) =>
    start + ((value - from) / (to - from)) * (end - start)

export const logarithmic =
  (from: number, to: number, start: number, end: number): Scale =>
  (value) =>
    start + (Math.log(value / from) / Math.log(to / from)) * (end - start)

/** `count` + 1 logarithmically spaced values from one end to the other. */
export const decades = (from: number, to: number, count: number) =>
  Array.from({ length: count + 1 }, (_, n) => from * (to / from) ** (n / count))

/** `count` + 1 evenly spaced values from one end to the other. */
export const steps = (from: number, to: number, count: number) =>
  Array.from({ length: count + 1 }, (_, n) => from + ((to - from) * n) / count)

export const curve = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

/**
 * Like `curve`, but rounded to quarter units and with relative coordinates, which takes a third of the bytes. Use it in
 * drawings with many lines, inside a group scaled by 0.25.
 */
export function compactCurve(points: readonly (readonly [number, number])[]): string {
  let [lastX, lastY] = [0, 0]
  return points
    .map(([x, y], n) => {
      const [atX, atY] = [Math.round(x * 4), Math.round(y * 4)]
      const [dx, dy] = [atX - lastX, atY - lastY]
      lastX = atX
      lastY = atY
      return `${n === 0 ? 'm' : n === 1 ? 'l' : dx < 0 ? '' : ' '}${dx}${dy < 0 ? '' : ' '}${dy}`
    })
    .join('')
}

/** Dots as a single path. The stroke width is their diameter, and the line caps must be round. */
export const dots = (points: readonly (readonly [number, number])[]) => points.map(([x, y]) => `M${x} ${y}h0`).join('')

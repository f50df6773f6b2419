/** Curves as SVG paths, and the axes they stand on. */
export type Scale = (value: number) => number

export const linear =
  (from: number, to: number, start: number, end: number): Scale =>
  (value) =>
    start + ((value - from) / (to - from)) * (end - start)

export const logarithmic =
  (from: number, to: number, start: number, end: number): Scale =>
  (value) =>
    start + (Math.log(value / from) / Math.log(to / from)) * (end - start)

/** `count` + 1 values from one end to the other, each the same factor from the next. */
export const decades = (from: number, to: number, count: number) =>
  Array.from({ length: count + 1 }, (_, n) => from * (to / from) ** (n / count))

/** `count` + 1 values from one end to the other, evenly. */
export const steps = (from: number, to: number, count: number) =>
  Array.from({ length: count + 1 }, (_, n) => from + ((to - from) * n) / count)

export const curve = (points: readonly (readonly [number, number])[]) =>
  points.map(([x, y], n) => `${n === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')

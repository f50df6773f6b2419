/** Returns about six evenly spaced round numbers that enclose the values. */
export function ticksOf(values: number[]): number[] {
  let [lowest, highest] = [Infinity, -Infinity]
  for (const value of values) {
    lowest = Math.min(lowest, value)
    highest = Math.max(highest, value)
  }
  if (!(highest >= lowest)) return [0, 1]
  const range = highest - lowest || Math.abs(highest) || 1
  const rough = range / 6
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10)
  const first = Math.floor(lowest / step)
  const last = Math.max(first + 1, Math.ceil(highest / step))
  // Round the results, because 3 * 0.1 is not exactly 0.3.
  return Array.from({ length: last - first + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)))
}

const prefixes = [
  { name: 'G', factor: 1e9 },
  { name: 'M', factor: 1e6 },
  { name: 'k', factor: 1e3 },
  { name: '', factor: 1 },
  { name: 'm', factor: 1e-3 },
  { name: 'µ', factor: 1e-6 },
  { name: 'n', factor: 1e-9 },
  { name: 'p', factor: 1e-12 },
]

/** The largest SI prefix with which a size is at least 1. */
export const prefixOf = (size: number): { name: string; factor: number } =>
  prefixes.find(({ factor }) => size >= factor) ?? { name: size > 0 ? 'p' : '', factor: size > 0 ? 1e-12 : 1 }

/** A curve with few points, for a picture. */
export interface PictureCurve {
  frequencies: number[]
  values: number[]
}

/** The number of parts into which the axis is divided. Two points of each part are kept. */
const PARTS = 120

/**
 * Reduces a curve to at most 242 points: the ends, and the lowest and the highest value of each part of the axis, so
 * that no peak is lost. Points at 0 Hz are omitted on a logarithmic axis.
 */
export function pictureCurve(frequencies: Float64Array, values: Float64Array, isLogarithmic: boolean): PictureCurve {
  const used = Array.from(frequencies.keys()).filter((at) => !isLogarithmic || frequencies[at]! > 0)
  const place = (at: number) => (isLogarithmic ? Math.log(frequencies[at]!) : frequencies[at]!)
  const [first, last] = [used[0], used.at(-1)]
  if (first === undefined || last === undefined) return { frequencies: [], values: [] }
  const [low, high] = [place(first), place(last)]
  const parts = new Map<number, { lowest: number; highest: number }>()
  for (const at of used) {
    const part = Math.min(PARTS - 1, Math.floor((PARTS * (place(at) - low)) / (high - low || 1)))
    const known = parts.get(part)
    if (!known) parts.set(part, { lowest: at, highest: at })
    else if (values[at]! < values[known.lowest]!) known.lowest = at
    else if (values[at]! > values[known.highest]!) known.highest = at
  }
  const kept = used.length <= 2 * PARTS ? used : [...parts.values()].flatMap(({ lowest, highest }) => [lowest, highest])
  const order = [...new Set([first, ...kept, last])].toSorted((a, b) => a - b)
  return {
    frequencies: order.map((at) => rounded(frequencies[at]!, 9)),
    values: order.map((at) => rounded(values[at]!, 6)),
  }
}

/** Rounds a number to this many significant digits, to keep reports small. */
export const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits))

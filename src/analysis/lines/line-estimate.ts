/** The wave impedance of free space, in ohms. */
export const SPACE = 376.730313668

/**
 * An estimate from a closed-form formula at low frequency and without losses, for a line or for the odd mode of a pair.
 * The differential impedance of the pair is twice that of the odd mode.
 */
export interface LineEstimate {
  /** In ohms. */
  impedance: number
  /** Effective permittivity. */
  permittivity: number
}

/** A range in which the accuracy of a formula is known. */
export interface Validity {
  quantity: string
  from: number
  to: number
}

/**
 * The ranges that values violate, such as "width / height is 0.05, below 0.1". Values are rounded, because 0.02 / 0.2,
 * for example, is slightly less than 0.1 in floating-point arithmetic.
 */
export function violations(ranges: Validity[], values: Record<string, number>): string[] {
  return ranges.flatMap(({ quantity, from, to }) => {
    const value = Number(values[quantity]?.toPrecision(9))
    if (!(value < from || value > to)) return []
    const [where, limit] = value < from ? ['below', from] : ['above', to]
    const rounded = Number(value.toPrecision(3))
    return [`${quantity} is ${rounded === limit ? value : rounded}, ${where} ${limit}`]
  })
}

/** The ranges in words, such as "width / height from 0.1 to 10; gap / height from 0.1 to 10". */
export const rangesText = (ranges: Validity[]): string =>
  ranges
    .map(({ quantity, from, to }) => (to >= 1e6 ? `${quantity} from ${from}` : `${quantity} from ${from} to ${to}`))
    .join('; ')

/** The logarithm of a value that is positive but may be too small to represent. */
export const clampedLog = (value: number) => Math.log(Math.max(value, Number.MIN_VALUE))

/**
 * Number parsing and storage for files with millions of numbers, which are parsed without creating a string for each
 * number and stored in typed arrays.
 */

const powersOfTen = Float64Array.from({ length: 23 }, (_, exponent) => 10 ** exponent)

/**
 * Parses the decimal number between two byte offsets; NaN if it is invalid. Integers of up to 15 digits and powers of
 * ten up to 10^22 are exact in doubles, so a single division rounds correctly. All other numbers are parsed as strings.
 */
export function parseNumber(bytes: Uint8Array, start: number, end: number): number {
  let at = start
  const sign = bytes[at]
  if (sign === 43 || sign === 45) at++
  let mantissa = 0
  let digits = 0
  let decimals = 0
  let point = false
  for (; at < end; at++) {
    const byte = bytes[at] ?? 0
    if (byte >= 48 && byte <= 57) {
      mantissa = mantissa * 10 + byte - 48
      digits++
      if (point) decimals++
    } else if (byte === 46 && !point) point = true
    else break
  }
  if (digits === 0) return Number.NaN
  if (at < end || digits > 15) return parseText(bytes, start, end)
  const value = decimals === 0 ? mantissa : mantissa / (powersOfTen[decimals] ?? Number.NaN)
  return sign === 45 ? -value : value
}

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?$/

/**
 * Also accepts D as the exponent character (Fortran). Rejects Infinity and hexadecimal numbers, which no supported
 * format uses.
 */
function parseText(bytes: Uint8Array, start: number, end: number): number {
  if (end - start > 60) return Number.NaN
  const text = String.fromCharCode(...bytes.subarray(start, end))
  if (!decimal.test(text)) return Number.NaN
  const value = Number(text.replace(/[dD]/, 'e'))
  return Number.isFinite(value) ? value : Number.NaN
}

/** The maximum length of a list. A list of this length takes 256 MB. */
const MAX_NUMBERS = 2 ** 25

/** A growing list of numbers that are stored in a typed array. */
export class NumberList {
  #values = new Float64Array(256)
  length = 0

  push(value: number): void {
    if (this.length === MAX_NUMBERS) throw new RangeError('The file has too many points to be shown here.')
    if (this.length === this.#values.length) {
      const larger = new Float64Array(this.length * 2)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.length++] = value
  }

  at(index: number): number {
    return this.#values[index] ?? Number.NaN
  }

  toArray(): Float64Array {
    return this.#values.slice(0, this.length)
  }
}

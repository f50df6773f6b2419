export type PatternOrder = 7 | 9 | 11 | 13 | 15
export type Modulation = 'nrz' | 'pam4'

/** The feedback taps of the shift registers, from ITU-T O.150 and, for order 13, from IEEE 802.3. */
const taps: Record<PatternOrder, number[]> = { 7: [7, 6], 9: [9, 5], 11: [11, 9], 13: [13, 12, 2, 1], 15: [15, 14] }

/** One period of a pseudorandom binary sequence, 2^order - 1 bits. */
export function pseudorandomBits(order: PatternOrder): Uint8Array {
  const length = 2 ** order - 1
  const bits = new Uint8Array(length)
  let register = length
  for (let at = 0; at < length; at++) {
    const bit = taps[order].reduce((sum, tap) => sum ^ (register >> (tap - 1)), 0) & 1
    bits[at] = bit
    register = ((register << 1) | bit) & length
  }
  return bits
}

/** The levels of a modulation relative to the amplitude, in ascending order. */
export const levelsOf = (modulation: Modulation): number[] => (modulation === 'nrz' ? [-1, 1] : [-1, -1 / 3, 1 / 3, 1])

/** The levels of the two-bit values 0 to 3 in Gray code, as in IEEE 802.3. */
const grayLevels = [-1, -1 / 3, 1, 1 / 3]

/** `count` symbols of a repeated pattern, as levels from -1 to 1. */
export function symbolsOf(order: PatternOrder, modulation: Modulation, count: number): Float64Array {
  const bits = pseudorandomBits(order)
  const bitAt = (at: number) => bits[at % bits.length]!
  return Float64Array.from({ length: count }, (_, at) =>
    modulation === 'nrz' ? 2 * bitAt(at) - 1 : grayLevels[2 * bitAt(2 * at) + bitAt(2 * at + 1)]!,
  )
}

/** Lengths are compared in steps of 0.1 µm, which is finer than any board needs and coarser than rounding errors. */
const stepsPerMm = 10_000

/** A length as a whole number of steps. */
export const steps = (mm: number) => Math.round(mm * stepsPerMm)

/**
 * A key for a list of whole numbers: 53 bits of two mixed hashes, so that different lists practically never have the
 * same key. Numeric keys are much faster to look up than strings.
 */
export class GeometryKey {
  #high = 0
  #low = 0

  reset(): this {
    this.#high = 0x9e3779b9
    this.#low = 0x7f4a7c15
    return this
  }

  add(value: number): this {
    this.#high = mixed(this.#high ^ value)
    this.#low = mixed(Math.imul(this.#low, 31) + value)
    return this
  }

  value(): number {
    return (this.#high >>> 11) * 0x1_0000_0000 + (this.#low >>> 0)
  }
}

/** The final steps of the MurmurHash3 hash, which spread every bit over all bits. */
function mixed(value: number): number {
  let bits = value ^ (value >>> 16)
  bits = Math.imul(bits, 0x85ebca6b)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2b2ae35)
  return bits ^ (bits >>> 16)
}

/**
 * The indices of the items that only one of two lists of keys contains. If a key occurs several times, each occurrence
 * matches only one occurrence in the other list.
 */
export function unmatched(before: ArrayLike<number>, after: ArrayLike<number>): { removed: number[]; added: number[] } {
  const open = new Map<number, number>()
  for (let at = 0; at < before.length; at++) open.set(before[at] ?? 0, (open.get(before[at] ?? 0) ?? 0) + 1)
  const added: number[] = []
  for (let at = 0; at < after.length; at++) {
    const key = after[at] ?? 0
    const left = open.get(key) ?? 0
    if (left > 0) open.set(key, left - 1)
    else added.push(at)
  }
  const removed: number[] = []
  // Iterate from the end, so that the last ones of several equal items are those without a match.
  for (let at = before.length - 1; at >= 0; at--) {
    const key = before[at] ?? 0
    const left = open.get(key) ?? 0
    if (left === 0) continue
    open.set(key, left - 1)
    removed.push(at)
  }
  return { removed: removed.reverse(), added }
}

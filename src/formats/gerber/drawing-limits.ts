/** Maximum number of step-and-repeat copies, and maximum aperture parameter (a size in the file's unit, or a count). */
const limits = { copies: 10_000, aperture: 10_000 }

/**
 * The position of the count in a macro primitive, by its code: the corners of a polygon (5), the rings of a moiré (6).
 */
const countAt: Record<string, number> = { 5: 2, 6: 6 }

/**
 * Throws if a file would exceed the limits. The library generates every copy and corner that a file requests, so a few
 * bytes can request more than fits into memory and crash the page together with the worker.
 */
export function assertWithinLimits(text: string) {
  let copies = 0
  for (const [, x = '', y = ''] of text.matchAll(/%SRX(\d+)Y(\d+)/g)) {
    copies += Number(x) * Number(y)
    if (copies > limits.copies) throw new Error('it has more than 10,000 step-and-repeat copies')
  }
  for (const [, sizes = ''] of text.matchAll(/%ADD\d+[^,*%\s]{1,128},([-+.\dXx]+)/g)) {
    const tooLarge = sizes.split(/x/i).find((size) => Math.abs(Number(size)) > limits.aperture)
    if (tooLarge !== undefined) throw new Error(`an aperture parameter of ${tooLarge} exceeds the limit of 10,000`)
  }
  for (const [, macro = ''] of text.matchAll(/%AM([^%]*)%/g)) {
    for (const fields of macro.split('*').map((block) => block.trim().split(','))) {
      const count = fields[countAt[Number(fields[0])] ?? -1] ?? '0'
      // A plain parameter is an aperture value, which is already checked. A computed value has no upper bound.
      const isParameter = /^\$\d+$/.test(count) && !macro.includes(`${count}=`)
      if (!isParameter && !(Number(count) <= limits.aperture)) {
        throw new Error(`a macro has ${count} corners or rings, but only numbers up to 10,000 are supported`)
      }
    }
  }
}

/** Checks JSON bodies: their depth, the number of values, and characters that cannot be stored. */
import { Problem } from './problem'

const MAX_DEPTH = 32
// The largest body has room for this many net names of seven characters.
const MAX_VALUES = 100_000

const [QUOTE, BACKSLASH, COMMA] = [...Buffer.from('"\\,')]
const OPENING = new Set(Buffer.from('[{'))
const CLOSING = new Set(Buffer.from(']}'))

/**
 * Throws a 400 for JSON that is nested deeper or contains more values than any call needs. This check runs on the bytes
 * before parsing, because later steps recurse into each level and report each invalid value.
 */
export function limitShape(json: Buffer): void {
  let [depth, values] = [0, 0]
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] ?? 0
    if (byte === QUOTE) index = endOfString(json, index)
    else if (byte === COMMA) values++
    else if (CLOSING.has(byte)) depth--
    else if (OPENING.has(byte)) {
      depth++
      values++
    }
    if (depth > MAX_DEPTH) throw new Problem(400, `The JSON is nested deeper than ${MAX_DEPTH} levels.`)
    if (values > MAX_VALUES) {
      const most = MAX_VALUES.toLocaleString('en-US')
      throw new Problem(400, `The JSON contains more than ${most} values. Send it in smaller parts.`)
    }
  }
}

/**
 * Returns the position of the closing quote of the string that starts at this quote, or the length of the JSON if there
 * is none.
 */
function endOfString(json: Buffer, from: number): number {
  for (let index = from + 1; index < json.length; index++) {
    if (json[index] === BACKSLASH) index++
    else if (json[index] === QUOTE) return index
  }
  return json.length
}

/** Throws a 400 for text that the database cannot store: text with a NUL character or a lone surrogate. */
export function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new Problem(400, 'The request contains a NUL character. Please remove it.')
    if (/\p{Surrogate}/u.test(value)) {
      throw new Problem(400, 'The request contains an incomplete character (a lone surrogate). Please remove it.')
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) refuseUnstorable(inner)
  }
}

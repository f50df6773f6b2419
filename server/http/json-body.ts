/** JSON bodies, as far as the contract can be met: how deep, how many values, and which texts. */
import { Problem } from './problem'

const MAX_DEPTH = 32
// The largest order has 1000 rows of seven members.
const MAX_VALUES = 50_000

const [QUOTE, BACKSLASH, COMMA] = [...Buffer.from('"\\,')]
const OPENING = new Set(Buffer.from('[{'))
const CLOSING = new Set(Buffer.from(']}'))

/**
 * Throws a 400 for JSON that nests deeper or holds more values than any call needs. It looks at the bytes before they
 * are parsed: what comes later calls itself for each level, and reports on each value.
 */
export function limitShape(json: Buffer): void {
  let [depth, values] = [0, 0]
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === COMMA) values++
    else if (CLOSING.has(byte)) depth--
    else if (OPENING.has(byte)) {
      depth++
      values++
    }
    if (depth > MAX_DEPTH) throw new Problem(400, `The JSON is nested deeper than ${MAX_DEPTH} levels.`)
    if (values > MAX_VALUES) {
      throw new Problem(400, 'The JSON contains more than 50,000 values.')
    }
  }
}

/** Where the text that begins at this quote ends. */
function endOfText(json: Buffer, from: number): number {
  for (let at = from + 1; at < json.length; at++) {
    if (json[at] === BACKSLASH) at++
    else if (json[at] === QUOTE) return at
  }
  return json.length
}

/** Throws a 400 for a text that no database can hold: one with a NUL, or with half of a surrogate pair. */
export function refuseUnstorable(value: unknown): void {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new Problem(400, 'The request contains a NUL character. Please remove it.')
    if (/\p{Surrogate}/u.test(value)) {
      throw new Problem(400, 'The request contains half a character (a lone surrogate). Please remove it.')
    }
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) refuseUnstorable(inner)
  }
}

import { FormatError, quoted } from '../format-error'
import { parseNumber } from '../numbers'
import { lineAt } from '../source-text'

const OPEN = 40
const CLOSE = 41
const QUOTE = 34
const BACKSLASH = 92

const utf8 = new TextDecoder()

/**
 * Reads nested lists in KiCad's format: `(net 5 "GND")`. https://dev-docs.kicad.org/en/file-formats/sexpr-intro/
 *
 * The reader scans the bytes and builds no tree. Lists that the caller does not read are skipped by counting
 * parentheses, so memory is needed only for the bytes of the file and the data that the caller stores. Errors include
 * the line number.
 */
export class SExpressionReader {
  #at = 0
  #depth = 0
  #start = 0
  #end = 0
  #quoted = false
  #escaped = false

  constructor(
    readonly bytes: Uint8Array,
    readonly format: string,
  ) {
    if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) this.#at = 3
  }

  /** Enters the root list of the file. Throws if it has a different head. */
  root(head: string): void {
    if (this.#peek() !== OPEN || this.#next() !== 'list' || this.#next() !== 'atom' || this.text() !== head) {
      throw new FormatError(this.format, { line: 1 }, `"(${head}" at the beginning`, this.#sample(0))
    }
  }

  /**
   * Iterates over the rest of the current list. Calls `onList` with the head of each nested list, and `onAtom` for each
   * atom. Any part of a nested list that `onList` does not read is skipped.
   */
  each(onList: (head: string) => void, onAtom?: () => void): void {
    const depth = this.#depth
    for (;;) {
      const found = this.#next()
      if (found === 'close') return
      if (found === 'atom') onAtom?.()
      else {
        if (this.#next() === 'atom') onList(this.text())
        else if (this.#depth > depth + 1) this.#leaveTo(depth + 1)
        this.#leaveTo(depth)
      }
    }
  }

  /** The next atom of the list, or undefined if the list ends or a nested list starts. */
  word(): string | undefined {
    return this.#isAtomNext() ? this.text() : undefined
  }

  /** Reads the next number in the list. Throws if something else comes next. */
  number(): number {
    const from = this.#at
    const value = this.#isAtomNext() ? parseNumber(this.bytes, this.#start, this.#end) : Number.NaN
    if (Number.isNaN(value)) throw this.expected('a number', from)
    return value
  }

  /** The numbers from the current position in the list onward, at most `limit` of them. */
  numbers(limit: number): number[] {
    const values: number[] = []
    while (values.length < limit && this.#isAtomNext()) {
      const value = parseNumber(this.bytes, this.#start, this.#end)
      if (Number.isNaN(value)) break
      values.push(value)
    }
    return values
  }

  /** The text of the last atom. */
  text(): string {
    const { bytes } = this
    if (this.#escaped) return unescaped(utf8.decode(bytes.subarray(this.#start, this.#end)))
    let text = ''
    for (let at = this.#start; at < this.#end; at++) {
      const byte = bytes[at] ?? 0
      if (byte > 127 || at - this.#start > 60) return utf8.decode(bytes.subarray(this.#start, this.#end))
      text += String.fromCharCode(byte)
    }
    return text
  }

  /** Whether the last atom was quoted. */
  get isQuoted(): boolean {
    return this.#quoted
  }

  expected(what: string, from = this.#at): FormatError {
    return new FormatError(this.format, { line: lineAt(this.bytes, from) }, what, this.#sample(from))
  }

  #sample(from: number): string {
    const text = utf8.decode(this.bytes.subarray(from, from + 24)).trim()
    return text === '' ? 'the end of the file' : quoted(text)
  }

  #peek(): number | undefined {
    const { bytes } = this
    while ((bytes[this.#at] ?? 33) <= 32) this.#at++
    return bytes[this.#at]
  }

  #isAtomNext(): boolean {
    const byte = this.#peek()
    return byte !== undefined && byte !== OPEN && byte !== CLOSE && this.#next() === 'atom'
  }

  #next(): 'list' | 'atom' | 'close' {
    const byte = this.#peek()
    if (byte === undefined) throw this.expected('")"')
    if (byte === OPEN) {
      this.#at++
      this.#depth++
      return 'list'
    }
    if (byte === CLOSE) {
      this.#at++
      this.#depth--
      return 'close'
    }
    this.#quoted = byte === QUOTE
    this.#escaped = false
    if (this.#quoted) this.#readQuoted()
    else this.#readBare()
    return 'atom'
  }

  #readBare(): void {
    const { bytes } = this
    this.#start = this.#at
    for (; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at] ?? 0
      if (byte <= 32 || byte === OPEN || byte === CLOSE || byte === QUOTE) break
    }
    this.#end = this.#at
  }

  #readQuoted(): void {
    this.#start = this.#at + 1
    this.#skipQuoted()
    this.#end = this.#at - 1
  }

  /** Moves from the opening quotation mark past the closing one. */
  #skipQuoted(): void {
    const { bytes } = this
    const from = this.#at
    for (this.#at++; this.#at < bytes.length; this.#at++) {
      const byte = bytes[this.#at]
      if (byte === BACKSLASH) {
        this.#escaped = true
        this.#at++
      } else if (byte === QUOTE) {
        this.#at++
        return
      }
    }
    this.#at = from
    throw this.expected('a closing quotation mark for the text that begins here')
  }

  #leaveTo(depth: number): void {
    const { bytes } = this
    while (this.#depth > depth) {
      if (this.#at >= bytes.length) throw this.expected('")"')
      const byte = bytes[this.#at]
      if (byte === QUOTE) {
        this.#skipQuoted()
        continue
      }
      if (byte === OPEN) this.#depth++
      else if (byte === CLOSE) this.#depth--
      this.#at++
    }
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const unescaped = (text: string) => text.replace(/\\(.)/gs, (_, char: string) => escapes[char] ?? char)

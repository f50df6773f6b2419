import type { Net } from '../net'
import type { SExpressionReader } from './s-expression'

/**
 * Placeholders that KiCad writes for reserved characters. `~{RESET}` is not a placeholder: it draws an overbar and is
 * part of the name.
 */
const placeholders = new Map([
  ['slash', '/'],
  ['backslash', '\\'],
  ['space', ' '],
  ['colon', ':'],
  ['dblquote', '"'],
  ['quote', "'"],
  ['lt', '<'],
  ['gt', '>'],
  ['bar', '|'],
  ['brace', '{'],
  ['tab', '\t'],
  ['return', '\n'],
])

export const netName = (text: string) =>
  text.includes('{') ? text.replace(/\{([a-z]+)\}/g, (whole, key: string) => placeholders.get(key) ?? whole) : text

/**
 * The nets of a board, in file order. KiCad 5 to 9 declare nets with numbers that items refer to: `(net 5
 * "GND")` and `(net 5)`. KiCad 10 uses only names, `(net "GND")`, so nets are collected from the items.
 */
export class KicadNetTable {
  readonly nets: Net[] = []
  readonly #byName = new Map<string, number>()
  readonly #byNumber = new Map<number, number>()

  get isDeclared(): boolean {
    return this.#byNumber.size > 0
  }

  /** Reads a `(net …)` list that `each` has entered. Returns the index in `nets`, or -1 if the item has no net. */
  read(reader: SExpressionReader): number {
    const first = reader.word()
    if (first === undefined) throw reader.expected('the number or the name of a net')
    if (reader.isQuoted || !/^\d+$/.test(first)) return this.#named(first)
    const number = Number(first)
    const name = reader.word()
    if (name === undefined) return this.#byNumber.get(number) ?? -1
    const index = this.#named(name)
    this.#byNumber.set(number, index)
    return index
  }

  countPin(index: number): void {
    const net = this.nets[index]
    if (net) net.pins++
  }

  #named(text: string): number {
    if (text === '') return -1
    const known = this.#byName.get(text)
    if (known !== undefined) return known
    const index = this.nets.push({ name: netName(text), pins: 0 }) - 1
    this.#byName.set(text, index)
    return index
  }
}

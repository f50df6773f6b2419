import { eachLine } from '../source-text'
import { inMillimeters } from '../stackup'
import { mm, type OdbUnit, unitOf } from './odb-units'

/** The maximum number of characters of a value in a report. */
const MOST_SHOWN = 40

/** Receives a value that is not used because it cannot be true, as `name=value`. */
type Report = (text: string) => void

/** The attributes of an entity such as a layer (attrlist). */
export class OdbAttributeList {
  readonly #values = new Map<string, string>()
  #unit: OdbUnit

  /** `unit` applies if the list states none. */
  constructor(
    text: string,
    unit: OdbUnit,
    private readonly report: Report,
  ) {
    this.#unit = unit
    eachLine(text, (raw) => {
      const line = raw.trim()
      this.#unit = unitOf(line) ?? this.#unit
      const at = line.indexOf('=')
      if (at > 0) this.#values.set(line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim())
      return true
    })
  }

  get isMetric(): boolean {
    return this.#unit === mm
  }

  text(name: string): string | null {
    return this.#values.get(name) || null
  }

  /**
   * A positive number that is at most `most`. Null if it is missing or 0, which tools write for an unknown value. Any
   * other value is reported and also yields null.
   */
  number(name: string, most: number): number | null {
    const value = this.text(name)
    if (value === null) return null
    const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?$/i.test(value) ? Number(value) : Number.NaN
    if (number === 0) return null
    if (number > 0 && number <= most) return number
    this.reject(name)
    return null
  }

  /** A length in mm, which is at most `most`; null as in `number`. */
  length(name: string, most: number): number | null {
    const number = this.number(name, most / this.#unit.length)
    return number === null ? null : inMillimeters(number, this.#unit.length)
  }

  /** Reports a value that is not used. */
  reject(name: string): void {
    const value = this.text(name) ?? ''
    this.report(`${name.replace(/^\./, '')}=${value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value}`)
  }
}

import { NumberList } from '../numbers'
import type { Trace } from './network'

/** Real and imaginary parts for at most 128 ports. A longer list of numbers does not contain port impedances. */
const MAX_VALUES = 256

/**
 * Collects the impedances that HFSS writes as comments after each frequency: `! Port Impedance`, then real and
 * imaginary parts, which continue in the following comments.
 */
export class PortImpedances {
  readonly #values = new NumberList()
  /** The number of values before each list. */
  readonly #starts: number[] = []
  #isReading = false

  /** Reads a line that contains only a comment, including its exclamation mark. */
  readComment(comment: string): void {
    const begun = /^!\s*Port Impedance(.*)$/i.exec(comment)
    if (!begun && !this.#isReading) return
    const words = (begun?.[1] ?? comment.slice(1)).trim().split(/\s+/).filter(Boolean)
    const numbers = words.map(Number)
    const before = begun ? 0 : this.#values.length - (this.#starts.at(-1) ?? 0)
    this.#isReading = numbers.every(Number.isFinite) && before + numbers.length <= MAX_VALUES
    if (!this.#isReading) return
    if (begun) this.#starts.push(this.#values.length)
    for (const value of numbers) this.#values.push(value)
  }

  /** Ends the current list. Called for each line with other content, because such a line separates two lists. */
  end(): void {
    this.#isReading = false
  }

  get isEmpty(): boolean {
    return this.#values.length === 0
  }

  /**
   * The impedance of each port versus frequency. A single list applies to all frequencies. Null if the lists do not
   * have exactly one impedance per port, or if there is not one for each frequency.
   */
  of(ports: number, frequencies: number): Trace[] | null {
    const lists = this.#starts.length
    const isComplete =
      (lists === 1 || lists === frequencies) &&
      this.#starts.every((start, list) => start === 2 * ports * list) &&
      this.#values.length === 2 * ports * lists
    if (!isComplete) return null
    const part = (port: number, offset: number) =>
      Float64Array.from({ length: frequencies }, (_, at) =>
        this.#values.at(2 * (ports * (lists === 1 ? 0 : at) + port) + offset),
      )
    return Array.from({ length: ports }, (_, port) => ({ re: part(port, 0), im: part(port, 1) }))
  }
}

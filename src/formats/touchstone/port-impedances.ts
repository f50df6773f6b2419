/** Real and imaginary parts for at most 128 ports. A longer list of numbers does not contain port impedances. */
const MAX_VALUES = 256

/**
 * Collects the impedances that HFSS writes as a comment after each frequency: `! Port Impedance`, then real and
 * imaginary parts, which continue in the following comments. Only the impedances at the first frequency are read.
 */
export class PortImpedances {
  #values: number[] = []
  #state: 'before' | 'reading' | 'done' = 'before'

  get isWanted(): boolean {
    return this.#state !== 'done'
  }

  /** Reads a comment, including its exclamation mark. */
  read(comment: string): void {
    const begun = /^!\s*Port Impedance(.*)$/i.exec(comment)
    if (begun && this.#state === 'reading') this.#state = 'done'
    else if (begun) this.#state = 'reading'
    if (this.#state !== 'reading') return
    const words = (begun?.[1] ?? comment.slice(1)).trim().split(/\s+/).filter(Boolean)
    const numbers = words.map(Number)
    if (numbers.some((value) => !Number.isFinite(value)) || this.#values.length + numbers.length > MAX_VALUES) {
      this.#state = 'done'
    } else this.#values.push(...numbers)
  }

  /** The impedance of each port, or null if the file does not have exactly one per port. */
  of(ports: number): { re: number; im: number }[] | null {
    if (this.#values.length !== 2 * ports) return null
    return Array.from({ length: ports }, (_, port) => ({
      re: this.#values[2 * port] ?? 0,
      im: this.#values[2 * port + 1] ?? 0,
    }))
  }
}

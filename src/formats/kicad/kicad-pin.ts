import { isGroundName, isPowerName } from '../net-words'
import type { SExpressionReader } from './s-expression'

/** The schematic's data about a pin, as stored in netlists and in the pads of boards. */
export class KicadPin {
  #type = ''
  #function = ''

  /** Reads `(pintype "power_in")` or `(pinfunction "VDD")`, which `reader` has entered. Ignores other lists. */
  read(head: string, reader: SExpressionReader): void {
    if (head === 'pintype') this.#type = reader.word() ?? ''
    else if (head === 'pinfunction') this.#function = reader.word() ?? ''
  }

  get function(): string {
    return this.#function
  }

  /** Whether the pin provides or receives power. Ground pins have the same type, so they are excluded by name. */
  get isSupply(): boolean {
    return (this.#type.startsWith('power') || isPowerName(this.#function)) && !isGroundName(this.#function)
  }
}

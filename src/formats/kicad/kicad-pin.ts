import { isGroundName, isPowerName } from '../net-words'
import type { SExpressionReader } from './s-expression'

/** What the schematic says about a pin, in a netlist and at the pads of a board. */
export class KicadPin {
  #type = ''
  #function = ''

  /** Reads `(pintype "power_in")` and `(pinfunction "VDD")`, which a reader has entered. Skips anything else. */
  read(head: string, reader: SExpressionReader): void {
    if (head === 'pintype') this.#type = reader.word() ?? ''
    else if (head === 'pinfunction') this.#function = reader.word() ?? ''
  }

  /** Whether the pin supplies a component or is supplied. Ground pins have the same type, so their names decide. */
  get isSupply(): boolean {
    return (this.#type.startsWith('power') || isPowerName(this.#function)) && !isGroundName(this.#function)
  }
}

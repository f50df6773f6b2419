/** A net as the readers give it: its name, and the number of component pins on it. */
export interface Net {
  name: string
  pins: number
}

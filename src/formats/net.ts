/** A net as returned by all readers: its name and the number of its component pins. */
export interface Net {
  name: string
  pins: number
}

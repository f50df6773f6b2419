/** Returns the component references in pin names such as U1.3 and U1-3. */
export const partsOf = (pins: Iterable<string>): string[] => Array.from(pins, (pin) => pin.replace(/[.-]-?[^.-]*$/, ''))

/** A net as returned by all readers: its name and the number of its component pins. */
export interface Net {
  name: string
  pins: number
  /** The component reference of each pin, if the format contains it. */
  parts?: string[]
  /** The component and the function of each pin, such as U1-USB_DP, if the net has only an automatic name. */
  functions?: string[]
  /** The number of pins that the schematic marks as supply pins, other than ground pins. */
  powerPins?: number
  /** The purpose that the file states, as a net class in IPC-2581 or an attribute in ODB++. */
  stated?: 'power' | 'ground'
  /** Set if the file gives the net a voltage. Files do so for supplies, but also for the signals of some interfaces. */
  hasVoltage?: true
  /** Set if areas of the net fill much of a copper layer. */
  isPlane?: true
}

/** A capacitor as a series circuit of a capacitance, a resistance (ESR) and an inductance (ESL). */
export interface SupplyCapacitor {
  /** Identifies the capacitor in URLs. */
  id: string
  name: string
  farads: number
  ohms: number
  /** The inductance of the part itself, not including its pads and vias. */
  henries: number
}

/**
 * Capacitors used on FPGA boards, from AMD UG483, 7 Series FPGAs PCB Design Guide, table 2-5. The inductance is the
 * maximum in the table, the resistance the geometric mean of the range in the table. The capacitance is nominal;
 * ceramic parts have less under DC bias.
 */
export const supplyCapacitors: SupplyCapacitor[] = [
  { id: '680u', name: '680 µF tantalum, 2917', farads: 680e-6, ohms: 14.1e-3, henries: 2e-9 },
  { id: '330u', name: '330 µF tantalum, 2917', farads: 330e-6, ohms: 14.1e-3, henries: 1e-9 },
  { id: '100u', name: '100 µF ceramic, 1210', farads: 100e-6, ohms: 6.3e-3, henries: 1e-9 },
  { id: '47u', name: '47 µF ceramic, 1210', farads: 47e-6, ohms: 6.3e-3, henries: 1e-9 },
  { id: '4u7', name: '4.7 µF ceramic, 0805', farads: 4.7e-6, ohms: 4.5e-3, henries: 0.5e-9 },
  { id: '470n', name: '0.47 µF ceramic, 0603', farads: 0.47e-6, ohms: 4.5e-3, henries: 0.5e-9 },
]

export const capacitorSource = 'AMD UG483 v1.14, 7 Series FPGAs PCB Design Guide, table 2-5'

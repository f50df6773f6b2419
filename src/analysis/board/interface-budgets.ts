/**
 * The limits that the traces of an interface usually have to meet, from public layout guides of manufacturers. The
 * values for the parts on a board take precedence. The kinds are those of src/formats/interfaces/interface-rules.ts.
 */
export interface InterfaceBudget {
  kind: RegExp
  /** The differential impedance in ohms, and its tolerance in percent. */
  impedance: { ohms: number; tolerance: number }
  /** The maximum skew between the nets of a pair. */
  pairSkew: { mm: number } | { ps: number }
  /** The maximum skew between any two lanes, including the clock; null if lanes need not match. */
  laneSkew: { ps: number } | null
  source: string
}

/** A thousandth of an inch in mm. */
const MIL = 0.0254

export const interfaceBudgets: InterfaceBudget[] = [
  {
    kind: /^MIPI D-PHY/,
    impedance: { ohms: 100, tolerance: 10 },
    pairSkew: { ps: 2 },
    laneSkew: { ps: 8 },
    source: 'AMD UG863 1.11, Versal Adaptive SoC PCB Design, MIPI D-PHY, table 1',
  },
  {
    kind: /^USB 3/,
    impedance: { ohms: 90, tolerance: 15 },
    pairSkew: { mm: 2 * MIL },
    laneSkew: null,
    source: 'Texas Instruments, TUSB1002A data sheet, layout guidelines',
  },
  {
    kind: /^USB 2/,
    impedance: { ohms: 90, tolerance: 10 },
    pairSkew: { mm: 50 * MIL },
    laneSkew: null,
    source: 'Texas Instruments, TUSB4020BI data sheet, layout guidelines',
  },
  {
    kind: /^PCIe/,
    impedance: { ohms: 85, tolerance: 15 },
    pairSkew: { mm: 5 * MIL },
    laneSkew: null,
    source: 'impedancecalculator.com, PCIe PCB design guide; skew: Texas Instruments SLAAE45, section 2.2',
  },
  {
    kind: /^BASE-T Ethernet/,
    impedance: { ohms: 100, tolerance: 5 },
    pairSkew: { mm: 120 * MIL },
    laneSkew: null,
    source: 'Microchip, Ethernet design layout recommendations',
  },
]

export const budgetOf = (kind: string) => interfaceBudgets.find((budget) => budget.kind.test(kind)) ?? null

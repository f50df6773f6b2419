/**
 * The limits that the traces of an interface usually have to meet, from public layout guides of manufacturers. The
 * values that apply to the components on a board take precedence. The kinds are those of
 * src/formats/interfaces/interface-rules.ts.
 */
export interface InterfaceBudget {
  kind: RegExp
  /** The differential impedance in ohms, and its tolerance in percent; null unless the source states both. */
  impedance: { ohms: number; tolerance: number } | null
  /** The maximum skew between the nets of a pair. */
  pairSkew: SkewLimit
  /** The maximum skew between any two lanes, including the clock or strobe; null if lanes need not match. */
  laneSkew: SkewLimit | null
  /** Whether the clock is only a reference for the devices at both ends, so that the lanes need not match it. */
  isClockReference?: true
  /**
   * A limit for single nets that must match each other: those whose names agree in the first capture group of
   * `sharing`. Nets whose names differ only in the ending `segment` are on the two sides of a series resistor, so their
   * lengths are added.
   */
  netGroups?: { sharing: RegExp; segment?: RegExp; called: string; skew: SkewLimit }
  source: string
}

export type SkewLimit = { mm: number } | { ps: number }

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
    kind: /^MIPI C-PHY/,
    impedance: { ohms: 100, tolerance: 10 },
    pairSkew: { ps: 2 },
    laneSkew: { ps: 160 },
    netGroups: { sharing: /^(.*)[ABC]$/i, called: 'three-wire lane', skew: { ps: 2 } },
    source: 'AMD UG863, Versal Adaptive SoC PCB Design, MIPI C-PHY',
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
    isClockReference: true,
    source: 'impedancecalculator.com, PCIe PCB design guide; skew: Texas Instruments SLAAE45, section 2.2',
  },
  {
    kind: /^BASE-T Ethernet/,
    impedance: { ohms: 100, tolerance: 5 },
    pairSkew: { mm: 120 * MIL },
    laneSkew: null,
    source: 'Microchip, Ethernet design layout recommendations',
  },
  {
    kind: /^SGMII/,
    // The source covers all RocketIO transceivers, up to 3.125 Gbps. It recommends 100 ohms and states no tolerance.
    impedance: null,
    pairSkew: { mm: 50 * MIL },
    laneSkew: null,
    source: 'AMD UG024 3.0, RocketIO Transceiver User Guide, high-speed serial trace design',
  },
  {
    kind: /^RGMII/,
    impedance: null,
    pairSkew: { ps: 11 },
    // The two directions have clocks of their own and need not match each other.
    laneSkew: null,
    netGroups: { sharing: /([TR]X)/i, segment: /_(?:R|C|CONN?)$/i, called: 'direction', skew: { ps: 11 } },
    source: 'Texas Instruments, DP83869HM data sheet, RGMII layout guidelines',
  },
  {
    kind: /^HDMI/,
    impedance: { ohms: 100, tolerance: 10 },
    pairSkew: { ps: 1 },
    laneSkew: { ps: 150 },
    source: 'NVIDIA DG-10141-001 1.1, Jetson TX2 NX design guide, HDMI',
  },
  {
    kind: /^DisplayPort/,
    // 100 ohms is the target of the specification; the guide also permits 95 and 85 ohms.
    impedance: { ohms: 100, tolerance: 15 },
    pairSkew: { mm: 5 * MIL },
    laneSkew: null,
    source: 'NVIDIA, Jetson TX2 OEM product design guide, DisplayPort; skew: Texas Instruments SLLA414, section 2.4',
  },
  {
    kind: /^SATA/,
    impedance: { ohms: 100, tolerance: 20 },
    pairSkew: { mm: 5 * MIL },
    laneSkew: null,
    source: 'IEI, ICE-DB-T6 carrier board design guide, table 3-6',
  },
  {
    kind: /^LVDS/,
    impedance: { ohms: 100, tolerance: 15 },
    pairSkew: { mm: 20 * MIL },
    laneSkew: { mm: 40 * MIL },
    source: 'Intel 855GM chipset platform design guide, table 59: each pair within 20 mil of its clock',
  },
  {
    kind: /^DDR4/,
    impedance: null,
    pairSkew: { ps: 1 },
    laneSkew: { ps: 7 },
    source: 'Intel 821801, Agilex 5 PCB design guidelines, table 15: each bit within 3.5 ps of its strobe',
  },
  {
    kind: /^DDR3/,
    impedance: null,
    pairSkew: { mm: 5 * MIL },
    laneSkew: { mm: 25 * MIL },
    source: 'Texas Instruments, AMIC120 data sheet SPRSP09B, DQS and DQ routing, table 5-58',
  },
  {
    kind: /^DDR5/,
    impedance: null,
    pairSkew: { ps: 2 },
    // The source permits a skew of 50 ps between each data net and its strobe, so 100 ps between two nets.
    laneSkew: { ps: 100 },
    source: 'AMD UG863 1.9, Versal Adaptive SoC PCB Design, timing constraints for DDR5',
  },
  {
    kind: /^LPDDR5/,
    impedance: { ohms: 75, tolerance: 10 },
    pairSkew: { ps: 2 },
    // The same limit as for DDR5.
    laneSkew: { ps: 100 },
    source: 'AMD UG863 1.9, Versal Adaptive SoC PCB Design, timing constraints and physical rules for LPDDR5',
  },
  {
    kind: /^LPDDR4/,
    impedance: null,
    pairSkew: { ps: 1 },
    // The source permits a skew of 1 ps between each net and its byte lane, so 2 ps between two nets.
    laneSkew: { ps: 2 },
    source: 'NXP, i.MX 8QuadMax and 8QuadXPlus hardware developer’s guide 2.4, table 22',
  },
  {
    kind: /^LPDDR3/,
    impedance: null,
    pairSkew: { ps: 2 },
    // The source permits a skew of 5 ps between each data or mask net and its strobe, so 10 ps between two nets.
    laneSkew: { ps: 10 },
    source:
      'Intel 683385, External Memory Interface Handbook volume 2, table 42; skew within a pair: the handbook’s limit for clocks',
  },
]

export const limitText = (limit: SkewLimit) => ('mm' in limit ? `${Number(limit.mm.toFixed(3))} mm` : `${limit.ps} ps`)

export const impedanceLimitText = ({ ohms, tolerance }: NonNullable<InterfaceBudget['impedance']>) =>
  `${ohms} Ω ± ${tolerance}%`

/** A budget as text, such as "100 Ω ± 10%, at most 2 ps of skew within pairs, 8 ps across lanes (a guide)". */
export function budgetText({ impedance, pairSkew, laneSkew, netGroups, source }: InterfaceBudget): string {
  const limits = [
    ...(impedance ? [impedanceLimitText(impedance)] : []),
    `at most ${limitText(pairSkew)} of skew within pairs`,
    ...(netGroups ? [`${limitText(netGroups.skew)} within each ${netGroups.called}`] : []),
    ...(laneSkew ? [`${limitText(laneSkew)} across lanes`] : []),
  ]
  return `${limits.join(', ')} (${source})`
}

export const budgetOf = (kind: string) => interfaceBudgets.find((budget) => budget.kind.test(kind)) ?? null

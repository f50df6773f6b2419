/** The impedance of a small power delivery network for the demo tool: parallel parts, each a series R, L and C. */

export type Network = { bulk: number; ceramic: number; targetMilliohm: number }

export type Point = { hertz: number; ohm: number }

/** Values in ohms, henries and farads. `farad` is null for a part without capacitance (the regulator). */
type Part = { name: string; count: number; ohm: number; henry: number; farad: number | null }

export const partsOf = ({ bulk, ceramic }: Network): Part[] => [
  { name: 'vrm', count: 1, ohm: 0.0015, henry: 15e-9, farad: null },
  { name: 'bulk', count: bulk, ohm: 0.009, henry: 2.2e-9, farad: 330e-6 },
  { name: 'ceramic', count: ceramic, ohm: 0.004, henry: 0.6e-9, farad: 10e-6 },
  { name: 'die', count: 1, ohm: 0.002, henry: 4e-12, farad: 120e-9 },
]

const FROM_DECADE = 4
const DECADES = 5
const POINTS_PER_DECADE = 40

/** Returns the impedance magnitude at the chip from 10 kHz to 1 GHz. */
export function sweep(network: Network): Point[] {
  const parts = partsOf(network).filter(({ count }) => count > 0)
  return Array.from({ length: DECADES * POINTS_PER_DECADE + 1 }, (_, n) => {
    const hertz = 10 ** (FROM_DECADE + n / POINTS_PER_DECADE)
    const omega = 2 * Math.PI * hertz
    let conductance = 0
    let susceptance = 0
    for (const { count, ohm, henry, farad } of parts) {
      const reactance = omega * henry - (farad ? 1 / (omega * farad) : 0)
      const square = ohm ** 2 + reactance ** 2
      conductance += (count * ohm) / square
      susceptance -= (count * reactance) / square
    }
    return { hertz, ohm: 1 / Math.hypot(conductance, susceptance) }
  })
}

/** Returns the network as a SPICE subcircuit between the nodes `chip` and `gnd`. */
export function netlist(network: Network): string {
  const lines = partsOf(network)
    .filter(({ count }) => count > 0)
    .flatMap(({ name, count, ohm, henry, farad }) => [
      `R${name} chip ${name}_1 ${(ohm / count).toExponential(3)}`,
      `L${name} ${name}_1 ${farad ? `${name}_2` : 'gnd'} ${(henry / count).toExponential(3)}`,
      ...(farad ? [`C${name} ${name}_2 gnd ${(farad * count).toExponential(3)}`] : []),
    ])
  return ['* PDN seen from the chip', '.subckt pdn chip gnd', ...lines, '.ends pdn'].join('\n')
}

/**
 * The impedance of a power distribution network seen from the die: regulator, bulk and ceramic capacitors in parallel
 * on the board, the package inductance, and the die capacitance. Values are in ohms, henries, farads and hertz.
 */
type Complex = readonly [re: number, im: number]
type Branch = { r: number; l: number; c?: number; count?: number }

const add = (a: Complex, b: Complex): Complex => [a[0] + b[0], a[1] + b[1]]
const inverse = ([re, im]: Complex): Complex => {
  const square = re * re + im * im
  return [re / square, -im / square]
}

/** The impedance of `count` equal branches in parallel: `r`, `l` and, if given, `c` in series. */
const branchOf = ({ r, l, c, count = 1 }: Branch, w: number): Complex => [
  r / count,
  (w * l - (c === undefined ? 0 : 1 / (w * c))) / count,
]

const parallel = (branches: Complex[]) => inverse(branches.map(inverse).reduce(add))

export type Network = { board: Branch[]; packaging: Branch; die: Branch }

const regulator: Branch = { r: 1.5e-3, l: 12e-9 }
const packaging: Branch = { r: 0.6e-3, l: 5e-12 }
const die: Branch = { r: 4e-3, l: 1e-15, c: 320e-9 }

/** The initial network: a few bulk capacitors and a single ceramic value. */
export const firstGuess: Network = {
  board: [regulator, { r: 7e-3, l: 2.2e-9, c: 470e-6, count: 3 }, { r: 5e-3, l: 0.9e-9, c: 1e-6, count: 8 }],
  packaging: { ...packaging, l: 14e-12 },
  die: { ...die, r: 2e-3, c: 180e-9 },
}

/** The optimized network: other capacitor values and counts, and a different package and die. */
export const optimized: Network = {
  board: [
    regulator,
    { r: 6e-3, l: 1.8e-9, c: 470e-6, count: 6 },
    { r: 4e-3, l: 0.6e-9, c: 22e-6, count: 14 },
    { r: 9e-3, l: 0.45e-9, c: 2.2e-6, count: 20 },
    { r: 16e-3, l: 0.35e-9, c: 0.22e-6, count: 26 },
  ],
  packaging,
  die,
}

/** |Z| in ohms at a frequency in hertz. */
export function impedance(network: Network, frequency: number): number {
  const w = 2 * Math.PI * frequency
  const board = parallel(network.board.map((branch) => branchOf(branch, w)))
  const throughPackage = add(board, branchOf(network.packaging, w))
  return Math.hypot(...parallel([throughPackage, branchOf(network.die, w)]))
}

import { type LineEstimate, SPACE, type Validity } from './line-estimate'

/** A trace between two reference planes. All lengths are in the same unit. */
export interface Stripline {
  width: number
  /** The thickness of the copper. */
  thickness: number
  /** The dielectrics between the copper and the planes above and below. */
  above: Dielectric
  below: Dielectric
}

export interface Dielectric {
  height: number
  dk: number
}

/**
 * Wheeler 1978 states an error below 0.5% for centered lines in this range; unequal distances to the planes increase
 * the error. Boundary-element results agree within 2%, even at the limits of the range.
 */
export const striplineValidity: Validity[] = [
  { quantity: 'width / plane spacing', from: 0.05, to: 10 },
  { quantity: 'copper thickness / plane spacing', from: 0, to: 0.2 },
  { quantity: 'larger / smaller distance to a plane', from: 1, to: 2 },
  // The sides of thick copper are in one of the dielectrics, but the stackup does not state in which one.
  { quantity: 'larger / smaller dielectric constant', from: 1, to: 1.1 },
]

/**
 * The range of Cohn 1955, for lines that are wide compared to the distance between the planes. Boundary-element results
 * agree within 2%, even at the limits of the range.
 */
export const oddStriplineValidity: Validity[] = [
  ...striplineValidity.slice(1),
  { quantity: 'width / (plane spacing − copper thickness)', from: 0.35, to: 10 },
  { quantity: 'gap / copper thickness', from: 1, to: 1e6 },
]

/**
 * The impedance of a stripline in ohms, and its effective permittivity. If the line is off center, each half has half
 * the capacitance of a line that is centered between two planes, each as far away as the plane of that half.
 * H. Wheeler, Transmission-line properties of a strip line between parallel planes, IEEE MTT 26, 1978, pages 866 to
 * 876.
 */
export function stripline({ width, thickness, above, below }: Stripline): LineEstimate {
  return halves(above, below, ({ height }) => centeredImpedance(width, thickness, 2 * height + thickness))
}

/**
 * The impedance of the odd mode of two equal striplines separated by a gap, in ohms. S. Cohn, Shielded coupled-strip
 * transmission line, IRE MTT 3, 1955, pages 29 to 38.
 */
export function oddStripline({ width, thickness, above, below }: Stripline, gap: number): number {
  return halves(above, below, ({ height }) => centeredOdd(width, thickness, 2 * height + thickness, gap)).impedance
}

/** Adds the capacitances of the two sides of a line, which are calculated from their impedances in air. */
function halves(above: Dielectric, below: Dielectric, impedanceInAir: (side: Dielectric) => number): LineEstimate {
  const [top, bottom] = [1 / impedanceInAir(above) / 2, 1 / impedanceInAir(below) / 2]
  const permittivity = (above.dk * top + below.dk * bottom) / (top + bottom)
  return { permittivity, impedance: 1 / ((top + bottom) * Math.sqrt(permittivity)) }
}

/** The impedance in air of a line that is centered between two planes a distance `b` apart, in ohms. */
function centeredImpedance(width: number, thickness: number, b: number): number {
  const x = thickness / b
  const m = 2 / (1 + ((2 / 3) * x) / (1 - x))
  const more =
    x === 0
      ? 0
      : (x / (Math.PI * (1 - x))) *
        (1 - 0.5 * Math.log((x / (2 - x)) ** 2 + ((0.0796 * x) / (width / b + 1.1 * x)) ** m))
  const wide = width / (b - thickness) + more
  const a = 8 / (Math.PI * wide)
  return (SPACE / (4 * Math.PI)) * Math.log(1 + (a / 2) * (a + Math.sqrt(a * a + 6.27)))
}

/**
 * The impedance in air of the odd mode of lines that are centered between two planes a distance `b` apart, in ohms.
 * Cohn has a formula for narrow gaps, with plate capacitors between the facing sides, and one for wide gaps. Both omit
 * a part of the capacitance outside of their range, so the larger capacitance is the better one. Switching from one to
 * the other at a gap of five thicknesses, the limit that he gives, leads to errors of up to 6%.
 */
function centeredOdd(width: number, t: number, b: number, gap: number): number {
  const single = 1 / centeredImpedance(width, t, b)
  const [half, both] = [(Math.PI * width) / (2 * b), (Math.PI * (width + gap)) / (2 * b)]
  // The quotient of cosh(half) and cosh(both), each of which overflows if the lines are very wide.
  const narrower = (Math.exp(half - both) * (1 + Math.exp(-2 * half))) / (1 + Math.exp(-2 * both))
  const flat = 1 / flatImpedance(1 / Math.cosh(half))
  const odd = 1 / flatImpedance(Math.sqrt(1 - narrower ** 2) / Math.cosh(half) / Math.tanh(both))
  const fringe = fringeOf(t / b)
  const near = odd + (single - flat) - (2 / SPACE) * (fringe - fringeOf(0)) + (2 * t) / (SPACE * gap)
  const far = single + (fringe / fringeOf(0)) * (odd - flat)
  return 1 / Math.max(near, far)
}

/**
 * The fringing capacitance per unit length between one edge of the strip and one plane, divided by the permittivity.
 * `x` is the thickness divided by the plane spacing.
 */
function fringeOf(x: number): number {
  const y = 1 / (1 - x)
  if (x === 0) return (2 * Math.LN2) / Math.PI
  return (2 * y * Math.log(y + 1) - (y - 1) * Math.log(y * y - 1)) / Math.PI
}

/**
 * The impedance of strips of zero thickness in air, from the complement k' of the modulus of their elliptic integrals.
 * The modulus of wide strips is 1 within floating-point precision, so the impedance calculated from it would be 0.
 */
function flatImpedance(complement: number): number {
  const k = Math.min(Math.max(complement, Number.MIN_VALUE), 1)
  return (SPACE / 4) * (mean(k) / mean(Math.sqrt(1 - k * k)))
}

/**
 * The arithmetic-geometric mean of 1 and a value. The complete elliptic integral K(k) is π / 2 divided by the mean of 1
 * and k'.
 */
function mean(value: number): number {
  let [a, g] = [1, value]
  while (Math.abs(a - g) > 1e-14 * a) [a, g] = [(a + g) / 2, Math.sqrt(a * g)]
  return a
}

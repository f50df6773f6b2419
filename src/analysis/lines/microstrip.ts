import { clampedLog, type LineEstimate, SPACE, type Validity } from './line-estimate'

/** A trace on the surface of a board above one reference plane. All lengths are in the same unit. */
export interface Microstrip {
  width: number
  /** The thickness of the copper. */
  thickness: number
  /** The height of the dielectric between the trace and its plane. */
  height: number
  dk: number
}

/**
 * Hammerstad and Jensen 1980 state an error below 0.2% of the impedance for thin copper in this range. Boundary-element
 * results agree within 2% for copper up to these thicknesses. If the copper is thicker than the line is wide, the error
 * is up to 36%.
 */
export const microstripValidity: Validity[] = [
  { quantity: 'width / height', from: 0.01, to: 100 },
  { quantity: 'dielectric constant', from: 1, to: 128 },
  { quantity: 'copper thickness / height', from: 0, to: 0.5 },
  { quantity: 'copper thickness / width', from: 0, to: 1 },
]

/**
 * Kirschning and Jansen 1984 state an error below 0.6% of the static impedances of thin lines in this range. For a
 * copper thickness of up to half the height, the odd mode agrees with boundary-element results within 2%.
 */
export const oddMicrostripValidity: Validity[] = [
  { quantity: 'width / height', from: 0.1, to: 10 },
  { quantity: 'gap / height', from: 0.1, to: 10 },
  { quantity: 'dielectric constant', from: 1, to: 18 },
  { quantity: 'copper thickness / height', from: 0, to: 0.5 },
  { quantity: 'copper thickness / width', from: 0, to: 1 },
]

/** The impedance of a line of zero thickness in air, in ohms. `u` is the width divided by the height. */
function impedanceInAir(u: number): number {
  const f = 6 + (2 * Math.PI - 6) * Math.exp(-((30.666 / u) ** 0.7528))
  return (SPACE / (2 * Math.PI)) * Math.log(f / u + Math.sqrt(1 + (2 / u) ** 2))
}

/** The factors in the exponent of the effective permittivity: one depends on the width, the other on the dielectric. */
const byWidth = (u: number) =>
  1 + Math.log((u ** 4 + (u / 52) ** 2) / (u ** 4 + 0.432)) / 49 + Math.log(1 + (u / 18.1) ** 3) / 18.7
const byDielectric = (dk: number) => 0.564 * ((dk - 0.9) / (dk + 3)) ** 0.053

const permittivityAt = (u: number, dk: number) =>
  (dk + 1) / 2 + ((dk - 1) / 2) * (1 + 10 / u) ** (-byWidth(u) * byDielectric(dk))

/** The width, divided by the height, of the equivalent line of zero thickness: in air, and on the dielectric. */
function wider(u: number, t: number, dk: number): { inAir: number; onDielectric: number } {
  if (t === 0) return { inAir: u, onDielectric: u }
  const coth = 1 / Math.tanh(Math.sqrt(6.517 * u))
  const more = (t / Math.PI) * Math.log(1 + (4 * Math.E) / (t * coth ** 2))
  return { inAir: u + more, onDielectric: u + (more / 2) * (1 + 1 / Math.cosh(Math.sqrt(dk - 1))) }
}

/**
 * The static impedance of a microstrip in ohms, and its effective permittivity.
 * E. Hammerstad and O. Jensen, Accurate models for microstrip computer-aided design, IEEE MTT-S 1980, pages 407 to 409.
 */
export function microstrip({ width, thickness, height, dk }: Microstrip): LineEstimate {
  const { inAir, onDielectric } = wider(width / height, thickness / height, dk)
  const permittivity = permittivityAt(onDielectric, dk)
  return {
    impedance: impedanceInAir(onDielectric) / Math.sqrt(permittivity),
    permittivity: permittivity * (impedanceInAir(inAir) / impedanceInAir(onDielectric)) ** 2,
  }
}

/**
 * The static impedance of the odd mode of two equal microstrips separated by a gap, in ohms, and its effective
 * permittivity. For lines of zero thickness: M. Kirschning and R. Jansen, Accurate wide-range design equations for the
 * frequency-dependent characteristic of parallel coupled microstrip lines, IEEE MTT 32, 1984, pages 83 to 90, with its
 * correction in MTT 33, page 288. To account for the thickness of the copper, the outer edge of each line is widened
 * like that of a single line, the inner edge is widened less as the gap narrows, and the facing sides are plate
 * capacitors in air. This agrees with boundary-element results within 2%, even at narrow gaps between thick lines,
 * where published corrections are too small.
 */
export function oddMicrostrip({ width, thickness, height, dk }: Microstrip, gap: number): LineEstimate {
  const [u, g, t] = [width / height, gap / height, thickness / height]
  const { inAir, onDielectric } = wider(u, t, dk)
  const share = (1 + g / (g + 1.5)) / 2
  const widened = u + share * (onDielectric - u)
  const air = capacitanceOf(flatOdd(u + share * (inAir - u), g, 1))
  // This is the same correction as for the permittivity of a single line.
  const filled = (capacitanceOf(flatOdd(widened, g, dk)) * capacitanceOf(flatOdd(widened, g, 1))) / air
  const facing = (2 * t) / g
  return lineOf(filled + facing, air + facing)
}

/** The odd mode of two lines of zero thickness. */
function flatOdd(u: number, g: number, dk: number): LineEstimate {
  const single = staticLine(u, dk)
  const a = 0.7287 * (single.permittivity - (dk + 1) / 2) * (1 - Math.exp(-0.179 * u))
  const b = (0.747 * dk) / (0.15 + dk)
  const c = b - (b - 0.207) * Math.exp(-0.414 * u)
  const d = 0.593 + 0.694 * Math.exp(-0.562 * u)
  const permittivity = single.permittivity + ((dk + 1) / 2 + a - single.permittivity) * Math.exp(-c * g ** d)
  const inAir = single.impedance * Math.sqrt(single.permittivity)
  return { permittivity, impedance: inAir / Math.sqrt(permittivity) / (1 - (inAir / SPACE) * q10(u, g)) }
}

/** The capacitance per unit length, divided by the permittivity of free space. */
const capacitanceOf = ({ impedance, permittivity }: LineEstimate) => (SPACE * Math.sqrt(permittivity)) / impedance

/** The line with this capacitance. `inAir` is the capacitance that the line would have in air. */
const lineOf = (capacitance: number, inAir: number): LineEstimate => ({
  impedance: SPACE / Math.sqrt(capacitance * inAir),
  permittivity: capacitance / inAir,
})

const staticLine = (u: number, dk: number): LineEstimate => {
  const permittivity = permittivityAt(u, dk)
  return { permittivity, impedance: impedanceInAir(u) / Math.sqrt(permittivity) }
}

const q2 = (g: number) => 1 + 0.7519 * g + 0.189 * g ** 2.31
const bounded = (g: number, at: number) => clampedLog(g ** 10 / (1 + (g / at) ** 10))

function q4(u: number, g: number): number {
  const q1 = 0.8695 * u ** 0.194
  const q3 = 0.1975 + (16.6 + (8.4 / g) ** 6) ** -0.387 + bounded(g, 3.4) / 241
  return (2 * q1) / q2(g) / (Math.exp(-g) * u ** q3 + (2 - Math.exp(-g)) * u ** -q3)
}

function q10(u: number, g: number): number {
  const q5 = 1.794 + 1.14 * Math.log(1 + 0.638 / (g + 0.517 * g ** 2.43))
  const q6 = 0.2305 + bounded(g, 5.8) / 281.3 + Math.log(1 + 0.598 * g ** 1.154) / 5.1
  const q7 = (10 + 190 * g * g) / (1 + 82.3 * g ** 3)
  const q8 = Math.exp(-6.5 - 0.95 * Math.log(g) - (g / 0.15) ** 5)
  const q9 = Math.log(q7) * (q8 + 1 / 16.5)
  return (q2(g) * q4(u, g) - q5 * Math.exp(Math.log(u) * q6 * u ** -q9)) / q2(g)
}

/** The layer over a trace, such as solder mask. It also fills the space beside the trace. */
export interface Coating {
  /** The thickness above the copper. */
  thickness: number
  dk: number
}

/** The range in which the formulas for coatings agree with boundary-element results within 2% of the impedance. */
export const coatedValidity: Validity[] = [
  { quantity: 'width / height', from: 0.3, to: 4 },
  { quantity: 'gap / height', from: 0.3, to: 3 },
  { quantity: 'copper thickness / height', from: 0, to: 0.5 },
  { quantity: 'copper thickness / width', from: 0, to: 0.7 },
  { quantity: 'coating thickness / height', from: 0, to: 0.6 },
  { quantity: 'dielectric constant', from: 2.5, to: 5 },
  { quantity: 'dielectric constant of the coating', from: 1, to: 5 },
]

/**
 * The impedance of a coated microstrip in ohms, and its effective permittivity. The coating adds capacitance at the
 * sides of the copper and, until it holds all of the field, above it. The constants were fitted to boundary-element
 * results by tests/analysis/net-facts/fit-coatings.py, since published formulas ignore the sides of the copper: the
 * impedance of thick copper close to its plane is up to a tenth lower than they predict.
 */
export function coatedMicrostrip(line: Microstrip, coating: Coating): LineEstimate {
  const { u, t, c } = relative(line, coating)
  const above = 0.879 * u ** 0.198 * (1 - Math.exp((-2.188 * c) / u ** 0.346))
  const sides = 0.548 * line.dk ** 0.491 * t ** 0.486
  return filled(microstrip(line), (coating.dk - 1) ** 0.836 * (sides + above))
}

/**
 * The impedance of the odd mode of two equal coated microstrips, in ohms. The constants were fitted like those of
 * `coatedMicrostrip`, but to pairs whose capacitance without the coating is the one that `oddMicrostrip` yields. The
 * coating fills the gap, where most of the field is.
 */
export function coatedOddMicrostrip(line: Microstrip, gap: number, coating: Coating): number {
  const { u, t, c } = relative(line, coating)
  const g = gap / line.height
  const above = 1.1 * u ** 0.053 * g ** -0.328 * (1 - Math.exp(-2.13 * c * (1 + 0.493 / g)))
  const sides = (2 * t) / g + 0.394 * t ** 0.265
  return filled(oddMicrostrip(line, gap), (coating.dk - 1) * (sides + above)).impedance
}

const relative = ({ width, thickness, height }: Microstrip, coating: Coating) => ({
  u: width / height,
  t: thickness / height,
  c: coating.thickness / height,
})

/** The line with additional capacitance in its dielectric. The capacitance in air remains the same. */
function filled(bare: LineEstimate, more: number): LineEstimate {
  const capacitance = capacitanceOf(bare)
  return lineOf(capacitance + more, capacitance / bare.permittivity)
}

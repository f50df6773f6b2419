import { clampedLog, type LineEstimate, type PairEstimate, SPACE, type Validity } from './line-estimate'

/** A trace on the surface of a board above one reference plane. All lengths are in the same unit. */
export interface Microstrip {
  width: number
  /** The thickness of the copper. */
  thickness: number
  /** The height of the dielectric between the trace and its plane. */
  height: number
  dk: number
}

/** Hammerstad and Jensen 1980 state an error below 0.2% of the impedance for thin copper in this range. */
export const microstripValidity: Validity[] = [
  { quantity: 'width / height', from: 0.01, to: 100 },
  { quantity: 'dielectric constant', from: 1, to: 128 },
  { quantity: 'copper thickness / height', from: 0, to: 0.5 },
]

/** Kirschning and Jansen 1984 state an error below 0.6% of the static impedances in this range. */
export const coupledMicrostripValidity: Validity[] = [
  { quantity: 'width / height', from: 0.1, to: 10 },
  { quantity: 'gap / height', from: 0.1, to: 10 },
  { quantity: 'dielectric constant', from: 1, to: 18 },
  { quantity: 'copper thickness / height', from: 0, to: 0.35 },
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
 * The static impedances of two equal microstrips separated by a gap, in ohms. M. Kirschning and R. Jansen, Accurate
 * wide-range design equations for the frequency-dependent characteristic of parallel coupled microstrip lines, IEEE MTT
 * 32, 1984, pages 83 to 90, with its correction in MTT 33, page 288. The lines are widened for the thickness of the
 * copper according to R. Jansen, High-speed computation of single and coupled microstrip parameters, IEEE MTT 26, 1978,
 * pages 75 to 82.
 */
export function coupledMicrostrip(line: Microstrip, gap: number): PairEstimate {
  const { height, dk } = line
  const g = gap / height
  const { even, odd } = widerPair(line, gap)
  const evenSingle = staticLine(even, dk)
  const oddSingle = staticLine(odd, dk)

  const v = (even * (20 + g * g)) / (10 + g * g) + g * Math.exp(-g)
  const evenPermittivity = (dk + 1) / 2 + ((dk - 1) / 2) * (1 + 10 / v) ** (-byWidth(v) * byDielectric(dk))

  const a = 0.7287 * (oddSingle.permittivity - (dk + 1) / 2) * (1 - Math.exp(-0.179 * odd))
  const b = (0.747 * dk) / (0.15 + dk)
  const c = b - (b - 0.207) * Math.exp(-0.414 * odd)
  const d = 0.593 + 0.694 * Math.exp(-0.562 * odd)
  const oddPermittivity = oddSingle.permittivity + ((dk + 1) / 2 + a - oddSingle.permittivity) * Math.exp(-c * g ** d)

  const modeImpedance = (single: LineEstimate, permittivity: number, q: number) =>
    (single.impedance * Math.sqrt(single.permittivity / permittivity)) /
    (1 - (single.impedance / SPACE) * Math.sqrt(single.permittivity) * q)
  return {
    even: modeImpedance(evenSingle, evenPermittivity, q4(even, g)),
    odd: modeImpedance(oddSingle, oddPermittivity, q10(odd, g)),
  }
}

const staticLine = (u: number, dk: number): LineEstimate => {
  const permittivity = permittivityAt(u, dk)
  return { permittivity, impedance: impedanceInAir(u) / Math.sqrt(permittivity) }
}

/**
 * The equivalent widths of the lines for the two modes, divided by the height. The copper thickness widens the lines.
 */
function widerPair({ width, thickness, height, dk }: Microstrip, gap: number): { even: number; odd: number } {
  const u = width / height
  const t = thickness / height
  if (t === 0) return { even: u, odd: u }
  const more = wider(u, t, dk).onDielectric - u
  const facing = (2 * t) / ((gap / height) * dk)
  // The widening is at most that of a single line. The formula for even modes applies to gaps that exceed the
  // thickness.
  const even = u + Math.max(0, more * (1 - 0.5 * Math.exp((-0.69 * more) / facing)))
  return { even, odd: even + facing }
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

/** The layer over a trace on the surface, such as solder mask. */
export interface Coating {
  thickness: number
  dk: number
}

/**
 * The factor by which a coating raises the effective permittivity of a microstrip. The impedance is divided by the
 * square root of the factor.
 * M. Barbuto, A. Alù, F. Bilotti, A. Toscano and L. Vegni, Characteristic impedance of a microstrip line with a
 * dielectric overlay, COMPEL 32, 2013, pages 1855 to 1867.
 */
export function coatingFactor({ width, height, dk }: Microstrip, coating: Coating): number {
  return overlaid(width / height, coating.thickness / height, dk, coating.dk) / overlaid(width / height, 0, dk, 1)
}

function overlaid(u: number, cover: number, dk: number, coverDk: number): number {
  const isWide = u >= 1
  const shape = (1 + 12 / u) ** -0.5 + (isWide ? 0 : 0.04 * (1 - u))
  const reach = isWide ? 1.877 * cover ** 0.904 * u ** 0.367 : 1.782 * cover ** 0.782 * u ** 0.213
  const above = 1 + (2 / Math.PI) * (coverDk - 1) * Math.atan(reach)
  return (dk + above) / 2 + 0.52 * (dk - above) * shape
}

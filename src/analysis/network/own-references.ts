import { complexText } from '../../../machines/lib/complex-text'
import type { Network, Trace } from '../../formats/touchstone/network'
import type { Touchstone } from '../../formats/touchstone/touchstone'
import { type Matrix, zeros } from '../math/complex-matrix'
import { matrixAt, networkOf, scatteringOf } from './network-parameters'

/**
 * Impedances that differ by less than this fraction from the reference count as equal to it, because files round them.
 */
const TOLERANCE = 1e-6

/** Finishes reading a network, and converts it to its reference resistances as `atOwnReferences` describes. */
export function networkRead<File extends WithImpedances>(reading: Generator<unknown, File>): File {
  for (;;) {
    const step = reading.next()
    if (step.done) return atOwnReferences(step.value)
  }
}

type WithImpedances = Network & Pick<Touchstone, 'impedances' | 'modes' | 'noise' | 'remarks'>

/**
 * The network with S-parameters for its reference resistances. If a file states other impedances of the ports, its
 * S-parameters refer to those, as HFSS writes them; they can be complex and vary with frequency. A remark describes the
 * conversion, or states why there is none. Other parameters and mixed-mode data remain unchanged.
 */
export function atOwnReferences<File extends WithImpedances>(file: File): File {
  const { impedances, references, parameter, modes } = file
  if (!impedances || parameter !== 'S' || modes) return file
  const example = differingImpedance(impedances, file)
  if (example === null) return { ...file, impedances: null }
  const ohms = new Intl.ListFormat('en').format([...new Set(references)].map((reference) => `${reference} Ω`))
  try {
    const converted = networkOf(file, (at) => {
      const given = matrixAt(file, at)
      const roots = impedances.map((impedance) => squareRoot(impedance.re[at]!, impedance.im[at]!))
      return scatteringOf(portWaves(given, roots), references)
    })
    const isComplex = impedances.some((one) => one.im.some((value) => value !== 0))
    const waves = isComplex ? ', assuming traveling waves, which HFSS writes by default' : ''
    const noise = file.noise.length > 0 ? ' The noise parameters in the file are not shown.' : ''
    const remark =
      `The S-parameters in the file are referenced to its port impedances (such as ${example}). ` +
      `They are converted to ${ohms}${waves}.${noise}`
    return { ...file, traces: converted.traces, impedances: null, noise: [], remarks: [...file.remarks, remark] }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const remark =
      `The S-parameters in the file are referenced to its port impedances (such as ${example}) and cannot be converted to ${ohms}. ` +
      `All results are computed as if they were referenced to ${ohms}.`
    return { ...file, remarks: [...file.remarks, remark] }
  }
}

/**
 * The voltages and currents of the ports for the incident waves of the S-parameters, V = √Z (1 + S) and
 * I = (1 − S) / √Z. HFSS normalizes its waves by the complex root √Z:
 * https://ansyshelp.ansys.com/public/Views/Secured/Electronics/v251/en/Subsystems/HFSS/Content/HFSS/RenormalizedSMatricesinHFSS.htm
 */
function portWaves(given: Matrix, roots: [re: number, im: number][]) {
  const { size } = given
  const [voltages, currents] = [zeros(size), zeros(size)]
  for (let row = 0; row < size; row++) {
    const [rootRe, rootIm] = roots[row]!
    const square = rootRe * rootRe + rootIm * rootIm
    if (square === 0) throw new RangeError('A port impedance is 0.')
    for (let column = 0; column < size; column++) {
      const at = row * size + column
      const unit = row === column ? 1 : 0
      const [re, im] = [given.re[at]!, given.im[at]!]
      voltages.re[at] = rootRe * (unit + re) - rootIm * im
      voltages.im[at] = rootRe * im + rootIm * (unit + re)
      currents.re[at] = (rootRe * (unit - re) - rootIm * im) / square
      currents.im[at] = (-rootRe * im - rootIm * (unit - re)) / square
    }
  }
  return { voltages, currents }
}

/** The square root with a positive real part; for a negative real number, the one with a positive imaginary part. */
function squareRoot(re: number, im: number): [re: number, im: number] {
  const magnitude = Math.hypot(re, im)
  return [Math.sqrt((magnitude + re) / 2), (im < 0 ? -1 : 1) * Math.sqrt((magnitude - re) / 2)]
}

/**
 * The first impedance that differs from the reference of its port, as text with the port and the frequency. Null if
 * there is none.
 */
function differingImpedance(impedances: Trace[], { references, frequencies }: Network): string | null {
  for (const [port, { re, im }] of impedances.entries()) {
    const reference = references[port]!
    const at = re.findIndex((real, index) => Math.hypot(real - reference, im[index]!) > TOLERANCE * reference)
    if (at < 0) continue
    return `${complexText(re[at]!, im[at]!)} Ω for port ${port + 1} at ${rounded(frequencies[at]! / 1e9)} GHz`
  }
  return null
}

const rounded = (value: number) => Number(value.toPrecision(4))

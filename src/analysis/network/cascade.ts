import type { Network } from '../../formats/touchstone/network'
import { type Matrix, matrixOf, product, quotient, zeros } from '../math/complex-matrix'
import { matrixAt, networkOf, toScattering } from './network-parameters'
import { FREQUENCY_TOLERANCE } from './ports-and-frequencies'

/**
 * Connects the far ends of one network to the near ends of the next. The first half of the ports are the near ends, the
 * second half the far ends, in the same order. Both networks must have the same frequencies; if not, interpolate one.
 */
export function cascade(first: Network, next: Network): Network {
  const half = checkedHalf(first, next)
  const one = toScattering(first)
  const other = toScattering(next, [...one.references.slice(half), ...next.references.slice(half)])
  const references = [...one.references.slice(0, half), ...other.references.slice(half)]
  return networkOf({ ...one, references }, (at) =>
    scatteringOf(product(transferOf(matrixAt(one, at)), transferOf(matrixAt(other, at)))),
  )
}

/** De-embeds a known fixture at the near ends of a measurement; the rest of the chain remains. */
export function withoutNear(measured: Network, fixture: Network): Network {
  const half = checkedHalf(measured, fixture)
  const whole = toScattering(measured)
  const known = toScattering(fixture, [...whole.references.slice(0, half), ...fixture.references.slice(half)])
  const references = [...known.references.slice(half), ...whole.references.slice(half)]
  return networkOf({ ...whole, references }, (at) => {
    const unit = matrixOf(whole.ports, (row, column) => [row === column ? 1 : 0, 0])
    const inverse = quotient(unit, transferOf(matrixAt(known, at)))
    return scatteringOf(product(inverse, transferOf(matrixAt(whole, at))))
  })
}

/** De-embeds a known fixture at the far ends of a measurement. The near ends of the fixture face the device. */
export function withoutFar(measured: Network, fixture: Network): Network {
  const half = checkedHalf(measured, fixture)
  const whole = toScattering(measured)
  const known = toScattering(fixture, [...fixture.references.slice(0, half), ...whole.references.slice(half)])
  const references = [...whole.references.slice(0, half), ...known.references.slice(0, half)]
  return networkOf({ ...whole, references }, (at) =>
    scatteringOf(quotient(transferOf(matrixAt(whole, at)), transferOf(matrixAt(known, at)))),
  )
}

function checkedHalf(one: Network, other: Network): number {
  if (one.ports !== other.ports || one.ports % 2 === 1)
    throw new RangeError('Both networks must have the same even number of ports.')
  const isSame =
    one.frequencies.length === other.frequencies.length &&
    one.frequencies.every(
      (frequency, at) => Math.abs(frequency - other.frequencies[at]!) <= FREQUENCY_TOLERANCE * frequency,
    )
  if (!isSame) throw new RangeError('Both networks must have the same frequencies.')
  return one.ports / 2
}

/** Transfer parameters map the waves at the far ends, (a, b), to the waves at the near ends, (b, a). */
function transferOf(s: Matrix): Matrix {
  const [s11, s12, s21, s22] = blocksOf(s)
  const inverse = quotient(unitOf(s21.size), s21)
  const right = product(s11, inverse)
  return joined(difference(s12, product(right, s22)), right, negative(product(inverse, s22)), inverse)
}

function scatteringOf(t: Matrix): Matrix {
  const [t11, t12, t21, t22] = blocksOf(t)
  const inverse = quotient(unitOf(t22.size), t22)
  const reflected = product(t12, inverse)
  return joined(reflected, difference(t11, product(reflected, t21)), inverse, negative(product(inverse, t21)))
}

const unitOf = (size: number) => matrixOf(size, (row, column) => [row === column ? 1 : 0, 0])

type Blocks = [upperLeft: Matrix, upperRight: Matrix, lowerLeft: Matrix, lowerRight: Matrix]

function blocksOf({ size, re, im }: Matrix): Blocks {
  const half = size / 2
  const block = (top: number, left: number) =>
    matrixOf(half, (row, column) => {
      const at = (top + row) * size + left + column
      return [re[at]!, im[at]!]
    })
  return [block(0, 0), block(0, half), block(half, 0), block(half, half)]
}

function joined(...blocks: Blocks): Matrix {
  const half = blocks[0].size
  return matrixOf(2 * half, (row, column) => {
    const block = blocks[(row < half ? 0 : 2) + (column < half ? 0 : 1)]!
    const at = (row % half) * half + (column % half)
    return [block.re[at]!, block.im[at]!]
  })
}

function difference(a: Matrix, b: Matrix): Matrix {
  const result = zeros(a.size)
  for (let at = 0; at < a.re.length; at++) {
    result.re[at] = a.re[at]! - b.re[at]!
    result.im[at] = a.im[at]! - b.im[at]!
  }
  return result
}

const negative = (a: Matrix) => difference(zeros(a.size), a)

import { gram, type Matrix } from './complex-matrix'

/** The largest singular value: the maximum factor by which the network can amplify waves. */
export const largestSingularValue = (matrix: Matrix): number => Math.sqrt(Math.max(0, largestEigenvalue(gram(matrix))))

/**
 * Whether the largest singular value is below `bound`. This is true if and only if bound² I - SᴴS has a Cholesky
 * decomposition, which is much faster to compute than the singular value itself.
 */
export function isBelow(matrix: Matrix, bound: number): boolean {
  const { size, re, im } = gram(matrix)
  for (let at = 0; at < size * size; at++) {
    re[at] = -re[at]!
    im[at] = -im[at]!
  }
  for (let at = 0; at < size; at++) re[at * size + at]! += bound * bound
  for (let column = 0; column < size; column++) {
    let pivot = re[column * size + column]!
    for (let inner = 0; inner < column; inner++) {
      pivot -= re[column * size + inner]! ** 2 + im[column * size + inner]! ** 2
    }
    if (!(pivot > 0)) return false
    const root = Math.sqrt(pivot)
    for (let row = column + 1; row < size; row++) {
      let sumRe = re[row * size + column]!
      let sumIm = im[row * size + column]!
      for (let inner = 0; inner < column; inner++) {
        const [left, right] = [row * size + inner, column * size + inner]
        sumRe -= re[left]! * re[right]! + im[left]! * im[right]!
        sumIm -= im[left]! * re[right]! - re[left]! * im[right]!
      }
      re[row * size + column] = sumRe / root
      im[row * size + column] = sumIm / root
    }
  }
  return true
}

/** Sweeps end when the off-diagonal elements are this small relative to the diagonal, usually within a dozen sweeps. */
const [PRECISION, MAX_SWEEPS] = [1e-15, 30]

/** The largest eigenvalue of a Hermitian matrix, by cyclic Jacobi rotations. Overwrites the matrix. */
function largestEigenvalue(matrix: Matrix): number {
  const { size, re } = matrix
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    let isDiagonal = true
    for (let p = 0; p < size; p++) {
      for (let q = p + 1; q < size; q++) isDiagonal = !rotate(matrix, p, q) && isDiagonal
    }
    if (isDiagonal) break
  }
  let largest = re[0] ?? 0
  for (let at = 1; at < size; at++) largest = Math.max(largest, re[at * size + at]!)
  return largest
}

/** Rotates two rows and columns so that their common element becomes zero. Returns false if it is already tiny. */
function rotate({ size, re, im }: Matrix, p: number, q: number): boolean {
  const [offRe, offIm] = [re[p * size + q]!, im[p * size + q]!]
  const off = Math.hypot(offRe, offIm)
  const [pp, qq] = [re[p * size + p]!, re[q * size + q]!]
  if (off <= PRECISION * (Math.abs(pp) + Math.abs(qq))) return false
  const slope = (qq - pp) / (2 * off)
  const tangent = (slope < 0 ? -1 : 1) / (Math.abs(slope) + Math.sqrt(slope * slope + 1))
  const cosine = 1 / Math.sqrt(tangent * tangent + 1)
  // The complex sine includes the phase of the element.
  const sineRe = (tangent * cosine * offRe) / off
  const sineIm = (tangent * cosine * offIm) / off
  for (let at = 0; at < size; at++) {
    const [left, right] = [at * size + p, at * size + q]
    const [aRe, aIm, bRe, bIm] = [re[left]!, im[left]!, re[right]!, im[right]!]
    re[left] = cosine * aRe - (sineRe * bRe + sineIm * bIm)
    im[left] = cosine * aIm - (sineRe * bIm - sineIm * bRe)
    re[right] = cosine * bRe + (sineRe * aRe - sineIm * aIm)
    im[right] = cosine * bIm + (sineRe * aIm + sineIm * aRe)
  }
  for (let at = 0; at < size; at++) {
    const [upper, lower] = [p * size + at, q * size + at]
    const [aRe, aIm, bRe, bIm] = [re[upper]!, im[upper]!, re[lower]!, im[lower]!]
    re[upper] = cosine * aRe - (sineRe * bRe - sineIm * bIm)
    im[upper] = cosine * aIm - (sineRe * bIm + sineIm * bRe)
    re[lower] = cosine * bRe + (sineRe * aRe + sineIm * aIm)
    im[lower] = cosine * bIm + (sineRe * aIm - sineIm * aRe)
  }
  return true
}

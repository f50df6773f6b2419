/** A square complex matrix in row-major order. The exported functions do not change their arguments. */
export interface Matrix {
  size: number
  re: Float64Array
  im: Float64Array
}

export const zeros = (size: number): Matrix => ({
  size,
  re: new Float64Array(size * size),
  im: new Float64Array(size * size),
})

/** Builds a matrix from its values by row and column. */
export function matrixOf(size: number, value: (row: number, column: number) => [re: number, im: number]): Matrix {
  const built = zeros(size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const [re, im] = value(row, column)
      built.re[row * size + column] = re
      built.im[row * size + column] = im
    }
  }
  return built
}

/** Returns the matrix product a b. */
export function product(a: Matrix, b: Matrix): Matrix {
  const { size } = a
  const result = zeros(size)
  for (let row = 0; row < size; row++) {
    for (let inner = 0; inner < size; inner++) {
      const re = a.re[row * size + inner]!
      const im = a.im[row * size + inner]!
      for (let column = 0; column < size; column++) {
        const bRe = b.re[inner * size + column]!
        const bIm = b.im[inner * size + column]!
        result.re[row * size + column]! += re * bRe - im * bIm
        result.im[row * size + column]! += re * bIm + im * bRe
      }
    }
  }
  return result
}

/** Returns aᴴ a, which is Hermitian. */
export function gram(a: Matrix): Matrix {
  const { size } = a
  const result = zeros(size)
  for (let row = 0; row < size; row++) {
    for (let column = row; column < size; column++) {
      let [re, im] = [0, 0]
      for (let inner = 0; inner < size; inner++) {
        const left = inner * size + row
        const right = inner * size + column
        re += a.re[left]! * a.re[right]! + a.im[left]! * a.im[right]!
        im += a.re[left]! * a.im[right]! - a.im[left]! * a.re[right]!
      }
      result.re[row * size + column] = result.re[column * size + row] = re
      result.im[row * size + column] = im
      result.im[column * size + row] = -im
    }
  }
  return result
}

/**
 * Returns b a⁻¹, using Gaussian elimination of columns with pivoting. Throws a RangeError if `a` is singular, because
 * the requested parameters do not exist in that case. Pivots up to `rounding`, relative to the largest value of `a`,
 * count as 0.
 */
export function quotient(b: Matrix, a: Matrix, rounding = 0): Matrix {
  const { size } = a
  const least = rounding * a.re.reduce((most, real, at) => Math.max(most, Math.abs(real) + Math.abs(a.im[at]!)), 0)
  const [lower, result] = [copyOf(a), copyOf(b)]
  for (let at = 0; at < size; at++) {
    let pivot = at
    for (let column = at + 1; column < size; column++) {
      if (magnitude(lower, at, column) > magnitude(lower, at, pivot)) pivot = column
    }
    if (!(magnitude(lower, at, pivot) > least)) throw new RangeError('These parameters do not exist for this network.')
    swapColumns(lower, at, pivot)
    swapColumns(result, at, pivot)
    const [re, im] = reciprocal(lower.re[at * size + at]!, lower.im[at * size + at]!)
    scaleColumn(lower, at, re, im)
    scaleColumn(result, at, re, im)
    for (let column = 0; column < size; column++) {
      if (column === at) continue
      const factorRe = lower.re[at * size + column]!
      const factorIm = lower.im[at * size + column]!
      if (factorRe === 0 && factorIm === 0) continue
      subtractColumn(lower, column, at, factorRe, factorIm)
      subtractColumn(result, column, at, factorRe, factorIm)
    }
  }
  return result
}

const copyOf = ({ size, re, im }: Matrix): Matrix => ({ size, re: re.slice(), im: im.slice() })
const magnitude = ({ size, re, im }: Matrix, row: number, column: number) =>
  Math.abs(re[row * size + column]!) + Math.abs(im[row * size + column]!)

function reciprocal(re: number, im: number): [re: number, im: number] {
  const square = re * re + im * im
  return [re / square, -im / square]
}

function swapColumns({ size, re, im }: Matrix, one: number, other: number): void {
  if (one === other) return
  for (let row = 0; row < size * size; row += size) {
    ;[re[row + one], re[row + other]] = [re[row + other]!, re[row + one]!]
    ;[im[row + one], im[row + other]] = [im[row + other]!, im[row + one]!]
  }
}

function scaleColumn({ size, re, im }: Matrix, column: number, byRe: number, byIm: number): void {
  for (let at = column; at < size * size; at += size) {
    const real = re[at]!
    re[at] = real * byRe - im[at]! * byIm
    im[at] = real * byIm + im[at]! * byRe
  }
}

function subtractColumn({ size, re, im }: Matrix, from: number, column: number, byRe: number, byIm: number): void {
  for (let row = 0; row < size * size; row += size) {
    re[row + from]! -= re[row + column]! * byRe - im[row + column]! * byIm
    im[row + from]! -= re[row + column]! * byIm + im[row + column]! * byRe
  }
}

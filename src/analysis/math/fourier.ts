/** The spectrum of a real signal at equal frequency steps, starting at 0 Hz. */
export interface Spectrum {
  re: Float64Array
  im: Float64Array
}

/**
 * Returns the real signal with this spectrum. `length`, the number of samples, must be a power of two. Missing
 * frequencies count as zero, as do the imaginary parts at 0 Hz and at half the sampling rate. The second half of the
 * signal contains the samples before time 0.
 */
export function signalOf({ re, im }: Spectrum, length: number): Float64Array {
  const real = new Float64Array(length)
  const imaginary = new Float64Array(length)
  const half = length / 2
  for (let at = 0; at < Math.min(re.length, half + 1); at++) {
    const isOwnMirror = at === 0 || at === half
    real[at] = re[at]! / length
    imaginary[at] = isOwnMirror ? 0 : im[at]! / length
    if (isOwnMirror) continue
    real[length - at] = real[at]!
    imaginary[length - at] = -imaginary[at]!
  }
  transform(real, imaginary, 1)
  return real
}

/**
 * Replaces the values with their unscaled discrete Fourier transform. `sign` is the sign of the exponent. The length
 * must be a power of two.
 */
export function transform(re: Float64Array, im: Float64Array, sign: 1 | -1): void {
  const size = re.length
  for (let at = 1, mirrored = 0; at < size; at++) {
    let bit = size >> 1
    for (; mirrored & bit; bit >>= 1) mirrored ^= bit
    mirrored ^= bit
    if (at < mirrored) {
      ;[re[at], re[mirrored]] = [re[mirrored]!, re[at]!]
      ;[im[at], im[mirrored]] = [im[mirrored]!, im[at]!]
    }
  }
  const { cosines, sines: positive } = tableOf(size)
  for (let width = 2; width <= size; width *= 2) {
    const step = size / width
    for (let start = 0; start < size; start += width) {
      for (let at = 0; at < width / 2; at++) {
        const upper = start + at
        const lower = upper + width / 2
        const cosine = cosines[at * step]!
        const sine = sign * positive[at * step]!
        const oddRe = re[lower]! * cosine - im[lower]! * sine
        const oddIm = re[lower]! * sine + im[lower]! * cosine
        re[lower] = re[upper]! - oddRe
        im[lower] = im[upper]! - oddIm
        re[upper]! += oddRe
        im[upper]! += oddIm
      }
    }
  }
}

/**
 * The factors for all passes. Computing them by recurrence would lose precision. They are cached, because transforms
 * often have the same size.
 */
function tableOf(size: number) {
  if (table.size !== size) {
    const angles = Float64Array.from({ length: size / 2 }, (_, at) => (2 * Math.PI * at) / size)
    table = { size, cosines: angles.map(Math.cos), sines: angles.map(Math.sin) }
  }
  return table
}

let table = { size: 0, cosines: new Float64Array(), sines: new Float64Array() }

/**
 * Returns the unscaled discrete Fourier transform of any number of values. `sign` is the sign of the exponent. The
 * transform is computed as a convolution with a chirp (Bluestein), using `transform`.
 */
export function transformed({ re, im }: Spectrum, sign: 1 | -1): Spectrum {
  const count = re.length
  const size = 2 ** Math.ceil(Math.log2(Math.max(2 * count - 1, 1)))
  // The square is reduced before it is multiplied by π, because a large angle would lose precision.
  const angles = Float64Array.from({ length: count }, (_, at) => (sign * Math.PI * ((at * at) % (2 * count))) / count)
  const [cosines, sines] = [angles.map(Math.cos), angles.map(Math.sin)]
  const [aRe, aIm] = [new Float64Array(size), new Float64Array(size)]
  const [bRe, bIm] = [new Float64Array(size), new Float64Array(size)]
  for (let at = 0; at < count; at++) {
    const [cosine, sine] = [cosines[at]!, sines[at]!]
    aRe[at] = re[at]! * cosine - im[at]! * sine
    aIm[at] = re[at]! * sine + im[at]! * cosine
    bRe[at] = bRe[(size - at) % size] = cosine
    bIm[at] = bIm[(size - at) % size] = -sine
  }
  transform(aRe, aIm, -1)
  transform(bRe, bIm, -1)
  for (let at = 0; at < size; at++) {
    const [one, other] = [aRe[at]!, aIm[at]!]
    aRe[at] = (one * bRe[at]! - other * bIm[at]!) / size
    aIm[at] = (one * bIm[at]! + other * bRe[at]!) / size
  }
  transform(aRe, aIm, 1)
  return {
    re: cosines.map((cosine, at) => aRe[at]! * cosine - aIm[at]! * sines[at]!),
    im: cosines.map((cosine, at) => aRe[at]! * sines[at]! + aIm[at]! * cosine),
  }
}

/**
 * An eye diagram from one pulse response: the channel is linear, so every bit pattern's waveform is a sum of shifted
 * pulses. Time is in unit intervals, amplitude from about 0 to 1.
 */

/**
 * The step response of a lossy line: a fast rise, a slow tail from skin effect, and two reflections from short stubs.
 */
function step(t: number): number {
  if (t <= 0) return 0
  const fast = 1 - (1 + t / 0.14) * Math.exp(-t / 0.14)
  const slow = 1 - Math.exp(-t / 0.9)
  return 0.72 * fast + 0.28 * slow + 0.05 * echo(t - 1.3) - 0.04 * echo(t - 2.2)
}

/** A reflection, which rises and then decays. */
const echo = (t: number) => (t <= 0 ? 0 : (1 - Math.exp(-t / 0.12)) * Math.exp(-t / 0.8))

/** The response to a single bit: a step up, and a step down one unit interval later. */
const pulse = (t: number) => step(t) - step(t - 1)

/** The number of bits that influence the eye. */
const memory = 5

/**
 * The waveforms of all patterns over two unit intervals around the middle of the eye, `samples` + 1 points each.
 * Points are [time, amplitude] with time from 0 to 2; the eye opening is centered at 1.
 */
export function waveforms(samples: number): [number, number][][] {
  const patterns = 2 ** memory
  // The bit in the middle of the eye starts this long before time 1, so that it has settled there.
  const lead = 0.64
  return Array.from({ length: patterns }, (_, pattern) => {
    const bits = Array.from({ length: memory }, (__, n) => (pattern >> n) & 1)
    return Array.from({ length: samples + 1 }, (__, sample): [number, number] => {
      const t = (2 * sample) / samples
      const level = bits.reduce((sum, bit, n) => sum + bit * pulse(t + lead + memory - 3 - n), 0)
      return [t, level]
    })
  })
}

/** The eye opening at time 1, between the lowest high level and the highest low level. */
export function opening(lines: [number, number][][]): { low: number; high: number } {
  const middle = lines.map((line) => line[Math.floor(line.length / 2)]?.[1] ?? 0.5)
  return {
    low: Math.max(...middle.filter((level) => level < 0.5)),
    high: Math.min(...middle.filter((level) => level >= 0.5)),
  }
}

/** The six corners of the eye mask, in unit intervals and amplitude. */
export const eyeMask = [
  [0.78, 0.5],
  [0.9, 0.66],
  [1.16, 0.66],
  [1.28, 0.5],
  [1.16, 0.34],
  [0.9, 0.34],
] as const

import { expect, test } from 'vitest'

import { type Reflection, summaryOfReflection } from '../../../../machines/previews/network/smith-chart'

const frequencies = Float64Array.of(1e9, 2e9)
const reflection = (...re: number[]): Reflection => ({
  end: [1],
  re: Float64Array.from(re),
  im: Float64Array.of(0, 0),
  reference: 50,
})

test('the summary names the frequency at which most is reflected', () => {
  // A reflection of 0.5 has a return loss of 20 log10(2) = 6.02 dB, and an impedance of 50 Ω (1 + 0.5) / (1 - 0.5).
  expect(summaryOfReflection(reflection(0.1, 0.5), frequencies)).toBe(
    'The return loss is lowest at 2 GHz: 6.02 dB, where the impedance is 150 + 0j Ω.',
  )
})

test('a port that reflects nothing has no lowest return loss', () => {
  expect(summaryOfReflection(reflection(0, 0), frequencies)).toBe(
    'Nothing is reflected: the port is matched at all frequencies.',
  )
})

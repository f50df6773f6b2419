import { expect, test } from 'vitest'

import { impedancesText } from '../../../machines/previews/network/network-form'
import { impedanceText } from '../../../src/formats/touchstone/impedance-text'

test.each([
  [50, 0, '50 Ω'],
  [40, -2.5, '40 − 2.5j Ω'],
  [40, 2.5, '40 + 2.5j Ω'],
  [0, 376.73, '376.7j Ω'],
  [0, -376.73, '−376.7j Ω'],
  [-1.5, 376.73, '−1.5 + 376.7j Ω'],
  [-50, 0, '−50 Ω'],
])('%d and %dj is shown as %s in remarks and with the plot', (re, im, text) => {
  expect(impedanceText(re, im)).toBe(text)
  expect(impedancesText([{ re, im }])).toBe(text)
})

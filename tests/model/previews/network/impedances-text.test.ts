import { expect, test } from 'vitest'

import { impedancesText } from '../../../../machines/previews/network/network-form'

test.each([
  [50, 0, '50 Ω'],
  [40, -2.5, '40 − 2.5j Ω'],
  [40, 2.5, '40 + 2.5j Ω'],
  [0, 376.73, '376.7j Ω'],
  [0, -376.73, '−376.7j Ω'],
  [-1.5, 376.73, '−1.5 + 376.7j Ω'],
  [-50, 0, '−50 Ω'],
])('%d and %dj is shown as %s', (re, im, text) => {
  expect(impedancesText([{ re, im }])).toBe(text)
})

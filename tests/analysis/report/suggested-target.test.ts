/** The target impedance that is suggested for a row of a report, from what the customer wrote. */
import { expect, test } from 'vitest'

import { suggestedTarget } from '../../../src/analysis/report/suggested-rows'

const network = { frequencies: Float64Array.of(1e5, 1e9) }

test.each([
  ['50 mOhm', 0.05],
  ['5 MOHM', 0.005],
  ['10 m\u2126', 0.01],
  ['10 m\u03a9 up to 20 MHz', 0.01],
  ['0,5 mOhm', 0.0005],
  ['200 \u00b5Ohm', 0.0002],
  ['200 \u03bcOhm', 0.0002],
  ['900 nOhm', 9e-7],
  ['2 kOhm', 2000],
  ['1.5 ohms', 1.5],
])('%s', (wanted, ohms) => {
  expect(suggestedTarget(wanted, network).ohms).toBeCloseTo(ohms, 12)
})

test.each(['N/A', 'low', '0.8-1.5 mOhm', 'mOhm', '1.2.3 Ohm'])('%s states no impedance', (wanted) => {
  expect(suggestedTarget(wanted, network).ohms).toBeNaN()
})

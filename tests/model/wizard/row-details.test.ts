import { expect, test } from 'vitest'

import { signalDetails } from '../../../machines/wizard/rows/row-details'

test.each([
  ['1.5 Gbps', ['CLK_P', 'CLK_N'], '1.5 Gbps, clock CLK_P, CLK_N'],
  ['32GT/s', ['N/A'], '32 GT/s, no clock net'],
  // A board can have a net whose name only begins with N/A.
  ['32GT/s', ['N/A_CLK'], '32 GT/s, clock N/A_CLK'],
  ['as fast as possible', ['CK'], 'as fast as possible, clock CK'],
  ['1.5 Gbps', [], '1.5 Gbps, clock –'],
  [' ', ['CK'], '–, clock CK'],
  [' ', [], '–'],
])('the details of a row with speed “%s” and clock %j', (speed, clock_signal, text) => {
  expect(signalDetails({ speed, clock_signal })).toBe(text)
})

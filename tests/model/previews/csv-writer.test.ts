import { expect, test } from 'vitest'

import { csvOf } from '../../../machines/previews/csv-writer'

test.each([
  ['GND', 'GND'],
  ['+3V3', '+3V3'],
  ['-1.5e-12', '-1.5e-12'],
  ['Net-(J1-PadA4,B9)', '"Net-(J1-PadA4,B9)"'],
  ['-.5', '-.5'],
  ['+A1', "'+A1"],
  ['+VDD', "'+VDD"],
  ['=1+1', "'=1+1"],
  ['-2+cmd|calc', "'-2+cmd|calc"],
  // Spreadsheets in many locales use semicolons as separators, and some treat full-width characters as ASCII.
  ['A;=1', `"A;'=1"`],
  ['\uff1d1', "'\uff1d1"],
  ['  @SUM', "'  @SUM"],
])('the name %j is written as %j', (name, written) => {
  expect(csvOf([['R1', name]])).toBe(`R1,${written}\r\n`)
})

import { expect, test } from 'vitest'

import { isImpedance, isSpeed, normalizedImpedance, normalizedSpeed } from '../../../machines/wizard/rows/quantities'

test.each([
  ['1.5gbps', '1.5 Gbps'],
  [' 1.5   GBPS ', '1.5 Gbps'],
  ['2500 mb/s', '2500 Mbps'],
  ['2.5 Gbit/s', '2.5 Gbps'],
  ['10gigabits/s', '10 Gbps'],
  ['8gt/s', '8 GT/s'],
  ['32 GTPS', '32 GT/s'],
  ['3200 megatransfers/s', '3200 MT/s'],
  ['10 gbd', '10 GBd'],
  ['750mhz', '750 MHz'],
  ['0.8-1.5gbps per lane', '0.8-1.5 Gbps per lane'],
  ['<=2.5gbps/lane', '<=2.5 Gbps/lane'],
])('the speed %s is written as %s', (text, usual) => {
  expect(isSpeed(text)).toBe(true)
  expect(normalizedSpeed(text)).toBe(usual)
  expect(normalizedSpeed(usual)).toBe(usual)
})

test.each([
  ['50mohm', '50 mOhm'],
  ['50 MOHMS', '50 mOhm'],
  ['50mΩ', '50 mOhm'],
  ['50 m\u2126', '50 mOhm'],
  ['500 µOhm', '500 uOhm'],
  ['5 milli-ohms', '5 mOhm'],
  ['0.05 ohm', '0.05 Ohm'],
  ['10-20 mohm up to 100 MHz', '10-20 mOhm up to 100 MHz'],
])('the impedance %s is written as %s', (text, usual) => {
  expect(isImpedance(text)).toBe(true)
  expect(normalizedImpedance(text)).toBe(usual)
  expect(normalizedImpedance(usual)).toBe(usual)
})

test('any other text stays as it was written, even while it is being typed', () => {
  for (const text of ['', '1.5', ' 1.5 g', 'banana', 'N/A', '50 mOhm']) expect(normalizedSpeed(text)).toBe(text)
  for (const text of ['', '50', '50 m', ' banana', '1.5 Gbps']) expect(normalizedImpedance(text)).toBe(text)
})

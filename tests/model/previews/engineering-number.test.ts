import { expect, test } from 'vitest'

import { engineeringText } from '../../../machines/previews/engineering-number'

// The prefixes are those of the SI brochure, from f to T. If possible, the shown number is from 1 up to 1000.
test.each<[value: number, text: string]>([
  [0, '0 Hz'],
  [12.5e9, '12.5 GHz'],
  [-3.3, '-3.3 Hz'],
  [1000, '1 kHz'],
  [999.9, '999.9 Hz'],
  [999.96, '1 kHz'],
  [-999.96, '-1 kHz'],
  [0.99996, '1 Hz'],
  [3.5e-13, '350 fHz'],
  [2e-18, '0.002 fHz'],
  [3e15, '3000 THz'],
])('%d is shown as %s', (value, text) => {
  expect(engineeringText(value, 'Hz')).toBe(text)
})

test('with as many digits as wanted', () => {
  expect(engineeringText(99_960, 'Ω', 3)).toBe('100 kΩ')
  expect(engineeringText(99_940, 'Ω', 3)).toBe('99.9 kΩ')
})

import { expect, test } from 'vitest'

import { dollarText } from '../../../machines/lib/dollars'
import { fileSize, price } from '../../../src/ui/amounts'

test.each([
  [0, '$0'],
  [3000, '$3,000'],
  [1_250_000, '$1,250,000'],
])('%i US dollars are shown as %s', (amount, text) => {
  expect(price(amount)).toBe(text)
})

test.each([
  [0, '$0'],
  [100, '$1'],
  [1250, '$12.50'],
  [99_999, '$999.99'],
  [100_000, '$1,000'],
  [123_456_789, '$1,234,567.89'],
  [-5, '-$0.05'],
  [-300_000, '-$3,000'],
])('%i cents are shown as %s', (cents, text) => {
  expect(dollarText(cents)).toBe(text)
})

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [2, '2 bytes'],
  [999, '999 bytes'],
  // At most three digits, so this is not 1000 bytes.
  [1000, '1 KB'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [17_408, '17 KB'],
  [17_459, '17 KB'],
  [17_920, '17.5 KB'],
  [1_037_312, '1 MB'],
  [1_048_576, '1 MB'],
  [1_363_149, '1.3 MB'],
  [1_394_606, '1.33 MB'],
  [157_286_400, '150 MB'],
  [1_072_693_248, '1 GB'],
  [2_104_533_975, '1.96 GB'],
  [2_147_483_648, '2 GB'],
  [5_497_558_138_880, '5 TB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})

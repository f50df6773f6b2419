import { expect, test } from 'vitest'

import { fileSize, price } from '../../../src/workspace/amounts'

test.each([
  [0, '$0'],
  [3000, '$3,000'],
  [1_250_000, '$1,250,000'],
])('%i US dollars are written %s', (amount, text) => {
  expect(price(amount)).toBe(text)
})

test.each([
  [0, '0 bytes'],
  [1023, '1,023 bytes'],
  [1024, '1 KB'],
  [1536, '1.5 KB'],
  [1_048_576, '1 MB'],
  [1_363_149, '1.3 MB'],
  [157_286_400, '150 MB'],
  [2_147_483_648, '2 GB'],
  [5_497_558_138_880, '5,120 GB'],
])('%i bytes are written %s', (bytes, text) => {
  expect(fileSize(bytes)).toBe(text)
})

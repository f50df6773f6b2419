import { expect, test } from 'vitest'

import { readRequestNumber, requestNumber } from '../../../machines/requests/request-number'

test('a request is named by its number, and one of a sample project is not', () => {
  expect([requestNumber(1042), requestNumber(null)]).toEqual(['SI-1042', 'Sample'])
})

test.each([
  ['SI-1042', 1042],
  [' si-1042 ', 1042],
  ['SI1042', 1042],
  ['1042', 1042],
  ['Sample', null],
  ['SI-', null],
  ['SI-1042x', null],
  ['1042.5', null],
  ['12345678901', null],
  ['', null],
])('reads %j as %j', (text, number) => {
  expect(readRequestNumber(text)).toBe(number)
})

/** Expected values follow RFC 9110, sections 13.1.2, 13.1.5 and 14. */
import { describe, expect, test } from 'vitest'

import { isKnown, requestedRange } from '../../../server/transfers/byte-range'

const etag = '"abc"'
const asked = (range: string, size = 10_000, version?: string) =>
  requestedRange({ range, ...(version !== undefined && { 'if-range': version }) }, { size, etag })

describe('a range of 10,000 bytes', () => {
  test.each([
    ['bytes=0-499', 0, 499],
    ['bytes=500-999', 500, 999],
    ['bytes=-500', 9500, 9999],
    ['bytes=9500-', 9500, 9999],
    ['bytes=0-0', 0, 0],
    ['bytes=-1', 9999, 9999],
    ['bytes=9999-', 9999, 9999],
    ['bytes=9000-20000', 9000, 9999],
    ['bytes=-20000', 0, 9999],
    ['BYTES=0-499', 0, 499],
  ])('"%s" is the bytes %i to %i', (range, start, end) => expect(asked(range)).toEqual({ start, end }))

  test.each(['bytes=10000-', 'bytes=10000-10001', 'bytes=-0'])('"%s" has no bytes', (range) =>
    expect(asked(range)).toBe('unsatisfiable'),
  )

  test.each(['bytes=500-499', 'bytes=-', 'bytes=a-b', 'bytes=1', 'bytes=', 'lines=1-2', '0-499', 'bytes=0-1,5-6', ''])(
    '"%s" is ignored',
    (range) => expect(asked(range)).toBeNull(),
  )
})

test('an empty file has no first byte, and a suffix range is the whole file', () => {
  expect([asked('bytes=0-', 0), asked('bytes=-5', 0), asked('bytes=-0', 0)]).toEqual([
    'unsatisfiable',
    null,
    'unsatisfiable',
  ])
})

test('If-Range applies the range only to exactly this version', () => {
  const ofVersion = (version: string) => asked('bytes=0-9', 10_000, version)
  expect(ofVersion(etag)).toEqual({ start: 0, end: 9 })
  for (const other of ['"other"', 'W/"abc"', 'Sun, 22 Nov 2026 00:00:00 GMT']) expect(ofVersion(other)).toBeNull()
  expect(asked('bytes=20000-', 10_000, '"other"')).toBeNull()
})

test.each([
  [undefined, false],
  ['"abc"', true],
  ['W/"abc"', true],
  ['*', true],
  ['"other", "abc"', true],
  ['"other"', false],
  ['abc', false],
])('If-None-Match %s matches: %s', (known, isKnownHere) => {
  expect(isKnown(known === undefined ? {} : { 'if-none-match': known }, etag)).toBe(isKnownHere)
})

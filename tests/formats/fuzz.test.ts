import { expect, test } from 'vitest'

import { fuzz } from './fuzz'

test('three thousand mutated files are either read or rejected', { timeout: 60_000 }, () => {
  const before = Object.getOwnPropertyNames(Object.prototype)
  const { files, read, refused, crashes, slow } = fuzz(3000, 1)
  expect({ crashes, slow }).toEqual({ crashes: [], slow: [] })
  expect(files).toBe(3000)
  // Many mutations keep a file valid, and many do not.
  expect(Math.min(read, refused)).toBeGreaterThan(3000)
  expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(before)
})

// @vitest-environment jsdom
import { expect, test } from 'vitest'

import { safeReturn } from '../../../src/session/storage'

test.each([
  ['/workspace/p1?file=f1#layers', '/workspace/p1?file=f1#layers'],
  ['/login?next=/workspace', '/'],
  ['//example.org/workspace', '/'],
  ['https://example.org/', '/'],
  ['workspace', '/'],
  ['workspace/', '/'],
  ['/workspace/', '/workspace/'],
  ['javascript:alert(1)', '/'],
  ['//', '/'],
])('after a login, %s leads to %s', (href, path) => {
  expect(safeReturn(href)).toBe(path)
})

test('a whole URL of this site is not a path', () => {
  expect(safeReturn(`${location.origin}/workspace`)).toBe('/')
})

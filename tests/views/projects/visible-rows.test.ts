// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useVisibleRows } from '../../../src/workspace/projects/list/visible-rows'

afterEach(() => vi.unstubAllGlobals())

/** The visible rows of a list that begins 320 px below the top of the page. Each row is 100 px high. */
function rowsIn(window: { height: number; scrolled: number }, count = 20) {
  vi.stubGlobal('innerHeight', window.height)
  vi.stubGlobal('scrollY', window.scrolled)
  return renderHook(() => useVisibleRows({ count, height: 100, top: 320 }, null)).result.current
}

test('the visible rows are rendered, and one more on each side', () => {
  expect(rowsIn({ height: 400, scrolled: 620 })).toEqual([2, 3, 4, 5, 6, 7, 8])
})

test('the first row is rendered although the list begins below the window, so that the keyboard reaches it', () => {
  expect(rowsIn({ height: 256, scrolled: 0 })).toEqual([0, 1])
})

test('the last row is rendered although the list ends above the window', () => {
  expect(rowsIn({ height: 256, scrolled: 5000 })).toEqual([18, 19])
})

test('a list without rows renders none', () => {
  expect(rowsIn({ height: 256, scrolled: 0 }, 0)).toEqual([])
})

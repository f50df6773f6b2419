// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

import { useVisibleRows } from '../../../src/workspace/projects/list/visible-rows'

afterEach(() => vi.unstubAllGlobals())

/**
 * The rows of each render and of the last one, in a list that begins 320 px below the top of the page. Each row is
 * 100 px high.
 */
function rendersIn(window: { height: number; scrolled: number }, count = 20) {
  vi.stubGlobal('innerHeight', window.height)
  vi.stubGlobal('scrollY', window.scrolled)
  const renders: number[][] = []
  renderHook(() => renders.push(useVisibleRows({ count, height: 100, top: 320 }, null)))
  return { renders, rows: renders.at(-1) }
}

test('the visible rows are rendered, and one more on each side', () => {
  expect(rendersIn({ height: 400, scrolled: 620 }).rows).toEqual([2, 3, 4, 5, 6, 7, 8])
})

test('the first visible row is rendered before the others', () => {
  const { renders } = rendersIn({ height: 400, scrolled: 620 })
  expect(renders[0]).toEqual([3])
})

test('the first row is rendered although the list begins below the window, so that the keyboard reaches it', () => {
  expect(rendersIn({ height: 256, scrolled: 0 }).rows).toEqual([0, 1])
})

test('the last row is rendered although the list ends above the window', () => {
  expect(rendersIn({ height: 256, scrolled: 5000 }).rows).toEqual([18, 19])
})

test('a list without rows renders none', () => {
  expect(rendersIn({ height: 256, scrolled: 0 }, 0).rows).toEqual([])
})

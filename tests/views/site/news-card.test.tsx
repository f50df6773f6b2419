// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { NewsCard } from '../../../src/site/home/news-card'
import { machinesOver, renderWorkspace } from '../workspace/render-workspace'

let resize = (_height: number) => {}
beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(report: (entries: { contentRect: { height: number } }[]) => void) {
        resize = (height) => report([{ contentRect: { height } }])
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => void vi.unstubAllGlobals())

const item = { id: 1, image: '/a.webp', date: 'May 2026', title: 'A talk', content: '<p>Text</p>' }

test('a card is long if its text is higher than 7.5rem, and on another page, where it has no height, it stays as measured', () => {
  const onMeasure = vi.fn()
  document.documentElement.style.fontSize = '16px'
  const props = { item, index: 0, expanded: false, overflowing: false, onMeasure, onToggle: () => {} }
  renderWorkspace(<NewsCard {...props} />, machinesOver({}))
  // 7.5rem is 120 px, with a tolerance of 1 px.
  for (const height of [300, 0, 121, 122, 80, 0]) resize(height)
  expect(onMeasure.mock.calls).toEqual([[true], [false], [true], [false]])
})

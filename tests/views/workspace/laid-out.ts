import { vi } from 'vitest'

/** jsdom lays nothing out; a list that draws only what is in sight needs a height. */
export function layOut() {
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 600 })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = vi.fn()
      unobserve = vi.fn()
      disconnect = vi.fn()
    },
  )
}

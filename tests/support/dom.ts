import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A busy machine renders late; what never comes still fails.
configure({ asyncUtilTimeout: 10_000 })

// jsdom lays nothing out, so that nothing changes its size.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

afterEach(() => {
  cleanup()
  // Drafts live here; tests without a page have none.
  if (!('sessionStorage' in globalThis)) return
  sessionStorage.clear()
  localStorage.clear()
})

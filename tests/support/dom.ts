import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({
  // A busy machine renders late; what never comes still fails.
  asyncUtilTimeout: 10_000,
  // As in development: every component is mounted twice, and the calls of its first mount are aborted.
  reactStrictMode: true,
})

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

import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({
  // Rendering is slow on a busy machine. A missing element still fails the test.
  asyncUtilTimeout: 10_000,
  // As in development, every component is mounted twice, and the calls of its first mount are aborted.
  reactStrictMode: true,
})

// jsdom has no layout, so sizes never change.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// For the same reason, nothing is scrolled. Tests without a DOM have no elements.
if ('Element' in globalThis) Element.prototype.scrollIntoView = () => {}

afterEach(() => {
  cleanup()
  // Both stores may contain drafts. Tests without a DOM have no storage.
  if (!('sessionStorage' in globalThis)) return
  sessionStorage.clear()
  localStorage.clear()
})

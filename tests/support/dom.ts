import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterAll, afterEach, vi } from 'vitest'

configure({
  // Rendering is slow on a busy machine. A missing element still fails the test.
  asyncUtilTimeout: 10_000,
  // As in development, every component is mounted twice, and the calls of its first mount are aborted.
  reactStrictMode: true,
})

// Testing Library sets this itself only if the hooks of the test runner are global.
Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

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
  // Every test renders with its own style cache. jsdom compares each element with the rules of all of them.
  for (const style of document.querySelectorAll('style[data-emotion]')) style.remove()
  sessionStorage.clear()
  localStorage.clear()
})

// Other test files may use the same document.
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  if (!('document' in globalThis)) return
  document.body.replaceChildren()
  for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name)
  for (const { name } of [...document.documentElement.attributes]) document.documentElement.removeAttribute(name)
})

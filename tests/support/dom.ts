import '@testing-library/jest-dom/vitest'
import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

afterEach(() => {
  cleanup()
  // Drafts live here; tests without a page have none.
  if ('sessionStorage' in globalThis) sessionStorage.clear()
})

// @vitest-environment jsdom
// Needs its own modules: it loads them again for each language.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => {
  vi.resetModules()
  // uPlot calls matchMedia, which jsdom does not implement.
  vi.stubGlobal('matchMedia', () => ({ addEventListener: () => {}, removeEventListener: () => {} }))
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'language')
  vi.unstubAllGlobals()
})

test.each(['en-US@posix', 'C', ''])('plots are loaded in a browser with the language "%s"', async (language) => {
  Object.defineProperty(navigator, 'language', { value: language, configurable: true })
  const { uPlot } = await import('../../../src/workspace/previews/network/plots/plot-library')
  expect(uPlot).toBeTypeOf('function')
})

test('a valid language is kept', async () => {
  Object.defineProperty(navigator, 'language', { value: 'de-DE', configurable: true })
  await import('../../../src/workspace/previews/network/plots/plot-library')
  expect(navigator.language).toBe('de-DE')
})

import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['formats', () => import('../../src/formats/worker/formats.worker')],
  ['analysis', () => import('../../src/analysis/worker/analysis.worker')],
  ['delivery', () => import('../../src/analysis/worker/delivery.worker')],
])('the worker for %s reports a reply that cannot be sent to the page', async (_, load) => {
  const unsent = new Error('The reply could not be cloned.')
  const reportError = vi.fn()
  const listeners: ((event: { data: object }) => void)[] = []
  vi.stubGlobal('addEventListener', (_type: string, listener: (typeof listeners)[number]) => listeners.push(listener))
  vi.stubGlobal('reportError', reportError)
  vi.stubGlobal('self', {
    postMessage: () => {
      throw unsent
    },
  })
  await load()
  // Each of the workers refuses a request without a file.
  listeners[0]?.({ data: { id: 1, about: 'kind', file: null } })
  await vi.waitFor(() => expect(reportError).toHaveBeenCalledExactlyOnceWith(unsent))
})

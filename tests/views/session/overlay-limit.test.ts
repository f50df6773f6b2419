// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { connectSession } from '../../../src/session/machines'
import { createMissingPort } from '../../../src/session/provider/unconfigured-oidc'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['at the latest 4 seconds after the first paint', [{ startTime: 500 }], 3_000],
  ['at the latest 4 seconds after its start if the browser reports no paint', [], 4_000],
  ['at once if the first paint was 4 seconds ago', [{ startTime: -2_500 }], 0],
  ['at once if the first paint was longer ago', [{ startTime: -10_000 }], 0],
])('the loading overlay ends %s', (_, paints, limit) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(performance, 'now').mockReturnValue(1_500)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(paints as PerformanceEntry[])
  const clock = new SimulatedClock()
  const { loading } = connectSession({ port: createMissingPort({}) } as Parameters<typeof connectSession>[0])
  const actor = createActor(loading, { clock }).start()
  clock.increment(limit === 0 ? 0 : limit - 1)
  expect(actor.getSnapshot().hasTag('overlay')).toBe(limit > 0)
  clock.increment(limit === 0 ? 0 : 1)
  expect(actor.getSnapshot().hasTag('overlay')).toBe(false)
})

test.each([
  ['is logged', false, 1],
  ['is not logged again if the overlay had ended before this code was loaded', true, 0],
])('that the limit has passed %s', (_, wasUncovered, warnings) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  if (wasUncovered) document.documentElement.dataset['uncovered'] = ''
  const clock = new SimulatedClock()
  const { loading } = connectSession({ port: createMissingPort({}) } as Parameters<typeof connectSession>[0])
  createActor(loading, { clock }).start()
  clock.increment(4_000)
  const text = 'The sign-in status is still unknown after 4 seconds; the page is shown without it.'
  expect(warned.mock.calls).toEqual(Array.from({ length: warnings }, () => [text]))
  delete document.documentElement.dataset['uncovered']
})

// @vitest-environment jsdom
import { afterEach, expect, test, vi } from 'vitest'
import { createActor, SimulatedClock } from 'xstate'

import { connectSession } from '../../../src/session/machines'
import { createMissingPort } from '../../../src/session/provider/unconfigured-oidc'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['4 seconds after the first paint', [{ startTime: 500 }], 3_000],
  ['4 seconds after its start if the browser reports no paint', [], 4_000],
])('the loading overlay ends at the latest %s', (_, paints, limit) => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.spyOn(performance, 'now').mockReturnValue(1_500)
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(paints as PerformanceEntry[])
  const clock = new SimulatedClock()
  const { loading } = connectSession({ port: createMissingPort({}) } as Parameters<typeof connectSession>[0])
  const actor = createActor(loading, { clock }).start()
  clock.increment(limit - 1)
  expect(actor.getSnapshot().hasTag('overlay')).toBe(true)
  clock.increment(1)
  expect(actor.getSnapshot().hasTag('overlay')).toBe(false)
})

import { afterEach, expect, test, vi } from 'vitest'

import { Lifetime } from '../../../../src/session/provider/token-lifetime'

afterEach(() => vi.restoreAllMocks())

/** The remaining lifetime of a token of 300 s after both clocks have advanced by these times, in seconds. */
function leftAfter(times: { monotonic: number; wall: number }) {
  const monotonic = vi.spyOn(performance, 'now').mockReturnValue(5_000)
  const wall = vi.spyOn(Date, 'now').mockReturnValue(1_800_000_000_000)
  const lifetime = new Lifetime(300)
  monotonic.mockReturnValue(5_000 + times.monotonic * 1000)
  wall.mockReturnValue(1_800_000_000_000 + times.wall * 1000)
  return lifetime.left
}

test.each([
  ['usually', { monotonic: 60, wall: 60 }, 240],
  ['the computer sleeps and stops the monotonic clock', { monotonic: 10, wall: 3600 }, -3300],
  ['the wall clock is set back by an hour', { monotonic: 60, wall: 60 - 3600 }, 240],
  ['the token has expired', { monotonic: 310, wall: 310 }, -10],
])('the clock that shows more elapsed time counts: %s', (_, times, left) => {
  expect(leftAfter(times)).toBe(left)
})

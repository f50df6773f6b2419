import { expect, onTestFinished, test, vi } from 'vitest'

import { timeAgo } from '../../../src/ui/time'
import { covers } from '../../spec-coverage/covers'

/** A Friday at noon, in local time. */
const now = new Date(2026, 4, 15, 12)
const daysAgo = (days: number, hour = 12) => new Date(2026, 4, 15 - days, hour).toISOString()

test.each([
  [0, 'Today'],
  [1, 'Yesterday'],
  [2, '2 days ago'],
  [6, '6 days ago'],
  [7, '1 week ago'],
  [13, '1 week ago'],
  [14, '2 weeks ago'],
  [29, '4 weeks ago'],
  [30, 'Apr 15, 2026'],
  [500, 'Dec 31, 2024'],
])('a date %i days ago is shown as %s', (days, text) => {
  covers('9-activity-yesterday', '9-activity-days', '9-activity-weeks', '9-activity-date', 'decisions-activity-today')
  expect(timeAgo(daysAgo(days), now)).toBe(text)
})

test('days are calendar days, not 24 hours', () => {
  expect(timeAgo(daysAgo(1, 23), new Date(2026, 4, 15, 0))).toBe('Yesterday')
  expect(timeAgo(daysAgo(0, 0), new Date(2026, 4, 15, 23))).toBe('Today')
})

test('a day is yesterday even if it had only 23 hours', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  onTestFinished(() => void vi.unstubAllEnvs())
  // The clocks were set forward on March 29.
  const [before, after] = [new Date(2026, 2, 29, 12), new Date(2026, 2, 30, 12)]
  expect(new Date(2026, 2, 30).getTime() - new Date(2026, 2, 29).getTime()).toBe(23 * 3_600_000)
  expect(timeAgo(before.toISOString(), after)).toBe('Yesterday')
})

test('a clock behind the server’s shows no time in the future', () => {
  expect(timeAgo(daysAgo(-1), now)).toBe('Today')
})

test.each([null, undefined, '', 'no date'])('a missing date (%s) is shown as Never', (iso) => {
  covers('9-activity-never')
  expect(timeAgo(iso, now)).toBe('Never')
})

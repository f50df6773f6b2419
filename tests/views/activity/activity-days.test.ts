import { expect, test } from 'vitest'

import { activityDays } from '../../../src/workspace/activity/activity-days'
import { activityEntry } from '../../model/activity/samples'

/** Local times, because days begin at midnight in the time zone of the user. */
const at = (...parts: [number, number, number, number, number]) => new Date(...parts).toISOString()

test('entries are grouped by calendar day, in their order', () => {
  const now = new Date(2026, 2, 1, 0, 5)
  const entries = [
    activityEntry({ id: 'a5', at: at(2026, 2, 1, 0, 1) }),
    activityEntry({ id: 'a4', at: at(2026, 1, 28, 23, 59) }),
    activityEntry({ id: 'a3', at: at(2026, 1, 28, 0, 0) }),
    activityEntry({ id: 'a2', at: at(2026, 1, 27, 23, 59) }),
    activityEntry({ id: 'a1', at: at(2025, 2, 1, 0, 1) }),
  ]
  expect(activityDays(entries, now).map(({ name, entries: ofDay }) => [name, ofDay.map(({ id }) => id)])).toEqual([
    ['Today', ['a5']],
    ['Yesterday', ['a4', 'a3']],
    ['Friday, February 27, 2026', ['a2']],
    ['Saturday, March 1, 2025', ['a1']],
  ])
})

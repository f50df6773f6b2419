import { describe, expect, test } from 'vitest'
import type { AnyStateMachine } from 'xstate'

import { catalogue } from '../../machines/catalogue'

/**
 * The delays of all machines, except those in `random`. The numbers are written here a second time, from the text that
 * `source` names if there is one, so that a change in a machine fails the test. A delay that depends on the context has
 * one row for each case.
 */
type Row = { machine: keyof typeof catalogue; delay: string; ms: number; source: string; context?: object }

const own = 'Not specified: chosen for this product, and repeated here so that a change of it is noticed.'
const updates = 'Not specified: a list that could not be updated is loaded again half a minute later.'
const typing = 'Not specified: a search begins when the user stops typing.'
const refusals = 'docs/decisions/2026-11-20-session-refusals.md: half a minute'
const live = 'docs/decisions/2026-11-24-live-changes.md'
const drafts = 'docs/decisions/2026-11-25-drafts-in-the-account.md'
const reconnecting = 'docs/identity.md: after 2, 8, 20, 30 and then every 60 seconds'
const uploads = 'docs/decisions/2026-11-21-resumable-uploads.md: pauses of 1 to 30 s'

const seconds = 1_000
const minutes = 60 * seconds

const rows: Row[] = [
  {
    machine: 'Loading overlay',
    delay: 'overlayLimit',
    ms: 4 * seconds,
    source: 'Specification, 4 Loading and session',
  },
  { machine: 'Session', delay: 'refreshInterval', ms: 30 * seconds, source: 'Specification, 4 Loading and session' },
  { machine: 'Session', delay: 'refusalMemory', ms: 30 * seconds, source: refusals },
  ...[2, 8, 20, 30, 60, 60, 60, 60, 60].map((pause, failed) => ({
    ...{ machine: 'Session' as const, delay: 'retryPause', ms: pause * seconds, source: reconnecting },
    context: { tries: failed + 1 },
  })),
  { machine: 'Route guard', delay: 'checkInterval', ms: 100, source: 'Specification, 4 Route guard' },
  { machine: 'Projects', delay: 'retryDelay', ms: 10 * seconds, source: own },
  { machine: 'Projects', delay: 'quietDelay', ms: 500, source: own },
  { machine: 'Projects', delay: 'typingPause', ms: 250, source: typing },
  { machine: 'Older projects', delay: 'typingPause', ms: 250, source: typing },
  {
    machine: 'Undo offer',
    delay: 'offerTime',
    ms: 10 * seconds,
    source: 'The dialogs say: You can undo this for 10 seconds.',
  },
  { machine: 'Command menu', delay: 'typingPause', ms: 150, source: typing },
  { machine: 'Hidden tab', delay: 'hiddenPause', ms: 5 * minutes, source: `${live}: hidden for five minutes` },
  { machine: 'Live changes', delay: 'silence', ms: 45 * seconds, source: own },
  {
    machine: 'Live changes',
    delay: 'firstEvent',
    ms: 15 * seconds,
    source: `${live}: nothing arrives within 15 seconds`,
  },
  { machine: 'Live changes', delay: 'gatheringPause', ms: 300, source: own },
  { machine: 'Live changes', delay: 'tellingPause', ms: 5 * seconds, source: own },
  { machine: 'Notifications', delay: 'updatePause', ms: 10 * seconds, source: own },
  { machine: 'Seen file', delay: 'retryPause', ms: 30 * seconds, source: own },
  { machine: 'Project members', delay: 'updatePause', ms: 30 * seconds, source: updates },
  { machine: 'Project files', delay: 'settling', ms: 400, source: own },
  { machine: 'View address', delay: 'settled', ms: 400, source: own },
  { machine: 'File comments', delay: 'updatePause', ms: 30 * seconds, source: updates },
  ...[1, 2, 4, 8, 16, 30, 30].map((pause, failed) => ({
    ...{ machine: 'Upload of a file' as const, delay: 'pause', ms: pause * seconds, source: uploads },
    context: { file: { tries: failed + 1 } },
  })),
  { machine: 'Draft saving', delay: 'savePause', ms: 1_500, source: `${drafts}: saved 1.5 s after a change` },
  { machine: 'Draft saving', delay: 'retryPause', ms: 15 * seconds, source: own },
  { machine: 'Payment return', delay: 'askInterval', ms: 2 * seconds, source: own },
  { machine: 'Simulation requests', delay: 'updatePause', ms: 30 * seconds, source: updates },
  { machine: 'Conversation', delay: 'updatePause', ms: 30 * seconds, source: updates },
  { machine: 'Simulation requests', delay: 'typingPause', ms: 300, source: typing },
  ...(['Staff queue', 'Customer list', 'Staff activity', 'Contact list'] as const).flatMap((machine) => [
    { machine, delay: 'typingPause', ms: 300, source: typing },
    { machine, delay: 'updatePause', ms: 30 * seconds, source: updates },
  ]),
  { machine: 'Customer', delay: 'updatePause', ms: 30 * seconds, source: updates },
  { machine: 'Staff request', delay: 'updatePause', ms: 30 * seconds, source: updates },
  { machine: 'Contact message', delay: 'updatePause', ms: 30 * seconds, source: updates },
]

/** Half of this pause is random, so it has a test of its own (tests/model/live). */
const random = ['Live changes.streamPause']

const delaysOf = (machine: keyof typeof catalogue) =>
  (catalogue[machine] as unknown as AnyStateMachine).implementations.delays as Record<
    string,
    number | ((args: { context: object }) => number)
  >

describe('delays', () => {
  test.each(rows)('$machine: $delay is $ms ms ($source)', ({ machine, delay, ms, context = {} }) => {
    const found = delaysOf(machine)[delay]
    expect(typeof found === 'function' ? found({ context }) : found).toBe(ms)
  })

  test('each one has a row', () => {
    const names = (Object.keys(catalogue) as Row['machine'][]).flatMap((machine) =>
      Object.keys(delaysOf(machine)).map((delay) => `${machine}.${delay}`),
    )
    const listed = rows.map(({ machine, delay }) => `${machine}.${delay}`)
    expect(new Set([...listed, ...random])).toEqual(new Set(names))
  })

  test('none is written into a state, where it has no name', () => {
    const below = (node: AnyStateMachine['root']): AnyStateMachine['root'][] => [
      node,
      ...Object.values(node.states).flatMap(below),
    ]
    const unnamed = Object.entries(catalogue).flatMap(([machine, logic]) =>
      below((logic as unknown as AnyStateMachine).root).flatMap(({ id, after }) =>
        after.flatMap(({ delay }) => (typeof delay === 'string' ? [] : [`${machine}: ${id} after ${String(delay)}`])),
      ),
    )
    expect(unnamed).toEqual([])
  })
})

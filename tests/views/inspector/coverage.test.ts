import { expect, test } from 'vitest'
import { type AnyStateMachine, assign, fromPromise, setup } from 'xstate'

import { arrowKeys } from '../../../src/inspector/address'
import { coverageOf } from '../../../src/inspector/coverage'
import type { PathRecord } from '../../../src/inspector/coverage-report'
import { arrowsOf, transitionsOf } from '../../../src/inspector/outline'
import { valueOf } from '../../../src/inspector/simulation/simulation'
import { replayOfRecord, simulate } from '../../../src/inspector/replay/replay'
import { transitionKey } from '../../model-based/model'
import { pathsOf, replayOf } from '../../model-based/paths'
import { catalogue } from '../../../machines/catalogue'

const door = setup({
  types: {
    context: {} as { reason: string },
    events: {} as { type: 'open' } | { type: 'knock'; times: number },
    input: {} as { reason: string },
  },
  actors: { unlock: fromPromise<string>(() => Promise.resolve('')) },
  guards: { isDay: () => false },
}).createMachine({
  id: 'door',
  context: ({ input }) => input,
  initial: 'closed',
  states: {
    closed: { on: { open: { guard: 'isDay', target: 'unlocking' } } },
    unlocking: {
      invoke: {
        src: 'unlock',
        onDone: { target: 'opened', actions: assign({ reason: ({ event }) => event.output }) },
        onError: { target: 'stuck', actions: assign({ reason: ({ event }) => (event.error as Error).message }) },
      },
    },
    opened: {},
    stuck: { on: { knock: [{ guard: ({ event }) => event.times > 2, target: 'closed' }] } },
  },
})

const material = {
  situations: { 'by day': { input: { reason: 'none' }, guards: { isDay: true } } },
  events: { open: [{}], knock: [{ times: 3 }] },
  done: { unlock: ['key'] },
  failed: { unlock: [new Error('rust')] },
}

test('a recorded path can be repeated in the simulation from its JSON, up to the step that failed', () => {
  const [{ graphPaths, situation } = { graphPaths: [], situation: '' }] = pathsOf<typeof door>(
    door,
    material,
    'transitions',
  )
  expect(graphPaths.length).toBeGreaterThan(0)
  for (const path of graphPaths) {
    for (const [index, step] of path.steps.entries()) {
      const recorded = replayOf<typeof door>(material.situations[situation as 'by day'], path, index + 1)
      const replay = JSON.parse(JSON.stringify(recorded)) as PathRecord
      const { steps, failure } = simulate(door, { input: null, events: {} }, replayOfRecord(replay))
      expect(failure).toBeNull()
      expect(valueOf(steps.at(-1)!)).toEqual(step.state.value)
      expect(steps.at(-1)?.snapshot.context).toEqual(step.state.context)
      expect(replay.transitions).toEqual(step.transitions)
    }
  }
})

test('each arrow is covered, failed, not covered, or not covered for a known reason', () => {
  const arrows = arrowsOf(door)
  const [open = '', done = '', failed = '', knock = ''] = arrowKeys(arrows)
  const replay = { guards: {}, events: [], transitions: [failed] }
  const coverage = {
    view: [open, failed],
    browser: [done],
    exceptions: { [knock]: 'Nobody knocks.' },
    at: '2026-11-28',
    outline: '',
    failed: [{ level: 'view' as const, situation: 'by day', steps: [], failure: 'Error', replay }],
  }
  expect(coverageOf({ arrows }, coverage)).toEqual(['walked', 'walked', 'failed', 'excepted'])
  expect(coverageOf({ arrows }, { ...coverage, exceptions: {} }).at(-1)).toBe('missed')
})

test('the keys of arrows are those of the model-based tests, in every machine', () => {
  for (const machine of Object.values(catalogue) as AnyStateMachine[])
    expect(arrowKeys(arrowsOf(machine))).toEqual(transitionsOf(machine).map((one) => transitionKey(one as never)))
})

import { expect, test } from 'vitest'
import { createMachine } from 'xstate'

import { compare } from '../../../src/inspector/chart/chart-changes'
import { outlineOf } from '../../../src/inspector/states'

const outline = (states: object) =>
  outlineOf(createMachine({ id: 'door', initial: 'closed', states } as Parameters<typeof createMachine>[0]))

const before = outline({
  closed: { on: { open: { target: 'open', actions: 'creak' }, lock: 'locked' } },
  open: { entry: 'light', on: { close: { target: 'closed', guard: 'isFree' } } },
  locked: {},
})
const after = outline({
  closed: { on: { open: { target: 'open', actions: ['creak', 'ring'] } } },
  open: { entry: 'lamp', on: { close: { target: 'closed', guard: 'isEmpty' }, slam: 'broken' } },
  broken: {},
})

test('a version is compared with an earlier one: what was added, removed and changed, in words', () => {
  const { lines, states, outline: both, arrows } = compare(before, after)
  expect(lines.map(({ words }) => words)).toEqual([
    'State open changed: entry light → lamp',
    'State broken added',
    'State locked removed',
    'Transition changed: closed → open: open / creak, ring (actions creak → creak, ring)',
    'Transition changed: open → closed: close [isEmpty] (guard isFree → isEmpty)',
    'Transition added: open → broken: slam',
    'Transition removed: closed → locked: lock',
  ])
  expect(states).toEqual({ 'door.open': 'changed', 'door.broken': 'added', 'door.locked': 'removed' })
  expect(both.root.states.map(({ key }) => key)).toEqual(['closed', 'open', 'broken', 'locked'])
  expect(Object.entries(arrows).map(([number, change]) => `${both.arrows[Number(number)]?.event} ${change}`)).toEqual([
    'open changed',
    'close changed',
    'slam added',
    'lock removed',
  ])
})

test('equal versions have no changes, and a new machine consists of additions', () => {
  expect(compare(after, after).lines).toEqual([])
  const { lines } = compare(undefined, after)
  expect(lines).toHaveLength(4 + 3)
  expect(lines.every(({ words }) => words.includes(' added'))).toBe(true)
})

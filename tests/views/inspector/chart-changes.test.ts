import { describe, expect, test } from 'vitest'
import { createMachine } from 'xstate'

import { compare } from '../../../src/inspector/chart/chart-changes'
import { marksOf } from '../../../src/inspector/chart/chart-views'
import { changedInside } from '../../../src/inspector/chart/folding'
import type { Sheet } from '../../../src/inspector/chart/sheets'
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

describe('a collapsed state', () => {
  const house = (kitchen: object, rest: object = {}) =>
    outline({
      closed: {},
      open: {
        initial: 'hall',
        on: { ring: 'open.kitchen' },
        states: {
          hall: { on: { walk: 'kitchen' } },
          kitchen: { initial: 'dark', states: { dark: { on: { light: 'lit' } }, lit: {} }, ...kitchen },
        },
        ...rest,
      },
    })
  const collapsed = ['door.open', 'door.open.kitchen']
  const changed = (after: ReturnType<typeof house>, folded = collapsed) =>
    changedInside(compare(house({}), after), new Set(folded))

  test.each([
    ['a state inside it', house({ entry: 'cook' })],
    ['a transition of a state inside it', house({ on: { leave: '#door.closed' } })],
    ['a transition inside a state inside it', house({ on: { clean: { actions: 'wipe' } } })],
    [
      'its own transition to a state inside it',
      house({}, { on: { ring: { target: 'open.kitchen', actions: 'run' } } }),
    ],
  ])('is marked as changed by %s', (_, after) => {
    expect(changed(after)).toEqual(['door.open'])
  })

  test('is not marked by what is outside, by its own entry, or if it is expanded', () => {
    expect(changed(house({}))).toEqual([])
    expect(changed(house({}, { entry: 'creak', on: { ring: 'open.kitchen', close: 'closed' } }))).toEqual([])
    expect(changed(house({ entry: 'cook' }), [])).toEqual([])
    // The entry is shown in the collapsed kitchen itself.
    expect(changed(house({ entry: 'cook' }), ['door.open.kitchen'])).toEqual([])
  })

  test('has the mark of a change in the chart, unless it has its own', () => {
    const marksAt = (after: ReturnType<typeof house>) =>
      marksOf({ changes: compare(house({}), after) } as Sheet, 'changes', new Set(collapsed)).stateMarks
    expect(marksAt(house({ entry: 'cook' }))?.get('door.open')).toMatchObject({ sign: '~', words: 'changed inside' })
    expect(marksAt(house({ entry: 'cook' }, { entry: 'creak' }))?.get('door.open')).toMatchObject({ words: 'changed' })
    expect(
      marksOf({ changes: compare(house({}), house({ entry: 'cook' })) } as Sheet, 'changes').stateMarks?.has(
        'door.open',
      ),
    ).toBe(false)
  })
})

// @vitest-environment jsdom
import { assign, createActor, createMachine } from 'xstate'
import { afterEach, describe, expect, test } from 'vitest'

import {
  changesBetween,
  lastTakenBy,
  momentOf,
  pathsIn,
  takenBy,
  timingsOf,
  valueAt,
  valuesOf,
} from '../../../src/inspector/adapter/context-changes'
import type { Recording } from '../../../src/inspector/adapter/recording'
import { record, stopRecording } from './record'

afterEach(stopRecording)

describe('changes between two contexts', () => {
  test.each([
    ['nothing', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
    ['a changed value', { a: { b: 1 } }, { a: { b: 2 } }, [['changed', 'context.a.b', 1, 2]]],
    ['a new value', {}, { a: { b: 1 } }, [['added', 'context.a', undefined, { b: 1 }]]],
    ['a removed row', { rows: [1, 2] }, { rows: [1] }, [['removed', 'context.rows[1]', 2, undefined]]],
    ['null instead of an object', { a: { b: 1 } }, { a: null }, [['changed', 'context.a', { b: 1 }, null]]],
    ['a list instead of an object', { a: {} }, { a: [] }, [['changed', 'context.a', {}, []]]],
    ['a name that is no identifier', { 'a-b': 1 }, { 'a-b': 2 }, [['changed', 'context["a-b"]', 1, 2]]],
    ['an undefined value that appears', {}, { a: undefined }, [['added', 'context.a', undefined, undefined]]],
  ])('%s', (_, before, after, changes) => {
    expect(changesBetween(before, after).map((one) => [one.kind, one.path, one.before, one.after])).toEqual(changes)
  })

  test('every path of a context leads to its value', () => {
    const context = { rows: [{ name: 'a' }], 'a-b': { c: 1 } }
    expect(pathsIn(context)).toEqual([
      'context',
      'context.rows',
      'context.rows[0]',
      'context.rows[0].name',
      'context["a-b"]',
      'context["a-b"].c',
    ])
    expect(pathsIn(context).map((path) => valueAt(context, path))).toEqual([
      context,
      context.rows,
      { name: 'a' },
      'a',
      { c: 1 },
      1,
    ])
    expect(valueAt(context, 'rows.0.name')).toBe('a')
    expect(valueAt(context, 'rows.length.toString')).toBeUndefined()
    expect(valueAt(context, 'constructor')).toBeUndefined()
  })
})

const counter = createMachine({
  id: 'counter',
  types: {} as { context: { count: number; last: string }; events: { type: 'add' | 'look' | 'stop' } },
  context: { count: 0, last: '' },
  initial: 'on',
  states: {
    on: {
      on: {
        add: { actions: assign({ count: ({ context }) => context.count + 1, last: 'add' }) },
        look: {},
        stop: 'off',
      },
    },
    off: { on: { add: 'on' } },
  },
})

function counted() {
  const { recording, idOf } = record()
  const actor = createActor(counter).start()
  for (const type of ['add', 'look', 'add', 'stop', 'add', 'stop'] as const) actor.send({ type })
  actor.stop()
  return { recording, id: idOf('counter') }
}

test('each event of an actor has its changes, and a path its values with their moments', () => {
  const { recording, id } = counted()
  const taken = takenBy(recording, id)
  expect(taken.map(({ event, changes }) => [event, changes.map(({ path }) => path)])).toEqual([
    ['xstate.init', []],
    ['add', ['context.count', 'context.last']],
    ['look', []],
    ['add', ['context.count']],
    ['stop', []],
    ['add', []],
    ['stop', []],
    ['xstate.stop', []],
  ])
  const values = valuesOf(recording, id, 'context.count')
  expect(values.map(({ value, event }) => [value, event])).toEqual([
    [0, null],
    [1, 'add'],
    [2, 'add'],
  ])
  for (const { moment, value } of values)
    expect((recording[moment - 1] as unknown as { snapshot: unknown }).snapshot).toMatchObject({
      context: { count: value },
    })
})

test('the view stops at the next event of a type, and when a state is entered, not while it lasts', () => {
  const { recording } = counted()
  const eventsUntil = (moment: number | null) =>
    recording.slice(0, moment ?? 0).filter((one) => one.type === '@xstate.event').length
  const stop = { kind: 'event', name: 'stop' } as const
  const first = momentOf(recording, stop, 0)
  // Up to and including the first stop: init, add, look, add, stop.
  expect(eventsUntil(first)).toBe(5)
  expect(eventsUntil(momentOf(recording, stop, first ?? 0))).toBe(7)
  const off = { kind: 'state', name: 'off' } as const
  const entered = momentOf(recording, off, 0)
  expect(recording[(entered ?? 0) - 1]).toMatchObject({ type: '@xstate.snapshot', snapshot: { value: 'off' } })
  const again = momentOf(recording, { kind: 'state', name: 'counter.off' }, entered ?? 0)
  expect(eventsUntil(again)).toBe(7)
  expect(momentOf(recording, off, again ?? 0)).toBeNull()
})

test('transitions are counted with their total and longest time', () => {
  const { recording } = counted()
  const timings = timingsOf(recording)
  const add = timings.find(({ event, from }) => event === 'add' && from === 'on')
  expect(add).toMatchObject({ machine: 'counter', to: 'on', count: 2 })
  expect(add?.total).toBeGreaterThanOrEqual(add?.longest ?? Infinity)
  expect(timings.map(({ total }) => total)).toEqual(timings.map(({ total }) => total).sort((a, b) => b - a))
})

test('the last event and the times of a long recording are found without comparing all contexts', () => {
  let [contexts, reports] = [0, 0]
  const shown = (value: number) => ({
    value: 'on',
    get context() {
      contexts += 1
      return { value }
    },
  })
  const counted = (sessionId: string, type: string, value: number) => ({
    get type() {
      reports += 1
      return type
    },
    ...{ sessionId, name: sessionId, event: { type: 'set' }, createdAt: '0', took: 1, snapshot: shown(value) },
  })
  const ids = Array.from({ length: 50 }, (_, number) => `a.${number}`)
  const recording = [
    ...ids.map((id) => counted(id, '@xstate.actor', 0)),
    ...ids.flatMap((id) => Array.from({ length: 20 }, (_, value) => counted(id, '@xstate.snapshot', value + 1))),
  ] as unknown as Recording
  contexts = 0
  const last = lastTakenBy(recording, 'a.7', recording.length)
  expect(last?.changes).toMatchObject([{ path: 'context.value', before: 19, after: 20 }])
  expect(contexts).toBeLessThanOrEqual(4)
  expect(lastTakenBy(recording, 'a.7', 50)).toBeUndefined()
  contexts = 0
  reports = 0
  expect(timingsOf(recording).map(({ count, total }) => [count, total])).toEqual(ids.map(() => [20, 20]))
  expect(contexts).toBe(0)
  expect(reports).toBeLessThanOrEqual(3 * recording.length)
})

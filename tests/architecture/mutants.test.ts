import { describe, expect, test } from 'vitest'
import { assign, createActor, setup } from 'xstate'

import { mutationsOf } from '../mutants/mutations'
import { mutantsOf, mutated, parses } from '../mutants/operators'

/** The faulty versions of a source that one operator makes. */
const faultyBy = (operator: string, code: string, file = 'code.tsx') => {
  const versions = mutantsOf(file, code)
    .filter((mutant) => mutant.operator === operator)
    .map((mutant) => mutated(code, mutant))
  for (const version of versions) expect(parses(file, version), version).toBe(true)
  return versions
}

describe('faults of source files', () => {
  test.each([
    ['off by one', 'use(a[at < 7])', ['use(a[at <= 7])', 'use(a[at < 8])']],
    ['unit or constant', 'use(1000, 0.5, 64)', ['use(1024, 0.5, 64)', 'use(1000, 500, 64)', 'use(1000, 0.5, 640)']],
    ['sign', 'use(-a + b)', ['use(-a - b)', 'use(a + b)']],
    ['rounding', 'use(Math.round(a))', ['use(Math.floor(a))']],
    ['condition', 'use(a && b)', ['use((a || b))', 'use(a)', 'use(b)']],
    ['condition', 'use(and(a, b))', ['use(and(b))', 'use(and(a))']],
    ['missing await', 'await put(a)', ['put(a)']],
    ['removed call', 'check(a); put(b)', ['; put(b)', 'check(a); ;']],
    ['removed check', 'if (!a) throw b', [';']],
    ['removed transaction', 'x = db.transaction((tx) => put(tx))', ['x = ((tx) => put(tx))(db as never)']],
    ['swapped', 'use({ a: "x", b: "y" })', ['use({ a: "y", b: "x" })']],
    ['swapped', 'x = <A onOk={a} onClose={b} />', ['x = <A onOk={b} onClose={a} />']],
    [
      'swapped',
      'x = <p><b onClick={a}>1</b><b onClick={c}>2</b></p>',
      ['x = <p><b onClick={c}>1</b><b onClick={a}>2</b></p>', 'x = <p><b onClick={a}>2</b><b onClick={c}>1</b></p>'],
    ],
  ])('%s: %s', (operator, code, versions) => {
    expect(faultyBy(operator, code)).toEqual(versions)
  })

  test('neither types nor sizes of elements are changed', () => {
    expect(mutantsOf('code.tsx', 'type A = 1 | 2; const a = <B width={3} style={{ top: 4 }} />')).toEqual([])
    expect(mutantsOf('code.tsx', "const a: SystemStyleObject = { flex: '1', gap: '6', order: 2 }")).toEqual([])
  })

  test('each name occurs once', () => {
    const names = mutantsOf('code.ts', 'const a = [1, 1, 1]').map(({ what }) => what)
    expect(new Set(names).size).toBe(3)
  })
})

describe('faults of machines', () => {
  const initial = { count: 0, isOpen: false, note: '' }
  const machine = setup({
    types: { context: {} as typeof initial, events: {} as { type: 'start' | 'reset' } },
    actions: { mark: assign({ note: 'marked' }) },
    delays: { pause: 100 },
  }).createMachine({
    context: initial,
    after: { pause: { actions: 'mark' } },
    on: {
      start: { actions: assign(({ context }) => ({ count: context.count + 1, isOpen: true })) },
      reset: { actions: assign(() => ({ ...initial })) },
    },
  })
  const { actions, delays } = machine.implementations
  const faults = mutationsOf(machine.config as never, { actions, delays })

  /** The context after some events, with one fault. */
  const contextWith = (what: string, events: ('start' | 'reset')[]) => {
    const fault = faults.find((one) => one.what === what)
    if (!fault) throw new Error(`There is no fault ${what}: ${faults.map((one) => one.what).join(', ')}`)
    const { definition, implementations } = fault.make()
    const faulty = setup(implementations as never).createMachine(definition as never)
    const actor = createActor(faulty).start()
    for (const type of events) actor.send({ type })
    actor.stop()
    return actor.getSnapshot().context
  }

  test('a key of an assignment is left as it was', () => {
    expect(contextWith('machine start: key count left as it was', ['start'])).toEqual({ ...initial, isOpen: true })
    expect(contextWith('machine start: key isOpen left as it was', ['start'])).toEqual({ ...initial, count: 1 })
  })

  test('a reset of several keys leaves one of them', () => {
    expect(contextWith('machine reset: last change left out', ['start', 'reset'])).toEqual({ ...initial, isOpen: true })
  })

  test('delays are doubled and removed, and keys of named actions left out', () => {
    const doubled = faults.find(({ what }) => what === 'delay pause: doubled')?.make()
    expect(doubled?.implementations.delays).toEqual({ pause: 200 })
    const removed = faults.find(({ what }) => what === 'machine after pause: removed')?.make()
    expect(removed?.definition['after']).toEqual({})
    expect(faults.map(({ what }) => what)).toContain('action mark: key note left as it was')
  })
})

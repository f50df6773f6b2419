import { type AnyStateMachine, assign, createMachine } from 'xstate'
import { describe, expect, test } from 'vitest'

import { catalogue } from '../../machines/catalogue'
import { contactFormMachine } from '../../machines/site/contact-form.machine'
import { expectedOf, recordedPaths, recordedPathsOf, walkMachine } from '../model-based/recorded'

describe('a path that was recorded in the app', () => {
  test.each(recordedPaths.map(({ file, path }) => [file, path] as const))('%s is what the machine does', (_, path) => {
    const machine = (catalogue as unknown as Record<string, AnyStateMachine | undefined>)[path.title]
    if (!machine) throw new Error(`There is no machine with the title ${path.title}.`)
    expect(machine.id).toBe(path.machine)
    expect(walkMachine(machine, path)).toMatchObject(expectedOf(path))
  })
})

describe('a changed contact form differs from the recorded path', () => {
  const machine = contactFormMachine as unknown as AnyStateMachine
  /** The machine with a changed definition. */
  const redefined = (change: (states: Record<string, Record<string, never>>) => void) => {
    const { states, ...config } = machine.config
    const copy = Object.fromEntries(Object.entries(states ?? {}).map(([name, state]) => [name, { ...state }]))
    change(copy as never)
    return createMachine({ ...config, states: copy } as never, machine.implementations as never)
  }
  const invoke = () => machine.config.states?.['submitting']?.invoke as unknown as Record<string, object>
  const changedInvoke = (change: object) =>
    redefined((states) => Object.assign(states['submitting'] ?? {}, { invoke: { ...invoke(), ...change } }))

  const changes: [string, AnyStateMachine][] = [
    ['the fields are kept after sending', machine.provide({ actions: { clear: assign({}) } })],
    ['the missing fields are not marked', machine.provide({ actions: { refuse: assign({}) } })],
    ['an incomplete message is sent', machine.provide({ guards: { isComplete: () => true } })],
    ['a failure is shown as success', changedInvoke({ onError: 'success' })],
    ['the reason of a failure is lost', changedInvoke({ onError: 'error' })],
    ['the address is not sent', changedInvoke({ input: () => ({ name: 'Ada Vance', message: '' }) })],
    [
      'a failed message cannot be sent again',
      redefined((states) => Object.assign(states['error'] ?? {}, { on: { 'form.submitted': {} } })),
    ],
  ]
  const [path] = recordedPathsOf('Contact form')
  if (!path) throw new Error('No path of the contact form was recorded.')

  test('an unchanged copy does not', () => {
    const copy = redefined(() => {})
    expect(walkMachine(copy, path)).toMatchObject(expectedOf(path))
  })

  test.each(changes)('if %s', (_, changed) => {
    expect(walkMachine(changed, path)).not.toMatchObject(expectedOf(path))
  })
})

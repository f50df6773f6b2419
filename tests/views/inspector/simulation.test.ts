import { describe, expect, test } from 'vitest'
import { type AnyStateMachine, setup } from 'xstate'

import { catalogue } from '../../../machines/catalogue'
import { sessionMachine } from '../../../machines/session/session.machine'
import { publicationsMachine } from '../../../machines/site/publications.machine'
import { readMachines } from '../../../scripts/machines/types'
import { arrowsOf, labelOf, nodesOf } from '../../../src/inspector/outline'
import { statesIn, stateWords } from '../../../src/inspector/adapter/recording'
import {
  arrowsTaken,
  begin,
  choicesAt,
  eventOf,
  payloadOf,
  take,
  valueOf,
} from '../../../src/inspector/simulation/simulation'

const readings = readMachines()

const session = sessionMachine as unknown as AnyStateMachine
const arrows = arrowsOf(session)
const input = { isProviderReturn: false, wasRefused: false, wasProbed: false }
const found = { kind: 'session', session: { accessToken: 't', userId: '1' } }
const choice = (words: string, step: ReturnType<typeof begin>) => {
  const one = choicesAt(arrows, step).find((offered) => offered.words === words)
  if (!one) throw new Error(`${words} is not offered.`)
  return one
}

describe('a simulation', () => {
  test('offers the events of users, invoked actors and delays in each state', () => {
    const start = begin(session, input)
    expect(choicesAt(arrows, start).map(({ words }) => words)).toEqual([
      'page.restored',
      'session.opened',
      'login.noticed',
      'checkSession done',
      'checkSession failed',
    ])
    const signedIn = take(session, start, eventOf(choice('checkSession done', start).event, { output: found }))
    expect(stateWords(valueOf(signedIn))).toBe('authenticated (token fresh, person fetching, profile loading)')
    expect(signedIn.actions).toContain('removeOtherUsersData')
    const due = choice('after refreshInterval', signedIn)
    expect(stateWords(valueOf(take(session, signedIn, eventOf(due.event, {}))))).toContain('renewing refreshing')
  })

  test('uses the real guards to choose the arrow, and keeps the fields of an error', () => {
    const start = begin(session, input)
    const done = choice('checkSession done', start)
    const taken = (output: unknown) =>
      arrowsTaken(session, start, eventOf(done.event, { output })).map((arrow) => arrows[arrow]?.targets)
    expect(taken(found)).toEqual([['session.authenticated']])
    expect(taken({ kind: 'blocked' })).toEqual([['session.probing']])
    expect(taken({ kind: 'anonymous' })).toEqual([['session.anonymous']])

    const failed = eventOf(choice('checkSession failed', start).event, {
      error: { message: 'No provider.', status: 503 },
    })
    expect(failed['error']).toBeInstanceOf(Error)
    expect(take(session, start, failed).snapshot.context).toMatchObject({ failure: { message: 'No provider.' } })
  })

  test('replaces a function in the input by its return value', () => {
    const machine = setup({
      types: { input: {} as { count: () => number }, context: {} as { count: number } },
    }).createMachine({ context: ({ input }) => ({ count: input.count() }) }) as unknown as AnyStateMachine
    expect(begin(machine, { count: { returns: 7 } }).snapshot.context).toEqual({ count: 7 })
    expect(() => begin(machine, { count: 7 })).toThrow()
  })

  test('has no side effects: no actor starts, and a step can be repeated', () => {
    const machine = publicationsMachine as unknown as AnyStateMachine
    const start = begin(machine, { entries: [] })
    const once = take(machine, start, { type: 'list.toggled' })
    const again = take(machine, start, { type: 'list.toggled' })
    const [short, full] = [
      { entries: 'loading', length: 'short' },
      { entries: 'loading', length: 'full' },
    ]
    expect([valueOf(start), valueOf(once), valueOf(again)]).toEqual([short, full, full])
  })
})

describe('the extracted metadata of the machines', () => {
  test('contains a file, a description and a valid input for every machine', () => {
    expect(Object.keys(readings)).toEqual(Object.keys(catalogue))
    for (const [title, machine] of Object.entries(catalogue) as [string, AnyStateMachine][]) {
      const reading = readings[title]
      expect(reading?.file, title).toMatch(/^machines\/.*\.machine\.ts$/)
      expect(reading?.description, title).not.toBe('')
      expect(() => begin(machine, reading?.samples.input), title).not.toThrow()
    }
  })

  test('contains a valid payload for each event', () => {
    const { samples } = readings['Session']!
    const start = begin(session, samples.input)
    expect(payloadOf(choice('checkSession done', start), samples)).toMatchObject({
      output: { kind: 'session', session: { accessToken: 'accessToken', userId: '1', realmRoles: ['realmRoles'] } },
    })
    expect(payloadOf(choice('page.restored', start), samples)).toEqual({})
    expect(readings['Upload']?.samples.events['files.chosen']).toMatchObject({
      type: 'files.chosen',
      projectId: '1',
      files: [{ id: '1', name: 'name', size: 1 }],
    })
  })

  test('contains the comments above states by state', () => {
    expect(readings['Session']?.notes['session.refused']).toContain('Only the user can continue from here')
  })
})

test('an arrow is labeled with event, guard and actions', () => {
  const labels = arrows.map(labelOf)
  expect(labels).toContain('finishLogin done [hasArrived] / takeArrival, markLogin')
  expect(labels).toContain('after refreshInterval [isOffline]')
  expect(labels).toContain('[isProviderReturn]')
})

test('the states of a value are the active states of the machine', () => {
  const start = begin(session, input)
  const step = take(session, start, eventOf(choice('checkSession done', start).event, { output: found }))
  expect([...statesIn('session', valueOf(step))].sort()).toEqual(step.snapshot._nodes.map(({ id }) => id).sort())
  for (const machine of Object.values(catalogue) as AnyStateMachine[]) {
    for (const node of nodesOf(machine.root)) expect(node.id).toBe([machine.id, ...node.path].join('.'))
  }
})

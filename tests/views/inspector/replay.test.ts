// @vitest-environment jsdom
import { assign, createActor, createMachine, fromPromise, type AnyStateMachine } from 'xstate'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { contactFormMachine, type ContactMessage } from '../../../machines/site/contact-form.machine'
import { isIncomplete } from '../../../src/inspector/adapter/received'
import { recordingFrom } from '../../../src/inspector/adapter/recording-file'
import { withoutPast } from '../../../src/inspector/adapter/recording'
import { bugReportOf, markdownOf } from '../../../src/inspector/live/bug-report'
import { fileNameOf, obstacleOf, pathFrom, pathOf } from '../../../src/inspector/replay/recorded-path'
import { differenceOf, obstacleTo, replayFrom, replayOf, simulate } from '../../../src/inspector/replay/replay'
import { record, stopRecording } from './record'

afterEach(stopRecording)

const samples = { input: undefined, events: {} }
const machine = contactFormMachine as unknown as AnyStateMachine
const draft = { name: ' Ada ', email: 'ada@example.com', message: 'A board.' }

/** A visitor sends a message. The first attempt fails. */
async function sent() {
  const { recording, idOf } = record()
  const answers = [
    () => Promise.reject(Object.assign(new Error('The mailbox is full.'), { status: 507 })),
    () => Promise.resolve({}),
  ]
  const sendMessage = fromPromise<unknown, ContactMessage>(() => answers.shift()!())
  const actor = createActor(contactFormMachine.provide({ actors: { sendMessage } })).start()
  actor.send({ type: 'form.submitted' })
  actor.send({ type: 'draft.restored', draft })
  actor.send({ type: 'terms.changed', accepted: true })
  actor.send({ type: 'form.submitted' })
  await expect.poll(() => actor.getSnapshot().value).toBe('error')
  actor.send({ type: 'form.submitted' })
  await expect.poll(() => actor.getSnapshot().value).toBe('success')
  return { recording, id: idOf('contactForm'), actor }
}

const types = [
  'form.submitted',
  'draft.restored',
  'terms.changed',
  'form.submitted',
  'xstate.error.actor.0.contactForm.submitting',
  'form.submitted',
  'xstate.done.actor.0.contactForm.submitting',
]

describe('a replay of a recording', () => {
  test('reaches the recorded state and context after each event', async () => {
    const { recording, id, actor } = await sent()
    const replay = replayOf(recording, id)!
    expect(replay.events.map(({ event }) => event.type)).toEqual(types)
    const { steps, failure } = simulate(machine, samples, replay)
    expect(failure).toBeNull()
    expect(replay.events.map(({ expected }, place) => differenceOf(steps[place + 1], expected))).toEqual(
      types.map(() => null),
    )
    expect(steps.map(({ snapshot }) => snapshot.value as unknown)).toEqual([
      'idle',
      'idle',
      'idle',
      'idle',
      'submitting',
      'error',
      'submitting',
      'success',
    ])
    actor.stop()
  })

  test('shows where a changed machine differs', async () => {
    const { recording, id, actor } = await sent()
    const replay = replayOf(recording, id)!
    const changed = machine.provide({ guards: { isComplete: () => true } })
    const { steps } = simulate(changed, samples, replay)
    expect(differenceOf(steps[1], replay.events[0]!.expected)).toMatchObject({ state: true })
    const forgetful = machine.provide({ actions: { refuse: assign({}) } })
    expect(differenceOf(simulate(forgetful, samples, replay).steps[1], replay.events[0]!.expected)).toEqual({
      state: false,
      context: [{ path: 'context.wasRefused', kind: 'changed', before: true, after: false }],
    })
    actor.stop()
  })

  test('continues when further events arrive, without running the earlier ones again', async () => {
    const { recording, id, actor } = await sent()
    const guard = vi.fn(() => true)
    const counted = machine.provide({ guards: { isComplete: guard } })
    const [half, whole] = [replayOf(recording.slice(0, recording.length - 4), id)!, replayOf(recording, id)!]
    expect(half.events.length).toBeLessThan(whole.events.length)
    const first = simulate(counted, samples, half)
    guard.mockClear()
    const grown = simulate(counted, samples, whole, first)
    expect(guard).not.toHaveBeenCalled()
    const anew = simulate(counted, samples, whole)
    expect([grown.steps.length, grown.differences]).toEqual([anew.steps.length, anew.differences])
    expect(grown.steps.at(-1)?.snapshot.value).toEqual(anew.steps.at(-1)?.snapshot.value)
    // A different path starts over.
    expect(simulate(counted, samples, { start: whole.start, events: whole.events.slice(1) }, grown).steps).toHaveLength(
      whole.events.length,
    )
    actor.stop()
  })

  test('does not count a value that is undefined as a difference', () => {
    const { steps } = simulate(createMachine({ id: 'empty', context: { a: undefined } }), samples, {
      start: { input: undefined },
      events: [],
    })
    expect(differenceOf(steps[0], { value: {}, context: { b: undefined } })).toBeNull()
    expect(differenceOf(steps[0], { value: {}, context: { b: null } })).toMatchObject({ state: false })
  })

  test('begins in the recorded state if the start was cut off', async () => {
    const { recording, id, actor } = await sent()
    const cut = [...withoutPast(recording.slice(0, recording.length - 1)), ...recording.slice(-1)]
    const replay = replayOf(cut, id)!
    expect(replay.start).toMatchObject({ rest: { value: expect.any(String) as string } })
    expect(simulate(machine, samples, replay).failure).toBeNull()
    actor.stop()
  })

  test('sends to the app only what the page sent, and only if it is complete', async () => {
    const { recording, id, actor } = await sent()
    const { events } = replayOf(recording, id)!
    expect(events.filter((one) => obstacleTo(one) === null).map(({ event }) => event.type)).toEqual(
      types.filter((type) => !type.startsWith('xstate.')),
    )
    const one = { from: null, moment: null, expected: null }
    expect(obstacleTo({ ...one, event: { type: 'a', password: '[redacted]' } })).toMatch('incomplete')
    actor.stop()
  })
})

test.each([
  [{ text: '[draft] of a board' }, false],
  [{ url: '/login?code=[redacted]&x=1' }, true],
  [{ file: '[file a.kicad_pcb, 5 bytes]' }, true],
  [{ list: [1, '… 800 more'] }, true],
  [{ signal: '[AbortSignal]' }, true],
  [{ text: `${'x'.repeat(9)}… (5000 characters)` }, true],
  [{ rows: [1, 2], name: null }, false],
])('%j is incomplete: %s', (value, is) => {
  expect(isIncomplete(value)).toBe(is)
})

/** A recorded path in which something is wrong. */
function damaged(part: object) {
  const named = { kind: 'recorded path', version: 1, name: 'a', title: 'Session', machine: 'session' }
  return JSON.stringify({ ...named, start: { state: 'idle', context: {} }, steps: [], ...part })
}

describe('pasted events', () => {
  test('are replayed like a recording', () => {
    const replay = replayFrom('[{ "type": "terms.changed", "accepted": true }]').replay
    expect(simulate(machine, samples, replay).steps.at(-1)?.snapshot.context).toMatchObject({ acceptsTerms: true })
  })
  test.each([
    ['[1', 'This is not valid JSON'],
    ['[{ "type": "a" }, { "kind": "b" }]', 'Entry 2 of the list is not an event: it has no type.'],
    ['{ "events": [] }', 'This is not a recorded path.'],
    ['null', 'This is not a recorded path.'],
    ['{"kind":"recorded path","machine":"session","steps":[{}]}', 'This is not a recorded path.'],
    [damaged({ steps: [{}] }), 'This path is damaged: step 1 is incomplete.'],
    [damaged({ steps: [{ from: 'page', event: null, state: 'a', calls: [] }] }), 'step 1 is incomplete'],
    [damaged({ steps: [{ from: 'page', event: { type: 'a' }, state: 7, calls: [] }] }), 'step 1 is incomplete'],
    [damaged({ steps: [{ from: 'page', event: { type: 'a' }, state: 'a' }] }), 'step 1 is incomplete'],
    [damaged({ start: null }), 'This path is damaged: its start is missing.'],
    [damaged({ version: 2 }), 'This path was saved by another version of the visualizer.'],
  ])('%s is refused', (text, message) => {
    expect(() => replayFrom(text)).toThrow(message)
  })
  test('an event that the machine does not survive ends the replay with the reason', () => {
    const broken = createMachine({
      id: 'broken',
      on: {
        go: {
          actions: assign(() => {
            throw new Error('no rows')
          }),
        },
      },
    })
    const { steps, failure } = simulate(broken, samples, replayFrom('[{ "type": "go" }, { "type": "go" }]').replay)
    expect([steps.length, failure]).toEqual([1, 'The machine does not accept go: no rows'])
  })
})

describe('a path saved as a test', () => {
  test('contains the events with their sender, and the calls with input and answer', async () => {
    const { recording, id, actor } = await sent()
    const path = pathFrom(JSON.stringify(pathOf(recording, id, 'Refused first', 'Contact form')))
    const trimmed = { ...draft, name: 'Ada' }
    expect(path).toMatchObject({ machine: 'contactForm', title: 'Contact form', start: { state: 'idle' } })
    expect(path.steps.map(({ from, event, state, calls }) => [from, event.type, state, calls])).toEqual([
      ['page', types[0], 'idle', []],
      ['page', types[1], 'idle', []],
      ['page', types[2], 'idle', []],
      ['page', types[3], 'submitting', [{ name: 'sendMessage', input: trimmed }]],
      ['sendMessage', types[4], 'error', []],
      ['page', types[5], 'submitting', [{ name: 'sendMessage', input: trimmed }]],
      ['sendMessage', types[6], 'success', []],
    ])
    expect(path.steps[4]?.event).toMatchObject({ error: { message: 'The mailbox is full.', status: 507 } })
    const { machine: named, replay } = replayFrom(JSON.stringify(path))
    expect([named, simulate(machine, samples, replay).failure]).toEqual(['contactForm', null])
    actor.stop()
  })

  test('is not offered without the start of the machine or without events', () => {
    const { recording, idOf } = record()
    const actor = createActor(contactFormMachine).start()
    expect(obstacleOf(recording, idOf('contactForm'))).toMatch('received no event yet')
    actor.send({ type: 'form.submitted' })
    expect(obstacleOf(recording, idOf('contactForm'))).toBeNull()
    expect(obstacleOf(withoutPast(recording), idOf('contactForm'))).toMatch('start of this machine')
    expect(fileNameOf('Kontaktformular: 1. Versuch ')).toBe('kontaktformular-1-versuch.json')
    actor.stop()
  })
})

test('a bug report contains the recording, the versions and the last errors, and its summary names them', async () => {
  const { recording, actor } = await sent()
  const about = {
    pageLoad: 'a',
    address: 'http://localhost/',
    browser: 'Chrome 1',
    versions: { app: '0.1.0', xstate: '5.0.0' },
    problems: [{ at: 5, message: 'TypeError: x | y\n  at a.js' }],
  }
  const report = bugReportOf(recording, about, 'It was lost.', new Date(0))
  expect(recordingFrom(JSON.stringify(report))).toEqual(JSON.parse(JSON.stringify(recording)))
  expect(report.versions).toEqual({ app: '0.1.0', xstate: '5.0.0', browser: 'Chrome 1' })
  expect(report.failures.map(({ where, message }) => [where, message])).toEqual([
    ['page', 'TypeError: x | y\n  at a.js'],
    ['sendMessage', 'The mailbox is full. (status 507)'],
  ])
  const summary = markdownOf(report)
  for (const text of [
    'It was lost.',
    'Reported: 1970-01-01T00:00:00.000Z',
    'xstate: 5.0.0',
    '**page** TypeError: x \\| y\n',
    '**sendMessage** The mailbox is full. (status 507)',
    '`contactForm`: success',
    '`form.submitted` contactForm',
  ])
    expect(summary).toContain(text)
  expect(markdownOf(bugReportOf([], null, ' ', new Date(0)))).toContain('No description.')
  actor.stop()
})

test('a bug report has a line for a failure without an error', () => {
  const at = { createdAt: '0', sessionId: 'a.1' }
  const failed = { ...at, type: '@xstate.snapshot', event: { type: 'x' }, snapshot: { status: 'error' } }
  const actor = { ...at, type: '@xstate.actor', name: 'load', snapshot: { status: 'active' } }
  expect(markdownOf(bugReportOf([actor, failed] as never, null, '', new Date(0)))).toContain('**load** no message')
})

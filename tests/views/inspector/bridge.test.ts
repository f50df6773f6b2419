// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Actor, type AnyActorRef, createActor, createMachine, fromPromise, setup } from 'xstate'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { attachInspector } from '../../../src/inspector/adapter/attach'
import { beginningOf, receivedBy } from '../../../src/inspector/adapter/received'
import { secrets } from '../../../src/inspector/bridge'
import { actorsAt, happeningsIn, type Recording, withoutPast } from '../../../src/inspector/adapter/recording'
import { fileOf, recordingFrom } from '../../../src/inspector/adapter/recording-file'

const start = Reflect.get(Actor.prototype, 'start') as (this: AnyActorRef) => AnyActorRef

const machine = setup({
  types: { context: {} as { accessToken: string }, events: {} as { type: 'go'; password: string } | { type: 'back' } },
  actors: { fetchIt: fromPromise(() => Promise.resolve('fetched')) },
}).createMachine({
  id: 'sample',
  context: { accessToken: 'opaque' },
  initial: 'resting',
  states: {
    resting: { on: { go: 'fetching' } },
    fetching: { invoke: { src: 'fetchIt', onDone: 'there' } },
    there: { on: { back: 'resting' } },
  },
})

/** The visualizer's window, as seen by the app's page. */
function inspectorWindow() {
  const reported: Recording[number][] = []
  const told: { type: string }[] = []
  const other = {
    closed: false,
    focus: vi.fn(),
    postMessage: vi.fn((message: { type: string }) =>
      message.type.startsWith('@xstate.') ? reported.push(message as Recording[number]) : told.push(message),
    ),
  }
  const open = vi.spyOn(window, 'open').mockReturnValue(other as unknown as Window)
  const say = (data: unknown, from: { origin?: string; source?: unknown } = {}) =>
    window.dispatchEvent(eventFrom(data, from.origin ?? location.origin, from.source ?? other))
  return { reported, told, other, open, say }
}

/** A message event whose source is set afterward, because jsdom accepts only real windows as a source. */
function eventFrom(data: unknown, origin: string, source: unknown) {
  const event = new MessageEvent('message', { data, origin })
  Object.defineProperty(event, 'source', { value: source })
  return event
}

beforeEach(() => {
  document.body.replaceChildren()
})

afterEach(() => {
  Actor.prototype.start = start as never
  vi.restoreAllMocks()
})

test('a running actor is reported with its invoked actors and earlier events, without secrets', async () => {
  const { reported, other, open, say } = inspectorWindow()
  attachInspector()
  const actor = createActor(machine).start()
  actor.send({ type: 'go', password: 'opaque' })
  await expect.poll(() => actor.getSnapshot().value).toBe('there')
  expect(open).not.toHaveBeenCalled()

  await userEvent.click(screen.getByRole('button', { name: 'Inspect machines' }))
  expect(open).toHaveBeenCalledWith('/inspector/', 'xstateinspector')
  expect(reported).toEqual([])
  say({ type: '@statelyai.connected' })

  const actors = [...actorsAt(reported, reported.length).values()]
  expect(actors.map(({ name, value, status }) => [name, value, status])).toEqual([
    ['sample', 'there', 'active'],
    ['fetchIt', null, 'done'],
  ])
  expect(actors[0]?.context).toEqual({ accessToken: '[redacted]' })
  expect(happeningsIn(reported).map(({ type }) => type)).toEqual([
    'xstate.init',
    'go',
    'xstate.init',
    'xstate.done.actor.0.sample.fetching',
  ])
  expect(JSON.stringify(reported)).not.toContain('opaque')
  // Messages are addressed to our own origin only.
  expect(other.postMessage.mock.calls.every((call) => (call as unknown[])[1] === location.origin)).toBe(true)
  actor.stop()
})

test('only messages from the opened inspector, on the same origin, are accepted', async () => {
  const { reported, say } = inspectorWindow()
  attachInspector()
  const actor = createActor(machine).start()
  await userEvent.click(screen.getByRole('button', { name: 'Inspect machines' }))
  say({ type: '@statelyai.connected' }, { origin: 'https://elsewhere.example' })
  say({ type: '@statelyai.connected' }, { source: { postMessage: vi.fn() } })
  expect(reported).toEqual([])

  say({ type: '@statelyai.connected' })
  const { sessionId } = reported[0]!
  const hand = { type: 'inspector.event', sessionId, event: { type: 'go', password: '' } }
  say(hand, { origin: 'https://elsewhere.example' })
  expect(actor.getSnapshot().value).toBe('resting')
  say(hand)
  expect(actor.getSnapshot().value).toBe('fetching')
  actor.stop()
})

test('an event for an actor that ended, or for none, is refused with a reason', () => {
  const { reported, told, say } = inspectorWindow()
  attachInspector()
  const actor = createActor(machine).start()
  say({ type: 'inspector.search' })
  const { sessionId } = reported[0]!
  const answerTo = (target: string, event: object) => {
    say({ type: 'inspector.event', number: 7, sessionId: target, event })
    return told.at(-1)
  }
  const answer = (refusal: string | null) => ({ type: 'inspector.answer', number: 7, refusal })
  expect(answerTo(sessionId, { type: 'back' })).toEqual(answer(null))
  expect(answerTo(sessionId, { kind: 'back' })).toEqual(answer('The type of an event must be a string.'))
  expect(answerTo('earlier.x:0', { type: 'back' })).toEqual(
    answer('The app was reloaded: this actor ended with the earlier page and cannot receive events.'),
  )
  expect(answerTo(`${sessionId}9`, { type: 'back' })).toEqual(answer('The app has no such actor.'))
  actor.stop()
  expect(answerTo(sessionId, { type: 'back' })).toEqual(answer('This actor has ended and cannot receive events.'))
})

test('the inspector learns the versions and the errors of the app, without secrets', () => {
  const { told, say } = inspectorWindow()
  attachInspector({ versions: { app: '1.2.3' } })
  say({ type: 'inspector.search' })
  expect(told.at(-1)).toMatchObject({ type: 'inspector.about', about: { versions: { app: '1.2.3' }, problems: [] } })
  const error = Object.assign(new Error('lost'), { stack: 'Error: lost Bearer abc.def' })
  window.dispatchEvent(new ErrorEvent('error', { error }))
  expect(told.at(-1)).toMatchObject({ about: { problems: [{ message: 'Error: lost Bearer [redacted]' }] } })
})

test('the reports of this product contain no token of an invitation or a share, and no payment page', () => {
  history.replaceState(null, '', '/workspace/invitation#kY3_x-Q')
  const { reported, told, say } = inspectorWindow()
  attachInspector({ secrets })
  const actor = createActor(createMachine({ id: 'any', context: {} })).start()
  const returnTo = '/workspace/invitation#kY3_x-Q'
  actor.send({ type: 'login', returnTo, refused: { href: returnTo } })
  actor.send({ type: 'shared', output: { url: `${location.origin}/share/kY3_x-Q` } })
  actor.send({ type: 'paid', output: { url: 'https://checkout.stripe.com/c/pay/cs_kY3_x-Q#fid' } })
  actor.send({ type: 'paid', paymentUrl: 'https://pay.example/kY3_x-Q', body: '{"password":"kY3_x-Q"}' })
  say({ type: 'inspector.search' })
  expect(happeningsIn(reported)).toHaveLength(5)
  expect(JSON.stringify([reported, told])).not.toContain('kY3_x-Q')
  expect(JSON.stringify(told)).toContain('/workspace/invitation#[redacted]')
  actor.stop()
  history.replaceState(null, '', '/')
})

test('a reload ends the actors of the earlier page, unless the browser returns to it', () => {
  const actorOf = (sessionId: string) =>
    ({ type: '@xstate.actor', sessionId, name: 'sample', snapshot: { status: 'active' } }) as Recording[number]
  const back = { type: '@xstate.snapshot', sessionId: 'a.x:0', event: { type: 'go' }, snapshot: { status: 'active' } }
  const recording = [actorOf('a.x:0'), actorOf('b.x:0'), back as Recording[number]]
  const statusesAt = (moment: number) => [...actorsAt(recording, moment).values()].map(({ status }) => status)
  expect(statusesAt(1)).toEqual(['active'])
  expect(statusesAt(2)).toEqual(['ended by a reload', 'active'])
  expect(statusesAt(3)).toEqual(['active', 'ended by a reload'])
  expect(withoutPast(recording.slice(0, 2)).map(({ sessionId }) => sessionId)).toEqual(['b.x:0'])
})

test('the time of a transition excludes what its event waited for', () => {
  const { reported, say } = inspectorWindow()
  vi.useFakeTimers({ toFake: ['performance'] })
  attachInspector()
  const slow = setup({
    actions: {
      work: () => vi.advanceTimersByTime(30),
      workOnce: ({ self }) => {
        self.send({ type: 'next' })
        vi.advanceTimersByTime(5)
      },
    },
  }).createMachine({ id: 'slow', on: { go: { actions: 'workOnce' }, next: { actions: 'work' } } })
  const actor = createActor(slow).start()
  actor.send({ type: 'go' })
  say({ type: 'inspector.search' })
  const times = reported.flatMap((one) =>
    one.type === '@xstate.snapshot' ? [[one.event.type, (one as { took?: number }).took]] : [],
  )
  expect(times).toEqual([
    ['xstate.init', 0],
    ['go', 5],
    ['next', 30],
  ])
  vi.useRealTimers()
  actor.stop()
})

test('an inspector that is already open connects to a reloaded app', () => {
  const { reported, open, say } = inspectorWindow()
  attachInspector()
  const actor = createActor(machine).start()
  say({ type: 'inspector.search' })
  expect(actorsAt(reported, reported.length).size).toBe(1)
  expect(open).not.toHaveBeenCalled()
  actor.stop()
  expect([...actorsAt(reported, reported.length).values()][0]?.status).toBe('stopped')
})

test('a long-lived actor is reported with its current state although its start is no longer kept', () => {
  const { reported, say } = inspectorWindow()
  attachInspector()
  const old = createActor(machine).start()
  old.send({ type: 'go', password: '' })
  const busy = createActor(createMachine({ id: 'busy', context: {}, on: { tick: {} } })).start()
  for (let count = 0; count < 3000; count += 1) busy.send({ type: 'tick' })
  const statesNow = () =>
    [...actorsAt(reported, reported.length).values()].flatMap(({ name, value }) =>
      ['sample', 'busy'].includes(name) ? [[name, value]] : [],
    )
  say({ type: 'inspector.search' })
  expect(statesNow()).toEqual([
    ['sample', 'fetching'],
    ['busy', {}],
  ])
  const id = [...actorsAt(reported, reported.length).values()].find(({ name }) => name === 'sample')!.sessionId
  // The actor's start is not known, so no test can be saved, but a replay begins in the reported state.
  expect(beginningOf(reported, id)).toMatchObject({ isFromStart: false, rest: { value: 'fetching' } })
  expect(receivedBy(reported, id)).toEqual([])

  // The visualizer's window is reloaded.
  for (let count = 0; count < 3000; count += 1) busy.send({ type: 'tick' })
  reported.length = 0
  say({ type: '@statelyai.connected' })
  expect(statesNow().toSorted()).toEqual([
    ['busy', {}],
    ['sample', 'fetching'],
  ])
  old.stop()
  busy.stop()
  expect([...actorsAt(reported, reported.length).values()].map(({ status }) => status)).not.toContain('active')
})

test('a recording can be replayed, saved and loaded, and trimmed to the running actors', () => {
  const { reported, say } = inspectorWindow()
  attachInspector()
  const first = createActor(machine).start()
  const second = createActor(machine).start()
  say({ type: 'inspector.search' })
  first.send({ type: 'go', password: '' })
  second.stop()

  const again = recordingFrom(fileOf(reported))
  expect(again).toEqual(reported)
  const valueAt = (moment: number) => [...actorsAt(again, moment).values()][0]?.value
  expect([valueAt(0), valueAt(3), valueAt(again.length)]).toEqual([undefined, 'resting', 'fetching'])
  const cut = withoutPast(again)
  expect(cut.every(({ type }) => type === '@xstate.actor')).toBe(true)
  expect(actorsAt(cut, cut.length).get(again[0]!.sessionId)?.value).toBe('fetching')
  expect(() => recordingFrom('{"events":[]}')).toThrow('not a visualizer recording')
  first.stop()
})

test('XState is not modified and no actor is observed until it is attached', () => {
  expect(Reflect.get(Actor.prototype, 'start')).toBe(start)
  attachInspector()
  expect(Reflect.get(Actor.prototype, 'start')).not.toBe(start)
})

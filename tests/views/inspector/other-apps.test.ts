// @vitest-environment jsdom
/** The adapter with apps that are not this product: machines as in XState's own examples. */
import { createMachine, assign, createActor, fromCallback, fromPromise, setup } from 'xstate'
import { afterEach, describe, expect, test, vi } from 'vitest'

import { takenBy, valuesOf } from '../../../src/inspector/adapter/context-changes'
import { beginningOf, isFromPage, receivedBy } from '../../../src/inspector/adapter/received'
import { connectToApp } from '../../../src/inspector/adapter/receiver'
import { actorsAt, statesIn } from '../../../src/inspector/adapter/recording'
import { fileOf, recordingFrom } from '../../../src/inspector/adapter/recording-file'
import { record, stopRecording } from './record'

afterEach(() => {
  stopRecording()
  vi.useRealTimers()
})

/** A traffic light with a nested pedestrian light, delays and no context. */
const trafficLight = createMachine({
  id: 'trafficLight',
  initial: 'green',
  states: {
    green: { after: { 3000: 'yellow' }, on: { emergency: 'red.flashing' } },
    yellow: { after: { 1000: 'red' } },
    red: {
      initial: 'walk',
      states: {
        walk: { after: { 2000: 'wait' } },
        wait: { after: { 1000: 'stop' } },
        stop: { type: 'final' },
        flashing: {},
      },
      onDone: 'green',
    },
  },
})

test('a traffic light with nested states and delays', () => {
  vi.useFakeTimers()
  const { recording, idOf } = record()
  const light = createActor(trafficLight).start()
  for (const time of [3000, 1000, 2000, 1000, 100]) vi.advanceTimersByTime(time)
  light.send({ type: 'emergency' })
  const id = idOf('trafficLight')
  expect(takenBy(recording, id).map(({ to }) => to)).toEqual([
    'green',
    'yellow',
    { red: 'walk' },
    { red: 'wait' },
    'green',
    { red: 'flashing' },
  ])
  expect(receivedBy(recording, id).map((one) => [one.event.type, isFromPage(one)])).toEqual([
    ['xstate.after.3000.trafficLight.green', false],
    ['xstate.after.1000.trafficLight.yellow', false],
    ['xstate.after.2000.trafficLight.red.walk', false],
    ['xstate.after.1000.trafficLight.red.wait', false],
    ['emergency', true],
  ])
  const { name, value } = actorsAt(recording, recording.length).get(id)!
  expect([...statesIn(name, value)]).toEqual(['trafficLight', 'trafficLight.red', 'trafficLight.red.flashing'])
  light.stop()
})

type Post = { id: number; title: string }

/** A page that loads posts when it is switched on, and listens to a source of updates while it is on. */
const reader = setup({
  types: {
    context: {} as { topic: string; posts: Post[]; error: string | null; apiToken: string },
    input: {} as { topic: string },
    events: {} as { type: 'toggle' } | { type: 'retry' } | { type: 'updated'; post: Post },
  },
  actors: {
    fetchPosts: fromPromise<Post[], { topic: string }>(() => Promise.reject(new Error('offline'))),
    updates: fromCallback(() => {}),
  },
}).createMachine({
  id: 'reader',
  context: ({ input }) => ({ topic: input.topic, posts: [], error: null, apiToken: 'opaque' }),
  initial: 'off',
  states: {
    off: { on: { toggle: 'on' } },
    on: {
      initial: 'loading',
      invoke: { src: 'updates' },
      on: {
        toggle: 'off',
        updated: { actions: assign({ posts: ({ context, event }) => [...context.posts, event.post] }) },
      },
      states: {
        loading: {
          invoke: {
            src: 'fetchPosts',
            input: ({ context }) => ({ topic: context.topic }),
            onDone: { target: 'shown', actions: assign({ posts: ({ event }) => event.output, error: null }) },
            onError: { target: 'failed', actions: assign({ error: ({ event }) => (event.error as Error).message }) },
          },
        },
        failed: { on: { retry: 'loading' } },
        shown: {},
      },
    },
  },
})

describe('a page that fetches posts', () => {
  async function read() {
    const { recording, idOf } = record()
    const answers = [() => Promise.reject(new Error('offline')), () => Promise.resolve([{ id: 1, title: 'One' }])]
    let tell: (post: Post) => void = () => {}
    const provided = reader.provide({
      actors: {
        fetchPosts: fromPromise<Post[], { topic: string }>(() => answers.shift()!()),
        updates: fromCallback(({ sendBack }) => {
          tell = (post) => sendBack({ type: 'updated', post })
        }),
      },
    })
    const actor = createActor(provided, { input: { topic: 'boards' } }).start()
    actor.send({ type: 'toggle' })
    await expect.poll(() => actor.getSnapshot().value).toEqual({ on: 'failed' })
    actor.send({ type: 'retry' })
    await expect.poll(() => actor.getSnapshot().value).toEqual({ on: 'shown' })
    tell({ id: 2, title: 'Two' })
    actor.send({ type: 'toggle' })
    return { recording, id: idOf('reader'), actor }
  }

  test('has its calls with input and answer, its sender, and its values over time', async () => {
    const { recording, id, actor } = await read()
    expect(beginningOf(recording, id)).toMatchObject({ input: { topic: 'boards' }, isFromStart: true })
    const call = { name: 'fetchPosts', input: { topic: 'boards' } }
    expect(receivedBy(recording, id).map(({ event, from, calls }) => [event.type, from, calls])).toEqual([
      ['toggle', null, [{ name: 'updates', input: undefined }, call]],
      ['xstate.error.actor.0.reader.on.loading', 'fetchPosts', []],
      ['retry', null, [call]],
      ['xstate.done.actor.0.reader.on.loading', 'fetchPosts', []],
      ['updated', 'updates', []],
      ['toggle', null, []],
    ])
    expect(valuesOf(recording, id, 'context.posts.1.title').map(({ value }) => value)).toEqual([undefined, 'Two'])
    expect(valuesOf(recording, id, 'error').map(({ value }) => value)).toEqual([null, 'offline', null])
    actor.stop()
  })

  test('is saved without its token, and ends its actors', async () => {
    const { recording, id, actor } = await read()
    const file = fileOf(recording)
    expect(file).not.toContain('opaque')
    const actors = [...actorsAt(recordingFrom(file), recording.length).values()]
    expect(actors.map(({ name, status }) => [name, status])).toEqual([
      ['reader', 'active'],
      ['updates', 'stopped'],
      ['fetchPosts', 'error'],
      ['fetchPosts', 'done'],
    ])
    expect(actors.find(({ sessionId }) => sessionId === id)?.context).toMatchObject({ apiToken: '[redacted]' })
    actor.stop()
  })
})

describe('the receiver', () => {
  const opener = { closed: false, postMessage: vi.fn() }
  const say = (data: object, source: unknown = opener) => {
    const event = new MessageEvent('message', { data, origin: location.origin })
    // jsdom accepts only real windows as the source of a message.
    Object.defineProperty(event, 'source', { value: source })
    window.dispatchEvent(event)
  }
  const about = (pageLoad: string) => ({ type: 'inspector.about', about: { pageLoad } })

  test('tells what the app answered, and that it was reloaded or closed before it could', async () => {
    vi.stubGlobal('opener', opener)
    const onReport = vi.fn()
    const app = connectToApp({ onReport })!
    say(about('a'))
    const report = { type: '@xstate.event', sessionId: 'a.x:0', event: { type: 'go' }, _version: 'app' }
    say(report)
    say(report, { postMessage: vi.fn() })
    expect(onReport).toHaveBeenCalledTimes(1)

    const first = app.send('a.x:0', { type: 'go' })
    const second = app.send('a.x:0', { type: 'go' })
    say({ type: 'inspector.answer', number: 2, refusal: 'This actor has ended.' })
    say({ type: 'inspector.answer', number: 1, refusal: null })
    expect([await first, await second]).toEqual([null, 'This actor has ended.'])

    const lost = app.send('a.x:0', { type: 'go' })
    say(about('b'))
    expect(await lost).toBe('The app was reloaded before it received the event.')
    opener.closed = true
    expect(await app.send('b.x:0', { type: 'go' })).toBe('The app’s window is closed.')
    app.close()
    vi.unstubAllGlobals()
  })

  test('is absent in a window that no app opened', () => {
    vi.stubGlobal('opener', null)
    expect(connectToApp({ onReport: () => {} })).toBeNull()
    vi.unstubAllGlobals()
  })
})

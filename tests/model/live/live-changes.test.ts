import { describe, expect, test } from 'vitest'
import { type AnyEventObject, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import type { Change, Changes } from '../../../machines/live/changes'
import { concerns, gathered } from '../../../machines/live/changes'
import {
  liveChangesMachine,
  type StreamStart,
  type TabNews,
  type TabStart,
} from '../../../machines/live/live-changes.machine'
import { streamPauseMs } from '../../../machines/live/stream-pauses'

const change = (more: Partial<Change> = {}): Change => ({ kind: 'files', projectId: 'p1', id: 'p1', by: null, ...more })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function start({ isReady = async () => true } = {}) {
  const clock = new SimulatedClock()
  const streams: StreamStart[] = []
  const toTabs: TabNews[] = []
  const told: Changes[] = []
  const reloads: string[] = []
  let running = 0
  const send = { tabs: (_: AnyEventObject) => {}, stream: (_: AnyEventObject) => {} }
  const actor = createActor(
    liveChangesMachine.provide({
      actions: { tell: (_, { changes }) => void told.push(changes) },
      actors: {
        findStart: fromPromise<TabStart>(async () => {
          if (!(await isReady())) throw new Error('')
          return { tabId: 'this tab', lastId: '7-1' }
        }),
        joinTabs: fromCallback<TabNews, { userId: string }>(({ receive, sendBack }) => {
          send.tabs = sendBack
          receive((news) => toTabs.push(news))
        }),
        readStream: fromCallback<AnyEventObject, StreamStart>(({ input, sendBack }) => {
          streams.push(input)
          running += 1
          send.stream = sendBack
          return () => {
            running -= 1
          }
        }),
      },
    }),
    { input: { userId: 'u1', projects: { send: ({ type }) => void reloads.push(type) } }, clock },
  ).start()
  await settled()
  const elect = () => send.tabs({ type: 'tab.elected' })
  const receive = (id: string | null, changes: Changes) => send.stream({ type: 'stream.received', id, changes })
  const open = () => {
    elect()
    send.stream({ type: 'stream.opened' })
  }
  return { actor, clock, streams, toTabs, told, reloads, send, elect, open, receive, running: () => running }
}

/** Longer than any pause after the first failure, for any random number. */
const aWhile = 2_000

describe('a tab', () => {
  test('reads the stream once it is elected, from the position of the page, and forwards everything', async () => {
    const { streams, toTabs, open, receive, actor } = await start()
    expect(streams).toEqual([])
    open()
    expect(streams).toEqual([{ userId: 'u1', lastId: '7-1' }])
    receive('8-2', [change()])
    receive('9-3', [])
    expect(toTabs).toEqual([
      { type: 'news.told', id: '8-2', changes: [change()] },
      { type: 'news.told', id: '9-3', changes: [] },
    ])
    expect(actor.getSnapshot().context.lastId).toBe('9-3')
  })

  test('continues from the last position that the previously elected tab forwarded', async () => {
    const { streams, send, elect, told, clock } = await start()
    send.tabs({ type: 'news.heard', id: '12-5', changes: [change()] })
    send.tabs({ type: 'news.heard', id: null, changes: [] })
    clock.increment(300)
    expect(told).toEqual([[change()]])
    elect()
    expect(streams.map(({ lastId }) => lastId)).toEqual(['12-5'])
  })

  test('closes its stream when its machine stops, or when another user has signed in', async () => {
    const first = await start()
    first.open()
    expect(first.running()).toBe(1)
    first.actor.stop()
    expect(first.running()).toBe(0)

    const second = await start()
    second.open()
    second.send.stream({ type: 'user.changed' })
    expect([second.running(), second.actor.getSnapshot().status]).toEqual([0, 'done'])
  })

  test('starts again later if its code could not be loaded', async () => {
    let isReady = false
    const { clock, streams, elect, actor } = await start({ isReady: async () => isReady })
    expect(actor.getSnapshot().value).toBe('waiting')
    isReady = true
    clock.increment(aWhile)
    await settled()
    elect()
    expect(streams).toHaveLength(1)
  })
})

describe('a stream', () => {
  test.each([
    ['ends', { type: 'stream.ended' }],
    ['loses its connection', { type: 'stream.failed', retryAfterMs: 0 }],
  ])('that %s is reopened from the last position', async (_, event) => {
    const { streams, clock, open, receive, send, running } = await start()
    open()
    receive('8-2', [])
    send.stream(event)
    expect(running()).toBe(0)
    clock.increment(aWhile)
    expect(streams.map(({ lastId }) => lastId)).toEqual(['7-1', '8-2'])
  })

  test('that is silent for 45 s is reopened, and a heartbeat restarts this time', async () => {
    const { streams, clock, open, send, running } = await start()
    open()
    clock.increment(44_000)
    send.stream({ type: 'stream.heard' })
    clock.increment(44_000)
    expect(streams).toHaveLength(1)
    clock.increment(1_000)
    expect(running()).toBe(0)
    clock.increment(aWhile)
    expect([streams.length, running()]).toEqual([2, 1])
  })

  test('that gets no response is abandoned after 45 s', async () => {
    const { streams, clock, elect, running } = await start()
    elect()
    clock.increment(45_000)
    expect(running()).toBe(0)
    clock.increment(aWhile)
    expect(streams).toHaveLength(2)
  })

  test('that is rejected is reopened after the pause that the server requests', async () => {
    const { streams, clock, elect, send } = await start()
    elect()
    send.stream({ type: 'stream.failed', retryAfterMs: 60_000 })
    clock.increment(59_999)
    expect(streams).toHaveLength(1)
    clock.increment(aWhile)
    expect(streams).toHaveLength(2)
  })

  test('is reopened immediately when the network returns', async () => {
    const { streams, elect, send } = await start()
    elect()
    send.stream({ type: 'stream.failed', retryAfterMs: 0 })
    send.tabs({ type: 'network.returned' })
    expect(streams).toHaveLength(2)
  })

  test('that the server always ends immediately is reopened after ever longer pauses', async () => {
    const { streams, clock, elect, send } = await start()
    elect()
    for (let minute = 0; minute < 600; minute += 1) {
      send.stream({ type: 'stream.opened' })
      send.stream({ type: 'stream.ended' })
      clock.increment(1_000)
    }
    // With pauses of constant length, there would be several hundred streams in ten minutes.
    expect(streams.length).toBeLessThan(25)
  })
})

describe('changes', () => {
  test('are reported quickly, and later ones together', async () => {
    const { told, reloads, clock, open, receive } = await start()
    open()
    receive('8-1', [change()])
    receive('8-2', [change({ kind: 'project' })])
    expect(told).toEqual([])
    clock.increment(300)
    expect(told).toEqual([[change(), change({ kind: 'project' })]])
    receive('9-1', [change({ kind: 'request', id: 'r1' })])
    receive('9-2', [change({ kind: 'request', id: 'r1' })])
    clock.increment(4_999)
    expect(told).toHaveLength(1)
    clock.increment(1)
    clock.increment(300)
    expect(told[1]).toEqual([change({ kind: 'request', id: 'r1' })])
    // The list of projects does not display requests, so it is not reloaded again.
    expect(reloads).toEqual(['files.changed'])
  })

  test('made by this tab are reported only to the other tabs', async () => {
    const { told, toTabs, reloads, clock, open, receive } = await start()
    open()
    receive('8-1', [change({ by: 'this tab' })])
    clock.increment(10_000)
    expect([told, reloads]).toEqual([[], []])
    expect(toTabs).toHaveLength(1)
    receive('9-1', [change({ by: 'another tab' })])
    clock.increment(300)
    expect([told.length, reloads.length]).toEqual([1, 1])
  })

  test('that the server no longer stores cause everything to be reloaded', async () => {
    const { told, reloads, clock, open, receive } = await start()
    open()
    receive(null, [change()])
    receive(null, null)
    receive('8-1', [change({ projectId: 'p2' })])
    clock.increment(300)
    expect(told).toEqual([null])
    expect(reloads).toEqual(['files.changed'])
  })

  test('are matched by project and kind, and unknown changes match everything', () => {
    expect(concerns([change()], 'p1', 'files')).toBe(true)
    expect(concerns([change()], null, 'files')).toBe(true)
    expect(concerns([change()], 'p2', 'files')).toBe(false)
    expect(concerns([change()], 'p1', 'request', 'project')).toBe(false)
    expect(concerns(null, 'p2', 'request')).toBe(true)
    expect(concerns([], null, 'files')).toBe(false)
  })

  test('remain unknown when further changes are added', () => {
    expect(gathered(null, [change()], 't')).toBeNull()
    expect(gathered([change()], null, 't')).toBeNull()
  })
})

test('pauses grow to two minutes, and differ between pages', () => {
  expect([streamPauseMs(1, 0, 0), streamPauseMs(1, 0, 1)]).toEqual([1_000, 2_000])
  expect([streamPauseMs(2, 0, 0), streamPauseMs(2, 0, 1)]).toEqual([2_000, 4_000])
  expect([streamPauseMs(1_000, 0, 0), streamPauseMs(1_000, 0, 1)]).toEqual([60_000, 120_000])
  expect(streamPauseMs(1, 60_000, 0)).toBe(60_000)
  expect(streamPauseMs(1, 60_000, 1)).toBeGreaterThan(60_000)
})

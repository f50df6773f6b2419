import { describe, expect, test } from 'vitest'
import { type AnyEventObject, createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import type { Change, Changes, News } from '../../../machines/live/changes'
import { concerns, gathered } from '../../../machines/live/changes'
import { hiddenTabMachine } from '../../../machines/live/hidden-tab.machine'
import {
  liveChangesMachine,
  type StreamStart,
  type TabEvent,
  type TabStart,
} from '../../../machines/live/live-changes.machine'
import { askingPauseMs, firstEventMs, silenceMs, streamPauseMs } from '../../../machines/live/stream-pauses'

const change = (more: Partial<Change> = {}): Change => ({ kind: 'files', projectId: 'p1', id: 'p1', by: null, ...more })
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

async function start({
  isReady = async () => true,
  load = async (): Promise<News | null> => ({ id: null, changes: [] }),
} = {}) {
  const clock = new SimulatedClock()
  const streams: StreamStart[] = []
  const toTabs: TabEvent[] = []
  const loads: StreamStart[] = []
  const told: Changes[] = []
  const reloads: string[] = []
  let running = 0
  const ignore = (_: AnyEventObject) => {}
  const send = { tabs: ignore, stream: ignore, rest: ignore }
  const actor = createActor(
    liveChangesMachine.provide({
      actions: { tell: (_, { changes }) => void told.push(changes) },
      actors: {
        findStart: fromPromise<TabStart>(async () => {
          if (!(await isReady())) throw new Error('')
          return { tabId: 'this tab', lastId: '7-1' }
        }),
        joinTabs: fromCallback<TabEvent, { userId: string }>(({ receive, sendBack }) => {
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
        followRest: fromCallback(({ sendBack }) => {
          send.rest = sendBack
        }),
        loadChanges: fromPromise<News | null, StreamStart>(({ input }) => {
          loads.push(input)
          return load()
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
    send.stream({ type: 'stream.received', id: null, changes: [] })
    toTabs.splice(0)
  }
  return { actor, clock, streams, loads, toTabs, told, reloads, send, elect, open, receive, running: () => running }
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
      send.stream({ type: 'stream.received', id: '8-1', changes: [] })
      send.stream({ type: 'stream.ended' })
      clock.increment(1_000)
    }
    // With pauses of constant length, there would be several hundred streams in ten minutes.
    expect(streams.length).toBeLessThan(25)
  })
})

describe('without a stream', () => {
  test('that brings an event in 15 s, changes are loaded, and the stream is tried again after a pause', async () => {
    const news = [
      { id: '8-1', changes: [change()] },
      { id: '9-1', changes: [] },
    ]
    const { clock, elect, loads, streams, running, told, toTabs } = await start({
      load: async () => news.shift() ?? null,
    })
    elect()
    clock.increment(firstEventMs - 1)
    expect([running(), loads.length]).toEqual([1, 0])
    clock.increment(1)
    expect([running(), loads]).toEqual([0, [{ userId: 'u1', lastId: '7-1' }]])
    await settled()
    clock.increment(300)
    expect(told).toEqual([[change()]])
    expect(toTabs).toEqual([{ type: 'news.told', id: '8-1', changes: [change()] }])
    clock.increment(askingPauseMs - 301)
    expect(streams).toHaveLength(1)
    clock.increment(aWhile)
    expect(streams).toHaveLength(2)
    clock.increment(firstEventMs)
    expect(loads.map(({ lastId }) => lastId)).toEqual(['7-1', '8-1'])
  })

  test('the pause does not become longer each time', async () => {
    const { clock, elect, loads } = await start()
    elect()
    for (let round = 0; round < 20; round += 1) {
      clock.increment(firstEventMs)
      await settled()
      clock.increment(askingPauseMs + aWhile)
    }
    expect(loads).toHaveLength(20)
  })

  test('because the server has too many, changes are loaded, and the stream is reopened after the requested pause', async () => {
    const { clock, elect, loads, send, streams } = await start()
    elect()
    send.stream({ type: 'stream.refused', retryAfterMs: 60_000 })
    expect(loads).toHaveLength(1)
    await settled()
    clock.increment(59_999)
    expect(streams).toHaveLength(1)
    clock.increment(aWhile)
    expect(streams).toHaveLength(2)
  })

  test('a failed call is repeated after the pause that the server requests', async () => {
    const load = () => Promise.reject(Object.assign(new Error(''), { retryAfterMs: 60_000 }))
    const { clock, elect, streams } = await start({ load })
    elect()
    clock.increment(firstEventMs)
    await settled()
    clock.increment(59_999)
    expect(streams).toHaveLength(1)
    clock.increment(aWhile)
    expect(streams).toHaveLength(2)
  })

  test('a call without a response is abandoned', async () => {
    const { clock, elect, streams } = await start({ load: () => new Promise(() => {}) })
    elect()
    clock.increment(firstEventMs)
    clock.increment(silenceMs)
    clock.increment(aWhile)
    expect(streams).toHaveLength(2)
  })

  test('ends when another user has signed in', async () => {
    const { actor, clock, elect } = await start({ load: async () => null })
    elect()
    clock.increment(firstEventMs)
    await settled()
    expect(actor.getSnapshot().status).toBe('done')
  })
})

describe('a hidden tab', () => {
  test('leaves the stream to others, and continues from the last position when it is shown', async () => {
    const { open, receive, running, send, streams, elect, toTabs } = await start()
    open()
    receive('8-1', [])
    toTabs.splice(0)
    send.rest({ type: 'tab.rested' })
    expect([running(), toTabs]).toEqual([0, [{ type: 'election.left' }]])
    send.rest({ type: 'tab.returned' })
    expect(toTabs.at(-1)).toEqual({ type: 'election.joined' })
    elect()
    expect(streams.map(({ lastId }) => lastId)).toEqual(['7-1', '8-1'])
  })

  test('continues from the position that another tab has forwarded', async () => {
    const { clock, send, told, elect, streams } = await start()
    send.rest({ type: 'tab.rested' })
    send.tabs({ type: 'news.heard', id: '9-1', changes: [change()] })
    clock.increment(300)
    expect(told).toEqual([[change()]])
    send.rest({ type: 'tab.returned' })
    elect()
    expect(streams.map(({ lastId }) => lastId)).toEqual(['9-1'])
  })
})

describe('a hidden tab', () => {
  const watch = () => {
    const clock = new SimulatedClock()
    const emitted: string[] = []
    let send = (_: AnyEventObject) => {}
    const watchVisibility = fromCallback(({ sendBack }) => {
      send = sendBack
    })
    const actor = createActor(hiddenTabMachine.provide({ actors: { watchVisibility } }), { clock })
    actor.on('*', ({ type }) => void emitted.push(type))
    actor.start()
    return { clock, emitted, hide: () => send({ type: 'page.hidden' }), show: () => send({ type: 'page.shown' }) }
  }

  test('rests after 5 minutes, until it is shown', () => {
    const { clock, emitted, hide, show } = watch()
    hide()
    clock.increment(5 * 60_000 - 1)
    expect(emitted).toEqual([])
    clock.increment(1)
    expect(emitted).toEqual(['tab.rested'])
    show()
    expect(emitted).toEqual(['tab.rested', 'tab.returned'])
  })

  test('does not rest if it is shown in between', () => {
    const { clock, emitted, hide, show } = watch()
    for (let minute = 0; minute < 20; minute += 4) {
      hide()
      clock.increment(4 * 60_000)
      show()
    }
    expect(emitted).toEqual([])
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
    expect(reloads).toEqual(['files.changed', 'files.changed'])
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

  test.each(['request', 'comments', 'notices', 'contact'] as const)(
    'of kind %s that this tab made are reported too, for the lists that show them',
    async (kind) => {
      const { told, reloads, clock, open, receive } = await start()
      open()
      const own = change({ kind, id: 'r1', by: 'this tab' })
      receive('8-1', [own])
      clock.increment(300)
      expect(told).toEqual([[own]])
      expect(reloads).toEqual(['files.changed'])
    },
  )

  test('of prices do not concern the list of projects', async () => {
    const { told, reloads, clock, open, receive } = await start()
    open()
    receive('8-1', [change({ kind: 'prices' })])
    clock.increment(300)
    expect([told, reloads]).toEqual([[[change({ kind: 'prices' })]], []])
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

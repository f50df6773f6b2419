import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import * as queue from '../../../machines/staff/staff-queue.machine'
import { queuedRequest } from './samples'

type Answer = { resolve: (page: queue.QueuePage) => void; reject: (error: Error) => void }

const page = (ids: string[], next: string | null = null): queue.QueuePage => ({
  requests: ids.map((id) => queuedRequest({ id })),
  next,
})

/** Starts the machine with calls that the test answers itself, in any order. */
function start() {
  const clock = new SimulatedClock()
  const calls: (Answer & queue.QueueWanted)[] = []
  const actor = createActor(
    queue.staffQueueMachine.provide({
      actors: {
        loadQueue: fromPromise<queue.QueuePage, queue.QueueWanted>(
          ({ input }) => new Promise((resolve, reject) => calls.push({ ...input, resolve, reject })),
        ),
        followRequests: fromCallback(() => {}),
      },
    }),
    { input: { filter: queue.wholeQueue }, clock },
  ).start()
  const answer = async (at: number, result: queue.QueuePage | Error) => {
    if (result instanceof Error) calls[at]?.reject(result)
    else calls[at]?.resolve(result)
    await Promise.resolve().then(() => {})
    await Promise.resolve()
  }
  const listed = () => queue.queueOf(actor.getSnapshot()).map(({ id }) => id)
  return { actor, clock, calls, answer, listed }
}

test('more requests are loaded during an update, which is made afterwards for all of them', async () => {
  const { actor, calls, answer, listed } = start()
  await answer(0, page(['r1', 'r2'], 'c2'))
  actor.send({ type: 'queue.outdated' })
  actor.send({ type: 'page.requested' })
  expect(calls[2]?.cursor).toBe('c2')
  await answer(2, page(['r3']))
  expect(listed()).toEqual(['r1', 'r2', 'r3'])
  expect(calls[3]).toMatchObject({ cursor: null, count: 3 })
  await answer(3, page(['r0', 'r1', 'r2', 'r3']))
  expect(listed()).toEqual(['r0', 'r1', 'r2', 'r3'])
  expect(calls).toHaveLength(4)
})

test('more requests are loaded while a failed update waits to be repeated', async () => {
  const { actor, calls, answer, listed } = start()
  await answer(0, page(['r1'], 'c1'))
  actor.send({ type: 'queue.outdated' })
  await answer(1, new Error('down'))
  actor.send({ type: 'page.requested' })
  await answer(2, page(['r2']))
  expect(listed()).toEqual(['r1', 'r2'])
  expect(calls[3]).toMatchObject({ cursor: null, count: 2 })
})

test('a change that is reported while the queue is loading or filtered is loaded, too', async () => {
  const { actor, clock, calls, answer, listed } = start()
  actor.send({ type: 'queue.outdated' })
  await answer(0, page(['r1']))
  await answer(1, page(['r2', 'r1']))
  expect(listed()).toEqual(['r2', 'r1'])
  actor.send({ type: 'filter.changed', change: { query: 'cam' } })
  clock.increment(300)
  actor.send({ type: 'queue.outdated' })
  await answer(2, page(['r1']))
  await answer(3, page(['r3', 'r1']))
  expect(listed()).toEqual(['r3', 'r1'])
  expect(calls).toHaveLength(4)
})

test.each([
  [{}, false],
  [{ state: 'all' }, false],
  [{ query: ' ' }, false],
  [{ state: 'delivered' }, true],
  [{ assignee: 'nobody' }, true],
  [{ query: 'cam' }, true],
] as [Partial<queue.QueueFilter>, boolean][])(
  'the filter %o hides requests that are to do: %s',
  (filter, isNarrowed) => {
    const actor = createActor(queue.staffQueueMachine, { input: { filter: { ...queue.wholeQueue, ...filter } } })
    expect(queue.isQueueNarrowed(actor.getSnapshot())).toBe(isNarrowed)
  },
)

import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import { type ContactFilter, contactListMachine } from '../../../machines/staff/contact/contact-list.machine'
import {
  filteredListMachine,
  isNarrowed,
  itemsOf,
  type ListFilter,
  type ListPage,
  type ListWanted,
  openItems,
} from '../../../machines/staff/filtered-list'
import { type QueueFilter, staffQueueMachine } from '../../../machines/staff/requests/staff-queue.machine'

type Item = { id: string }
type Answer = { resolve: (page: ListPage<Item>) => void; reject: (error: Error) => void }

const whole: ListFilter = { state: 'open', assignee: null, query: '' }
const page = (ids: string[], next: string | null = null): ListPage<Item> => ({ items: ids.map((id) => ({ id })), next })

/** Starts the machine with calls that the test answers itself, in any order. */
function start() {
  const clock = new SimulatedClock()
  const calls: (Answer & ListWanted<ListFilter>)[] = []
  const machine = filteredListMachine<Item, ListFilter>({
    id: 'list',
    failures: { list: 'No list.', page: 'No page.' },
  })
  const actor = createActor(
    machine.provide({
      actors: {
        loadPages: fromPromise<ListPage<Item>, ListWanted<ListFilter>>(
          ({ input }) => new Promise((resolve, reject) => calls.push({ ...input, resolve, reject })),
        ),
        followItems: fromCallback(() => {}),
      },
    }),
    { input: { filter: whole }, clock },
  ).start()
  const answer = async (at: number, result: ListPage<Item> | Error) => {
    if (result instanceof Error) calls[at]?.reject(result)
    else calls[at]?.resolve(result)
    await Promise.resolve().then(() => {})
    await Promise.resolve()
  }
  const listed = () => itemsOf(actor.getSnapshot()).map(({ id }) => id)
  return { actor, clock, calls, answer, listed }
}

test('a failed update is repeated after half a minute, or at the next change', async () => {
  const { actor, clock, calls, answer, listed } = start()
  await answer(0, page(['r1']))
  actor.send({ type: 'list.outdated' })
  await answer(1, new Error('down'))
  clock.increment(29_999)
  expect(calls).toHaveLength(2)
  clock.increment(1)
  expect(calls).toHaveLength(3)
  await answer(2, new Error('down'))
  actor.send({ type: 'list.outdated' })
  await answer(3, page(['r2']))
  expect(listed()).toEqual(['r2'])
})

test('more items are loaded during an update, which is then repeated for all of them', async () => {
  const { actor, calls, answer, listed } = start()
  await answer(0, page(['r1', 'r2'], 'c2'))
  actor.send({ type: 'list.outdated' })
  actor.send({ type: 'page.requested' })
  expect(calls[2]?.cursor).toBe('c2')
  await answer(2, page(['r3']))
  expect(listed()).toEqual(['r1', 'r2', 'r3'])
  expect(calls[3]).toMatchObject({ cursor: null, count: 3 })
  await answer(3, page(['r0', 'r1', 'r2', 'r3']))
  expect(listed()).toEqual(['r0', 'r1', 'r2', 'r3'])
  expect(calls).toHaveLength(4)
})

test('an item that has moved to a later page since is listed once', async () => {
  const { actor, calls, answer, listed } = start()
  await answer(0, page(['r1', 'r2'], 'c2'))
  actor.send({ type: 'page.requested' })
  await answer(1, page(['r1', 'r3'], 'c3'))
  expect(listed()).toEqual(['r1', 'r2', 'r3'])
  actor.send({ type: 'page.requested' })
  expect(calls[2]?.cursor).toBe('c3')
})

test('more items are loaded while a failed update waits to be repeated', async () => {
  const { actor, calls, answer, listed } = start()
  await answer(0, page(['r1'], 'c1'))
  actor.send({ type: 'list.outdated' })
  await answer(1, new Error('down'))
  actor.send({ type: 'page.requested' })
  await answer(2, page(['r2']))
  expect(listed()).toEqual(['r1', 'r2'])
  expect(calls[3]).toMatchObject({ cursor: null, count: 2 })
})

test('a change that is reported while the list is loading or filtered is loaded, too', async () => {
  const { actor, clock, calls, answer, listed } = start()
  actor.send({ type: 'list.outdated' })
  await answer(0, page(['r1']))
  await answer(1, page(['r2', 'r1']))
  expect(listed()).toEqual(['r2', 'r1'])
  actor.send({ type: 'filter.changed', change: { query: 'cam' } })
  clock.increment(300)
  actor.send({ type: 'list.outdated' })
  await answer(2, page(['r1']))
  await answer(3, page(['r3', 'r1']))
  expect(listed()).toEqual(['r3', 'r1'])
  expect(calls).toHaveLength(4)
})

test.each([
  [{}, false],
  [{ state: 'all' }, false],
  [{ query: ' ' }, false],
  [{ state: 'new' }, true],
  [{ state: 'done' }, true],
  [{ assignee: 'me' }, true],
  [{ query: 'pcie' }, true],
] as [Partial<ContactFilter>, boolean][])('the filter %o hides open messages: %s', (filter, narrows) => {
  const actor = createActor(contactListMachine, { input: { filter: { ...openItems, ...filter } } })
  expect(isNarrowed(actor.getSnapshot())).toBe(narrows)
})

test.each([
  [{}, false],
  [{ state: 'all' }, false],
  [{ query: ' ' }, false],
  [{ state: 'delivered' }, true],
  [{ assignee: 'nobody' }, true],
  [{ query: 'cam' }, true],
] as [Partial<QueueFilter>, boolean][])('the filter %o hides open requests: %s', (filter, narrows) => {
  const actor = createActor(staffQueueMachine, { input: { filter: { ...openItems, ...filter } } })
  expect(isNarrowed(actor.getSnapshot())).toBe(narrows)
})

import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import * as contacts from '../../../machines/staff/contact-list.machine'
import { listedContact } from './samples'

type Answer = { resolve: (page: contacts.ContactPage) => void; reject: (error: Error) => void }

const page = (ids: string[], next: string | null = null): contacts.ContactPage => ({
  messages: ids.map((id) => listedContact({ id })),
  next,
})

/** Starts the machine with calls that the test answers itself, in any order. */
function start() {
  const clock = new SimulatedClock()
  const calls: (Answer & contacts.ContactsWanted)[] = []
  const actor = createActor(
    contacts.contactListMachine.provide({
      actors: {
        loadMessages: fromPromise<contacts.ContactPage, contacts.ContactsWanted>(
          ({ input }) => new Promise((resolve, reject) => calls.push({ ...input, resolve, reject })),
        ),
        followMessages: fromCallback(() => {}),
      },
    }),
    { input: { filter: contacts.openContacts }, clock },
  ).start()
  const answer = async (at: number, result: contacts.ContactPage | Error) => {
    if (result instanceof Error) calls[at]?.reject(result)
    else calls[at]?.resolve(result)
    await Promise.resolve().then(() => {})
    await Promise.resolve()
  }
  const listed = () => contacts.contactsOf(actor.getSnapshot()).map(({ id }) => id)
  return { actor, clock, calls, answer, listed }
}

test('more messages are loaded during an update, which is made afterwards for all of them', async () => {
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

test('more messages are loaded while a failed update waits to be repeated', async () => {
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
] as [Partial<contacts.ContactFilter>, boolean][])(
  'the filter %o hides messages that are to do: %s',
  (filter, isNarrowed) => {
    const input = { filter: { ...contacts.openContacts, ...filter } }
    const actor = createActor(contacts.contactListMachine, { input })
    expect(contacts.areContactsNarrowed(actor.getSnapshot())).toBe(isNarrowed)
  },
)

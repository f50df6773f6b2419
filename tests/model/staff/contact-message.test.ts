import { beforeEach, describe, expect, test } from 'vitest'
import { createActor, type EventFromLogic, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate'

import {
  answerFailureOf,
  answerOf,
  type ContactDraft,
  contactDraftOf,
  contactMessageFailureOf,
  contactMessageMachine,
  contactNotesFailureOf,
  contactNotesOf,
  type ContactTask,
  contactMessageOf,
  emptyAnswer,
  isContactMessageDeleted,
  newerAuthorOf,
  type StaffContact,
} from '../../../machines/staff/contact/contact-message.machine'
import { contactAnswer, staffContact } from './samples'

type Call = {
  task?: ContactTask | null
  resolve: (message: StaffContact) => void
  reject: (error: Error) => void
}

let ids = 0
const newId = () => `id${++ids}`
beforeEach(() => {
  ids = 0
})

/**
 * A message whose calls wait until the test responds to them. A call without a task loads the message. `draft` is what
 * was typed before the page was loaded.
 */
function start(draft: Partial<ContactDraft> = {}, clock = new SimulatedClock()) {
  const calls: Call[] = []
  const call = (task?: ContactTask | null) =>
    new Promise<StaffContact>((resolve, reject) => calls.push({ ...(task && { task }), resolve, reject }))
  const machine = contactMessageMachine.provide({
    actors: {
      loadMessage: fromPromise<StaffContact, { messageId: string }>(() => call()),
      perform: fromPromise<StaffContact, { messageId: string; task: ContactTask | null }>(({ input }) =>
        call(input.task),
      ),
      followMessage: fromCallback(() => {}),
    },
  })
  const input = { messageId: 'c1', answer: emptyAnswer, notes: null, ...draft }
  const actor = createActor(machine, { input, clock }).start()
  const isAt = (tag: 'shown' | 'resting') =>
    waitFor(actor, (snapshot) => snapshot.hasTag('shown') && (tag === 'shown' || !snapshot.hasTag('busy')))
  return { actor, calls, isAt, names: () => calls.map(({ task }) => task?.kind ?? 'load') }
}

async function shownMessage(message = staffContact(), draft: Partial<ContactDraft> = {}, clock = new SimulatedClock()) {
  const started = start(draft, clock)
  started.calls.pop()?.resolve(message)
  await started.isAt('shown')
  return started
}

const down = () => new Error('The server did not respond.')

const tasks: [EventFromLogic<typeof contactMessageMachine>, ContactTask['kind']][] = [
  [{ type: 'message.taken' }, 'assign'],
  [{ type: 'message.returned' }, 'assign'],
  [{ type: 'message.closed' }, 'close'],
  [{ type: 'message.reopened' }, 'close'],
  [{ type: 'answer.sent', newId: 'id1' }, 'answer'],
  [{ type: 'notes.saved' }, 'notes'],
]

describe('a contact message as seen by the staff', () => {
  test('after typed notes are discarded, the stored ones are shown', async () => {
    const { actor } = await shownMessage({ ...staffContact(), notes: 'Asked before.' })
    actor.send({ type: 'notes.typed', text: 'Competitor?' })
    expect(contactDraftOf(actor.getSnapshot())).toMatchObject({ notes: 'Competitor?' })
    actor.send({ type: 'notes.discarded' })
    expect(contactDraftOf(actor.getSnapshot())).toBeNull()
    expect(contactNotesOf(actor.getSnapshot())).toBe('Asked before.')
  })

  test('the message that the page names is loaded', () => {
    const loaded: string[] = []
    const machine = contactMessageMachine.provide({
      actors: {
        loadMessage: fromPromise<StaffContact, { messageId: string }>(({ input }) => {
          loaded.push(input.messageId)
          return new Promise(() => {})
        }),
        followMessage: fromCallback(() => {}),
      },
    })
    createActor(machine, { input: { messageId: 'c7', answer: emptyAnswer, notes: null } }).start()
    expect(loaded).toEqual(['c7'])
  })

  test.each(tasks)('$type starts even during an update, which is repeated afterwards', async (event, kind) => {
    const { actor, calls, names, isAt } = await shownMessage()
    actor.send({ type: 'answer.typed', text: 'Yes' })
    actor.send({ type: 'notes.typed', text: 'Competitor?' })
    actor.send({ type: 'message.outdated' })
    expect(names()).toEqual(['load'])
    actor.send(event)
    expect(names()).toEqual(['load', kind])
    calls.at(-1)?.resolve(staffContact())
    await isAt('resting')
    expect(names()).toEqual(['load', kind, 'load'])
  })

  test('a task can start after a failed update', async () => {
    const { actor, calls, names } = await shownMessage()
    actor.send({ type: 'message.outdated' })
    calls.at(-1)?.reject(down())
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: { resting: 'outdated' } }))
    actor.send({ type: 'message.taken' })
    expect(names()).toEqual(['load', 'assign'])
    actor.stop()
  })

  test('a change that is reported while the message is loading is loaded as well', async () => {
    const { actor, calls, isAt } = start()
    actor.send({ type: 'message.outdated' })
    calls[0]?.resolve(staffContact())
    await isAt('shown')
    expect(calls).toHaveLength(2)
  })

  test('a change is sent with the assignee and the number of answers that were shown', async () => {
    const assignee = { id: 's2', name: 'Tom Lindqvist' }
    const { actor, calls } = await shownMessage(
      staffContact({ assignee, state: 'assigned' }, { answers: [contactAnswer()] }),
    )
    actor.send({ type: 'answer.typed', text: 'Gen6, too.' })
    actor.send({ type: 'answer.sent', newId: newId() })
    expect(calls.at(-1)?.task).toEqual({ kind: 'answer', id: 'id1', text: 'Gen6, too.', from: 's2', seen: 1 })
  })

  test('nothing is sent without text', async () => {
    const { actor, calls } = await shownMessage()
    actor.send({ type: 'answer.typed', text: ' \n ' })
    actor.send({ type: 'answer.sent', newId: newId() })
    expect(calls).toEqual([])
  })
})

describe('a typed answer', () => {
  const typed = async (message = staffContact()) => {
    const started = await shownMessage(message)
    started.actor.send({ type: 'answer.typed', text: 'Yes' })
    started.actor.send({ type: 'answer.sent', newId: newId() })
    return started
  }

  test('is kept when sending fails, and sent again under the same id', async () => {
    const { actor, calls, isAt } = await typed()
    calls.at(-1)?.reject(down())
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'checking' }))
    calls.at(-1)?.resolve(staffContact())
    await isAt('resting')
    expect(answerOf(actor.getSnapshot())).toMatchObject({ text: 'Yes', id: 'id1' })
    expect(answerFailureOf(actor.getSnapshot())).toBe('The server did not respond.')
    actor.send({ type: 'answer.sent', newId: newId() })
    expect(calls.at(-1)?.task).toMatchObject({ id: 'id1', text: 'Yes' })
  })

  test('that has arrived although the call failed is not offered again', async () => {
    const { actor, calls, isAt } = await typed()
    calls.at(-1)?.reject(down())
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'checking' }))
    calls.at(-1)?.resolve(staffContact({}, { answers: [contactAnswer({ id: 'id1', text: 'Yes' })] }))
    await isAt('resting')
    expect(answerOf(actor.getSnapshot())).toEqual(emptyAnswer)
    expect(answerFailureOf(actor.getSnapshot())).toBeNull()
  })

  test('that had arrived before the page was loaded again is not offered again', async () => {
    const arrived = staffContact({}, { answers: [contactAnswer({ id: 'kept' })] })
    const { actor } = await shownMessage(arrived, { answer: { text: 'Yes', id: 'kept', seen: 0 } })
    expect(answerOf(actor.getSnapshot())).toEqual(emptyAnswer)
  })

  test('from before the page was loaded again keeps its id', async () => {
    const { actor, calls } = await shownMessage(staffContact(), { answer: { text: 'Yes', id: 'kept', seen: 0 } })
    actor.send({ type: 'answer.sent', newId: newId() })
    expect(calls.at(-1)?.task).toMatchObject({ id: 'kept' })
  })

  test('that is changed after a failure is another answer', async () => {
    const { actor, calls, isAt } = await typed()
    calls.at(-1)?.reject(down())
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'checking' }))
    calls.at(-1)?.resolve(staffContact())
    await isAt('resting')
    actor.send({ type: 'answer.typed', text: 'Yes, we can' })
    actor.send({ type: 'answer.sent', newId: newId() })
    expect(calls.at(-1)?.task).toMatchObject({ id: 'id2', text: 'Yes, we can' })
  })

  test('that is typed while another is being sent stays', async () => {
    const { actor, calls, isAt } = await typed()
    actor.send({ type: 'answer.typed', text: 'One more thing' })
    calls.at(-1)?.resolve(staffContact({}, { answers: [contactAnswer({ id: 'id1', text: 'Yes' })] }))
    await isAt('resting')
    expect(answerOf(actor.getSnapshot())).toMatchObject({ text: 'One more thing', id: null })
  })
})

describe('a colleague’s answer', () => {
  const byTom = contactAnswer({ id: 'a1', by: 'Tom Lindqvist' })
  const answered = staffContact({}, { answers: [byTom] })
  const update = async ({ actor, calls, isAt }: Awaited<ReturnType<typeof shownMessage>>, message: StaffContact) => {
    actor.send({ type: 'message.outdated' })
    calls.at(-1)?.resolve(message)
    await waitFor(actor, ({ context }) => context.message === message)
    await isAt('resting')
  }

  test('that arrives while the user writes is announced, and stays announced while they keep writing', async () => {
    const started = await shownMessage()
    const { actor } = started
    actor.send({ type: 'answer.typed', text: 'Y' })
    expect(newerAuthorOf(actor.getSnapshot())).toBeNull()
    await update(started, answered)
    actor.send({ type: 'answer.typed', text: 'Yes' })
    expect(newerAuthorOf(actor.getSnapshot())).toBe('Tom Lindqvist')
    // Someone who starts over has already seen the newer answer.
    actor.send({ type: 'answer.typed', text: '' })
    actor.send({ type: 'answer.typed', text: 'Also' })
    expect(newerAuthorOf(actor.getSnapshot())).toBeNull()
  })

  test('that was there before is not announced', async () => {
    const { actor } = await shownMessage(answered)
    actor.send({ type: 'answer.typed', text: 'Also' })
    expect(newerAuthorOf(actor.getSnapshot())).toBeNull()
  })

  test('that arrived before the page was loaded again is announced', async () => {
    const { actor } = await shownMessage(answered, { answer: { text: 'Yes', id: null, seen: 0 } })
    expect(newerAuthorOf(actor.getSnapshot())).toBe('Tom Lindqvist')
  })
})

describe('what has been typed', () => {
  test('is kept across a reload: the answer and the notes, and nothing else', async () => {
    const { actor, calls, isAt } = await shownMessage()
    expect(contactDraftOf(actor.getSnapshot())).toBeNull()
    actor.send({ type: 'notes.typed', text: 'Competitor?' })
    expect(contactDraftOf(actor.getSnapshot())).toEqual({ answer: emptyAnswer, notes: 'Competitor?' })
    actor.send({ type: 'notes.saved' })
    calls.at(-1)?.resolve(staffContact({}, { notes: 'Competitor?', notes_version: 1 }))
    await isAt('resting')
    expect(contactDraftOf(actor.getSnapshot())).toBeNull()
    actor.send({ type: 'answer.typed', text: 'Yes' })
    expect(contactDraftOf(actor.getSnapshot())).toEqual({ answer: { text: 'Yes', id: null, seen: 0 }, notes: null })
  })

  test('into the notes before a reload is shown again', async () => {
    const { actor } = await shownMessage(staffContact({}, { notes: 'Old' }), { notes: 'New' })
    expect(contactNotesOf(actor.getSnapshot())).toBe('New')
  })
})

describe('notes', () => {
  test('that a colleague has saved too no longer count as typed, so that they do not overwrite later ones', async () => {
    const { actor, calls, isAt } = await shownMessage()
    actor.send({ type: 'notes.typed', text: 'Competitor?' })
    for (const notes of ['Competitor?', 'No, a customer']) {
      actor.send({ type: 'message.outdated' })
      const stored = staffContact({}, { notes })
      calls.at(-1)?.resolve(stored)
      await waitFor(actor, ({ context }) => context.message === stored)
      await isAt('resting')
    }
    expect(contactNotesOf(actor.getSnapshot())).toBe('No, a customer')
    actor.send({ type: 'notes.saved' })
    expect(calls).toHaveLength(2)
  })
})

describe('a message that was deleted', () => {
  const missing = () => Object.assign(new Error('There is no such message.'), { status: 404 })
  const draft = { answer: { text: 'Yes', id: null, seen: 0 }, notes: 'Competitor?' }

  function expectDeleted({ actor }: ReturnType<typeof start>) {
    const snapshot = actor.getSnapshot()
    expect(contactMessageOf(snapshot)).toBeNull()
    expect([answerOf(snapshot).text, contactNotesOf(snapshot)]).toEqual(['Yes', 'Competitor?'])
    expect(contactMessageFailureOf(snapshot)).toBeNull()
  }

  test('is no longer shown after an update, and not asked for again; what was typed stays', async () => {
    const clock = new SimulatedClock()
    const started = await shownMessage(staffContact(), draft, clock)
    const { actor, calls } = started
    actor.send({ type: 'message.outdated' })
    calls.at(-1)?.reject(missing())
    await waitFor(actor, isContactMessageDeleted)
    expectDeleted(started)
    clock.increment(10 * 60_000)
    actor.send({ type: 'message.outdated' })
    expect(calls).toHaveLength(1)
  })

  test('is no longer shown after a failed task', async () => {
    const started = await shownMessage(staffContact(), draft)
    const { actor, calls } = started
    actor.send({ type: 'answer.sent', newId: newId() })
    calls.at(-1)?.reject(missing())
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'checking' }))
    calls.at(-1)?.reject(missing())
    await waitFor(actor, isContactMessageDeleted)
    expectDeleted(started)
  })

  test('before the page was loaded again leaves what was typed', async () => {
    const started = start(draft)
    started.calls[0]?.reject(missing())
    await waitFor(started.actor, isContactMessageDeleted)
    expectDeleted(started)
  })

  test('keeps nothing if nothing typed is left to be shown', async () => {
    const { actor, calls } = await shownMessage(staffContact({}, { notes: 'Old' }))
    actor.send({ type: 'answer.typed', text: 'Yes' })
    actor.send({ type: 'answer.typed', text: '' })
    actor.send({ type: 'notes.typed', text: '' })
    actor.send({ type: 'message.outdated' })
    calls.at(-1)?.reject(missing())
    await waitFor(actor, isContactMessageDeleted)
    expect(contactDraftOf(actor.getSnapshot())).toBeNull()
  })
})

test.each([
  [{ type: 'message.taken' }, contactMessageFailureOf],
  [{ type: 'message.closed' }, contactMessageFailureOf],
  [{ type: 'answer.sent', newId: 'id1' }, answerFailureOf],
  [{ type: 'notes.saved' }, contactNotesFailureOf],
] as const)('the failure of $0.type is shown in one place, where the user has acted', async (event, place) => {
  const { actor, calls, isAt } = await shownMessage()
  actor.send({ type: 'answer.typed', text: 'Yes' })
  actor.send({ type: 'notes.typed', text: 'Competitor?' })
  actor.send(event)
  calls.at(-1)?.reject(down())
  await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'checking' }))
  calls.at(-1)?.resolve(staffContact())
  await isAt('resting')
  const places = [contactMessageFailureOf, answerFailureOf, contactNotesFailureOf]
  const shown = places.filter((failureIn) => failureIn(actor.getSnapshot()) === 'The server did not respond.')
  expect(shown).toEqual([place])
})

import { describe, expect, test } from 'vitest'
import { createActor, type EventFromLogic, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  type AnswerDraft,
  answerOf,
  contactMessageFailureOf,
  contactMessageMachine,
  type ContactTask,
  emptyAnswer,
  type StaffContact,
} from '../../../machines/staff/contact-message.machine'
import { contactAnswer, staffContact } from './samples'

type Call = {
  task?: ContactTask | null
  resolve: (message: StaffContact) => void
  reject: (error: Error) => void
}

/** A message whose calls wait until the test responds to them. A call without a task loads the message. */
function start(answer: AnswerDraft = emptyAnswer) {
  const calls: Call[] = []
  let ids = 0
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
  const actor = createActor(machine, { input: { messageId: 'c1', answer, newId: () => `id${++ids}` } }).start()
  const isAt = (tag: 'shown' | 'resting') =>
    waitFor(actor, (snapshot) => snapshot.hasTag('shown') && (tag === 'shown' || !snapshot.hasTag('busy')))
  return { actor, calls, isAt, names: () => calls.map(({ task }) => task?.kind ?? 'load') }
}

async function shownMessage(message = staffContact(), answer = emptyAnswer) {
  const started = start(answer)
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
  [{ type: 'answer.sent' }, 'answer'],
  [{ type: 'notes.saved' }, 'notes'],
]

describe('a contact message as seen by the staff', () => {
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
    actor.send({ type: 'answer.sent' })
    expect(calls.at(-1)?.task).toEqual({ kind: 'answer', id: 'id1', text: 'Gen6, too.', from: 's2', seen: 1 })
  })

  test('nothing is sent without text', async () => {
    const { actor, calls } = await shownMessage()
    actor.send({ type: 'answer.typed', text: ' \n ' })
    actor.send({ type: 'answer.sent' })
    expect(calls).toEqual([])
  })
})

describe('a typed answer', () => {
  const typed = async (message = staffContact()) => {
    const started = await shownMessage(message)
    started.actor.send({ type: 'answer.typed', text: 'Yes' })
    started.actor.send({ type: 'answer.sent' })
    return started
  }

  test('is kept when sending fails, and sent again under the same id', async () => {
    const { actor, calls, isAt } = await typed()
    calls.at(-1)?.reject(down())
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'checking' }))
    calls.at(-1)?.resolve(staffContact())
    await isAt('resting')
    expect(answerOf(actor.getSnapshot())).toEqual({ text: 'Yes', id: 'id1' })
    expect(contactMessageFailureOf(actor.getSnapshot())).toBe('The server did not respond.')
    actor.send({ type: 'answer.sent' })
    expect(calls.at(-1)?.task).toMatchObject({ id: 'id1', text: 'Yes' })
  })

  test('that has arrived although the call failed is not offered again', async () => {
    const { actor, calls, isAt } = await typed()
    calls.at(-1)?.reject(down())
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'checking' }))
    calls.at(-1)?.resolve(staffContact({}, { answers: [contactAnswer({ id: 'id1', text: 'Yes' })] }))
    await isAt('resting')
    expect(answerOf(actor.getSnapshot())).toEqual(emptyAnswer)
    expect(contactMessageFailureOf(actor.getSnapshot())).toBeNull()
  })

  test('that had arrived before the page was loaded again is not offered again', async () => {
    const arrived = staffContact({}, { answers: [contactAnswer({ id: 'kept' })] })
    const { actor } = await shownMessage(arrived, { text: 'Yes', id: 'kept' })
    expect(answerOf(actor.getSnapshot())).toEqual(emptyAnswer)
  })

  test('from before the page was loaded again keeps its id', async () => {
    const { actor, calls } = await shownMessage(staffContact(), { text: 'Yes', id: 'kept' })
    actor.send({ type: 'answer.sent' })
    expect(calls.at(-1)?.task).toMatchObject({ id: 'kept' })
  })

  test('that is changed after a failure is another answer', async () => {
    const { actor, calls, isAt } = await typed()
    calls.at(-1)?.reject(down())
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'checking' }))
    calls.at(-1)?.resolve(staffContact())
    await isAt('resting')
    actor.send({ type: 'answer.typed', text: 'Yes, we can' })
    actor.send({ type: 'answer.sent' })
    expect(calls.at(-1)?.task).toMatchObject({ id: 'id2', text: 'Yes, we can' })
  })

  test('that is typed while another is being sent stays', async () => {
    const { actor, calls, isAt } = await typed()
    actor.send({ type: 'answer.typed', text: 'One more thing' })
    calls.at(-1)?.resolve(staffContact({}, { answers: [contactAnswer({ id: 'id1', text: 'Yes' })] }))
    await isAt('resting')
    expect(answerOf(actor.getSnapshot())).toEqual({ text: 'One more thing', id: null })
  })
})

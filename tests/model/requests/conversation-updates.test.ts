import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import * as conversation from '../../../machines/requests/conversation.machine'
import { requestMessage } from './message-samples'

type Answer<Output> = { resolve: (output: Output) => void; reject: (error: Error) => void }

const first = { messages: [requestMessage({ id: 'm2', kind: 'assumptions' }), requestMessage()], next: 'c1' }

/** Starts the machine with calls that the test answers itself, in any order. */
function start() {
  const clock = new SimulatedClock()
  const pages: (Answer<conversation.MessagePage> & { cursor: string | null })[] = []
  const sent: (Answer<conversation.RequestMessage> & conversation.NewMessage)[] = []
  const actor = createActor(
    conversation.conversationMachine.provide({
      actors: {
        loadMessages: fromPromise<
          conversation.MessagePage,
          { requestId: string; side: conversation.Side; cursor: string | null }
        >(({ input: { cursor } }) => new Promise((resolve, reject) => pages.push({ cursor, resolve, reject }))),
        sendMessage: fromPromise<conversation.RequestMessage, conversation.NewMessage>(
          ({ input }) => new Promise((resolve, reject) => sent.push({ ...input, resolve, reject })),
        ),
        followMessages: fromCallback(() => {}),
        uploadAttachments: fromCallback(() => {}),
      },
    }),
    { input: { requestId: 'r1', side: 'customer', text: '', pins: [], attachments: [] }, clock },
  ).start()
  const answer = async (at: number, page: conversation.MessagePage) => {
    pages[at]?.resolve(page)
    await Promise.resolve().then(() => {})
  }
  const shown = () => conversation.messagesOf(actor.getSnapshot()).map(({ id }) => id)
  return { actor, clock, pages, sent, answer, shown }
}

test('a message is sent during an update, which is then repeated', async () => {
  const { actor, pages, sent, answer, shown } = start()
  await answer(0, first)
  actor.send({ type: 'messages.outdated' })
  expect(pages).toHaveLength(2)
  actor.send({ type: 'text.typed', text: 'Six layers' })
  actor.send({ type: 'message.sent', newId: 'new' })
  expect(sent).toMatchObject([{ text: 'Six layers', kind: 'message' }])
  sent[0]?.resolve(requestMessage({ id: 'new', side: 'customer', text: 'Six layers' }))
  await expect.poll(() => pages.length).toBe(3)
  await answer(2, {
    messages: [requestMessage({ id: 'm3' }), requestMessage({ id: 'new' }), ...first.messages],
    next: 'c1',
  })
  expect(shown()).toEqual(['m1', 'm2', 'new', 'm3'])
})

test.each([
  ['an update', { type: 'messages.outdated' }],
  ['a load of older messages', { type: 'older.requested' }],
] as const)('assumptions can be approved and answered during %s', async (_, beginning) => {
  const { actor, sent, answer } = start()
  await answer(0, first)
  actor.send(beginning)
  actor.send({ type: 'question.chosen', id: 'm2' })
  expect(conversation.writingOf(actor.getSnapshot())).toEqual({ kind: 'answer', answers: 'm2' })
  actor.send({ type: 'answer.dismissed' })
  expect(conversation.writingOf(actor.getSnapshot())).toEqual({ kind: 'message', answers: null })
  actor.send({ type: 'kind.chosen', chosen: 'question' })
  expect(conversation.writingOf(actor.getSnapshot()).kind).toBe('question')
  actor.send({ type: 'assumptions.approved', id: 'm2', newId: 'new' })
  expect(sent).toMatchObject([{ kind: 'approval', answers: 'm2', text: 'Approved.' }])
})

test('older messages are loaded during an update, which is then repeated', async () => {
  const { actor, pages, answer, shown } = start()
  await answer(0, first)
  actor.send({ type: 'messages.outdated' })
  actor.send({ type: 'older.requested' })
  expect(pages.map(({ cursor }) => cursor)).toEqual([null, null, 'c1'])
  await answer(2, { messages: [requestMessage({ id: 'm0' })], next: null })
  expect(shown()).toEqual(['m0', 'm1', 'm2'])
  expect(pages.map(({ cursor }) => cursor)).toEqual([null, null, 'c1', null])
})

test('a change that is reported while the conversation is loading is loaded, too', async () => {
  const { actor, pages, answer, shown } = start()
  actor.send({ type: 'messages.outdated' })
  await answer(0, first)
  expect(shown()).toEqual(['m1', 'm2'])
  await answer(1, { messages: [requestMessage({ id: 'm3' }), ...first.messages], next: 'c1' })
  expect(shown()).toEqual(['m1', 'm2', 'm3'])
  expect(pages).toHaveLength(2)
})

test('a message is shown half a minute after it could not be loaded, even if nothing else changes', async () => {
  const { actor, clock, pages, answer, shown } = start()
  await answer(0, first)
  actor.send({ type: 'messages.outdated' })
  pages[1]?.reject(new Error('The network is down.'))
  await expect.poll(() => actor.getSnapshot().matches({ shown: { resting: 'updating' } })).toBe(false)
  expect([pages.length, conversation.conversationFailureOf(actor.getSnapshot())]).toEqual([2, null])
  clock.increment(30_000)
  expect(pages).toHaveLength(3)
  await answer(2, { messages: [requestMessage({ id: 'm3' }), ...first.messages], next: 'c1' })
  expect(shown()).toEqual(['m1', 'm2', 'm3'])
})

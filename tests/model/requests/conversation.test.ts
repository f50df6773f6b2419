/** Which message a repeated call sends: the server stores only one with the same id, and ignores what else it says. */
import { expect, test } from 'vitest'
import { createActor, type EventFrom, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  conversationMachine,
  type MessagePage,
  type NewMessage,
  type RequestMessage,
  type Side,
} from '../../../machines/requests/conversation.machine'
import { requestMessage } from './message-samples'

const assumptions = requestMessage({ id: 'q1', kind: 'assumptions', text: 'Ideal capacitors.' })

/** Starts a conversation in which no message arrives. */
async function start(side: Side) {
  const sent: NewMessage[] = []
  let ids = 0
  const machine = conversationMachine.provide({
    actors: {
      loadMessages: fromPromise(async (): Promise<MessagePage> => ({ messages: [assumptions], next: null })),
      sendMessage: fromPromise<RequestMessage, NewMessage>(async ({ input }) => {
        sent.push(input)
        throw new Error('The connection was lost.')
      }),
      followMessages: fromCallback(() => {}),
    },
  })
  const newId = () => `new ${++ids}`
  const actor = createActor(machine, { input: { requestId: 'r1', side, text: '', newId } }).start()
  const resting = () => waitFor(actor, (snapshot) => snapshot.matches({ shown: 'resting' }))
  await resting()
  const send = async (...events: EventFrom<typeof conversationMachine>[]) => {
    for (const event of events) {
      actor.send(event)
      await resting()
    }
  }
  return { send, sent, ids: () => sent.map(({ id }) => id) }
}

test('a message that is sent again keeps its id, until its text changes', async () => {
  const { send, ids } = await start('customer')
  await send({ type: 'text.typed', text: 'Six layers' }, { type: 'message.sent' }, { type: 'message.sent' })
  await send({ type: 'text.typed', text: 'Eight layers' }, { type: 'message.sent' })
  expect(ids()).toEqual(['new 1', 'new 1', 'new 2'])
})

test('a message that is sent again as a question is another message', async () => {
  const { send, sent } = await start('staff')
  await send({ type: 'text.typed', text: 'Which stackup?' }, { type: 'message.sent' })
  await send({ type: 'kind.chosen', chosen: 'question' }, { type: 'message.sent' })
  expect(sent.map(({ id, kind }) => [id, kind])).toEqual([
    ['new 1', 'message'],
    ['new 2', 'question'],
  ])
})

test('an approval is another message than the one that could not be sent, and keeps its own id', async () => {
  const { send, sent } = await start('customer')
  await send({ type: 'text.typed', text: 'They are fine.' }, { type: 'message.sent' })
  const approval = { type: 'assumptions.approved', id: 'q1' } as const
  await send(approval, approval)
  expect(sent.map(({ id, kind, answers }) => [id, kind, answers])).toEqual([
    ['new 1', 'message', null],
    ['new 2', 'approval', 'q1'],
    ['new 2', 'approval', 'q1'],
  ])
})

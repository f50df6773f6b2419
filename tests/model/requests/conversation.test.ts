/** Which message a repeated call sends: the server stores only one with the same id, and ignores what else it says. */
import { describe, expect, test } from 'vitest'
import { createActor, type EventFrom, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  conversationMachine,
  type MessagePage,
  type NewMessage,
  pinsOf,
  type RequestMessage,
  type Side,
} from '../../../machines/requests/conversation.machine'
import {
  draftOf,
  mostPins,
  type NewPin,
  pinAt,
  pinMarks,
  pinName,
  pinsOfDraft,
  pinView,
  textOfDraft,
} from '../../../machines/requests/message-pins'
import { requestMessage } from './message-samples'

const assumptions = requestMessage({ id: 'q1', kind: 'assumptions', text: 'Ideal capacitors.' })

const clock: NewPin = { file_id: 'f1', file_name: 'board.kicad_pcb', anchor: { kind: 'net', net: 'CLK' } }
const corner: NewPin = { file_id: 'f1', file_name: 'board.kicad_pcb', anchor: { kind: 'board', x: 0, y: 0 } }

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
  const actor = createActor(machine, { input: { requestId: 'r1', side, text: '', pins: [], newId } }).start()
  const resting = () => waitFor(actor, (snapshot) => snapshot.matches({ shown: 'resting' }))
  await resting()
  const send = async (...events: EventFrom<typeof conversationMachine>[]) => {
    for (const event of events) {
      actor.send(event)
      await resting()
    }
  }
  const pins = () => pinsOf(actor.getSnapshot())
  return { send, sent, pins, ids: () => sent.map(({ id }) => id) }
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

describe('the pins of a message', () => {
  test('are sent with it, and make it another message when they change', async () => {
    const { send, sent, ids } = await start('customer')
    await send({ type: 'text.typed', text: 'Here' }, { type: 'pin.added', pin: clock }, { type: 'message.sent' })
    // The same place again changes nothing.
    await send({ type: 'pin.added', pin: { ...clock } }, { type: 'message.sent' })
    await send({ type: 'pin.added', pin: corner }, { type: 'message.sent' })
    await send({ type: 'pin.removed', pin: { ...clock } }, { type: 'message.sent' })
    expect(ids()).toEqual(['new 1', 'new 1', 'new 2', 'new 3'])
    expect(sent.map(({ pins }) => pins)).toEqual([[clock], [clock], [clock, corner], [corner]])
  })

  test('are sent with an approval', async () => {
    const { send, sent } = await start('customer')
    await send({ type: 'pin.added', pin: clock }, { type: 'assumptions.approved', id: 'q1' })
    expect(sent).toMatchObject([{ kind: 'approval', pins: [clock] }])
  })

  test('are at most ten', async () => {
    const { send, pins } = await start('staff')
    for (let x = 0; x < mostPins + 1; x++) {
      await send({ type: 'pin.added', pin: { ...corner, anchor: { kind: 'board', x, y: 0 } } })
    }
    expect(pins()).toHaveLength(10)
    expect(pins().at(-1)?.anchor).toEqual({ kind: 'board', x: 9, y: 0 })
  })

  test('that was added while the message was being sent stays for the next one', async () => {
    let store = (_: RequestMessage) => {}
    const machine = conversationMachine.provide({
      actors: {
        loadMessages: fromPromise(async (): Promise<MessagePage> => ({ messages: [], next: null })),
        sendMessage: fromPromise<RequestMessage, NewMessage>(
          () =>
            new Promise((resolve) => {
              store = resolve
            }),
        ),
        followMessages: fromCallback(() => {}),
      },
    })
    const input = { requestId: 'r1', side: 'customer' as const, text: 'Here', pins: [clock], newId: () => 'new' }
    const actor = createActor(machine, { input }).start()
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'resting' }))
    actor.send({ type: 'message.sent' })
    actor.send({ type: 'pin.added', pin: corner })
    // The database does not keep the order of the members.
    store(requestMessage({ id: 'new', side: 'customer', pins: [{ ...clock, anchor: { net: 'CLK', kind: 'net' } }] }))
    const sent = await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'resting' }))
    expect(pinsOf(sent)).toEqual([corner])
  })

  test('name their place, and the view that shows it', () => {
    const file = { id: 'f1', name: 'line.s2p' }
    const point = pinAt(
      file,
      pinView({ file_id: 'f1', file_name: 'line.s2p', anchor: { kind: 'curve', curve: 'S21', x: 2e9 } }),
    )
    expect(point).toEqual({ file_id: 'f1', file_name: 'line.s2p', anchor: { kind: 'curve', curve: 'S21', x: 2e9 } })
    expect(pinName(point)).toBe('S21 at 2 GHz in line.s2p')
    const whole = pinAt(file, '')
    expect([pinName(whole), pinView(whole)]).toEqual(['line.s2p', ''])
  })

  test('are marked in their file', () => {
    const message = requestMessage({ pins: [clock, { ...corner, file_id: 'f2' }, { ...clock, anchor: null }] })
    expect(pinMarks([message, requestMessage({ id: 'm2' })], 'f1')).toEqual([
      { id: 'm1 0', of: 'message', anchor: clock.anchor, author: 'Stella Okafor', text: 'We have begun.' },
    ])
  })

  test('are kept with the unsent text', () => {
    for (const [text, pins] of [
      ['', []],
      ['Here', []],
      ['Here', [clock]],
      ['', [clock]],
    ] as [string, NewPin[]][]) {
      const draft = draftOf(text, pins)
      expect([textOfDraft(draft), pinsOfDraft(draft)]).toEqual([text, pins])
    }
    expect(draftOf('', [])).toBeNull()
  })
})

/**
 * Which message a repeated call sends: the server stores only one message for each id, and ignores the content of any
 * later call with that id.
 */
import { describe, expect, test } from 'vitest'
import { createActor, type EventFrom, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  attachedOf,
  type AttachmentTask,
  conversationMachine,
  type MessagePage,
  type NewMessage,
  pinsOf,
  type RequestMessage,
  type Side,
} from '../../../machines/requests/conversation.machine'
import type { StoredAttachment } from '../../../machines/requests/message-attachments'
import { attachmentsOfDraft, draftOf, pinsOfDraft, textOfDraft } from '../../../machines/requests/message-draft'
import { mostPins, type NewPin, pinAt, pinMarks, pinName, pinView } from '../../../machines/requests/message-pins'
import { requestMessage } from './message-samples'

const assumptions = requestMessage({ id: 'q1', kind: 'assumptions', text: 'Ideal capacitors.' })

const clock: NewPin = { file_id: 'f1', file_name: 'board.kicad_pcb', anchor: { kind: 'net', net: 'CLK' } }
const corner: NewPin = { file_id: 'f1', file_name: 'board.kicad_pcb', anchor: { kind: 'board', x: 0, y: 0 } }

const stackup: StoredAttachment = { id: 'a1', name: 'stackup.csv', size: 100, sha256: 'ab' }

type Given = EventFrom<typeof conversationMachine>
type Unnumber<Event> = Event extends unknown ? Omit<Event, 'newId'> & { newId?: never } : never
type Unnumbered = Unnumber<Given>

/** Starts a conversation in which no message can be sent. `update` loads other messages. */
async function start(side: Side) {
  const sent: NewMessage[] = []
  const uploads: AttachmentTask[] = []
  let loaded = [assumptions]
  let ids = 0
  const machine = conversationMachine.provide({
    actors: {
      loadMessages: fromPromise(async (): Promise<MessagePage> => ({ messages: loaded, next: null })),
      sendMessage: fromPromise<RequestMessage, NewMessage>(async ({ input }) => {
        sent.push(input)
        throw new Error('The connection was lost.')
      }),
      followMessages: fromCallback(() => {}),
      uploadAttachments: fromCallback<AttachmentTask, { requestId: string; side: Side }>(({ receive }) =>
        receive((task) => uploads.push(task)),
      ),
    },
  })
  const actor = createActor(machine, {
    input: { requestId: 'r1', side, text: '', pins: [], attachments: [] },
  }).start()
  const resting = () => waitFor(actor, (snapshot) => snapshot.matches({ shown: 'resting' }))
  await resting()
  /** Sends events, with a new id for each event that may send a message, as the view does. */
  const send = async (...events: Unnumbered[]) => {
    for (const event of events) {
      const isNumbered = event.type === 'message.sent' || event.type === 'assumptions.approved'
      actor.send({ ...event, ...(isNumbered && { newId: `new ${++ids}` }) } as Given)
      await resting()
    }
  }
  const update = async (messages: RequestMessage[]) => {
    loaded = messages
    actor.send({ type: 'messages.outdated' })
    await waitFor(
      actor,
      (snapshot) => snapshot.matches({ shown: { resting: 'current' } }) && !snapshot.context.isOutdated,
    )
  }
  const pins = () => pinsOf(actor.getSnapshot())
  const attached = () => attachedOf(actor.getSnapshot())
  return { send, sent, update, pins, attached, uploads, ids: () => sent.map(({ id }) => id) }
}

test('a message that is sent again keeps its id, until its text changes', async () => {
  const { send, ids } = await start('customer')
  await send({ type: 'text.typed', text: 'Six layers' }, { type: 'message.sent' }, { type: 'message.sent' })
  await send({ type: 'text.typed', text: 'Eight layers' }, { type: 'message.sent' })
  expect(ids()).toEqual(['new 1', 'new 1', 'new 3'])
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

test('a message that is sent again as an answer, or no longer as one, is another message', async () => {
  const { send, sent } = await start('customer')
  await send({ type: 'text.typed', text: 'Real ones' }, { type: 'message.sent' })
  await send({ type: 'question.chosen', id: 'q1' }, { type: 'message.sent' }, { type: 'message.sent' })
  await send({ type: 'answer.dismissed' }, { type: 'message.sent' })
  expect(sent.map(({ id, kind, answers }) => [id, kind, answers])).toEqual([
    ['new 1', 'message', null],
    ['new 2', 'answer', 'q1'],
    ['new 2', 'answer', 'q1'],
    ['new 4', 'message', null],
  ])
})

test('an approval is a different message from the one that could not be sent, and keeps its own id', async () => {
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
    // Adding the same place again changes nothing.
    await send({ type: 'pin.added', pin: { ...clock } }, { type: 'message.sent' })
    await send({ type: 'pin.added', pin: corner }, { type: 'message.sent' })
    await send({ type: 'pin.removed', pin: { ...clock } }, { type: 'message.sent' })
    expect(ids()).toEqual(['new 1', 'new 1', 'new 3', 'new 4'])
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

  test('that were added while the message was being sent stay for the next one', async () => {
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
        uploadAttachments: fromCallback(() => {}),
      },
    })
    const written = { text: 'Here', pins: [clock], attachments: [] }
    const input = { requestId: 'r1', side: 'customer' as const, ...written }
    const actor = createActor(machine, { input }).start()
    await waitFor(actor, (snapshot) => snapshot.matches({ shown: 'resting' }))
    actor.send({ type: 'message.sent', newId: 'new' })
    actor.send({ type: 'pin.added', pin: corner })
    // The database does not keep the order of the properties.
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
    for (const [text, pins, attachments] of [
      ['', [], []],
      ['Here', [], []],
      ['Here', [clock], []],
      ['', [clock], []],
      ['', [], [stackup]],
      ['Here', [clock], [stackup]],
    ] as [string, NewPin[], StoredAttachment[]][]) {
      const draft = draftOf(text, pins, attachments)
      expect([textOfDraft(draft), pinsOfDraft(draft), attachmentsOfDraft(draft)]).toEqual([text, pins, attachments])
    }
    expect(draftOf('', [], [])).toBeNull()
  })
})

describe('the attachments of a message', () => {
  const key = 'chosen 1'
  const file = { id: key, name: 'stackup.csv', size: 100, modified: 0 }
  const choose: EventFrom<typeof conversationMachine> = { type: 'files.chosen', files: [file], unreadable: [] }

  test('are sent once they are uploaded, and make it another message when they change', async () => {
    const { send, sent, ids, attached } = await start('customer')
    await send({ type: 'text.typed', text: 'Here' }, choose, { type: 'message.sent' })
    await send({ type: 'assumptions.approved', id: 'q1' })
    expect(sent).toEqual([])
    await send({ type: 'attachment.failed', key, error: new Error('The disk is full.') }, { type: 'message.sent' })
    expect(attached()).toMatchObject([{ state: 'failed', failure: 'The disk is full.' }])
    expect(sent).toEqual([])
    await send({ type: 'attachment.retried', key }, { type: 'attachment.stored', key, stored: stackup })
    await send({ type: 'message.sent' }, { type: 'message.sent' })
    await send({ type: 'attachment.removed', key }, { type: 'message.sent' })
    expect(sent.map(({ attachments }) => attachments)).toEqual([[stackup], [stackup], []])
    expect(ids()).toEqual(['new 4', 'new 4', 'new 6'])
  })

  test('make it another message when they are added after it could not be sent', async () => {
    const { send, sent } = await start('customer')
    await send({ type: 'text.typed', text: 'Here' }, { type: 'message.sent' })
    await send(choose, { type: 'attachment.stored', key, stored: stackup }, { type: 'message.sent' })
    expect(sent.map(({ id, attachments }) => [id, attachments])).toEqual([
      ['new 1', []],
      ['new 2', [stackup]],
    ])
  })

  test('are sent with an approval', async () => {
    const { send, sent } = await start('customer')
    await send(choose, { type: 'attachment.stored', key, stored: stackup })
    await send({ type: 'assumptions.approved', id: 'q1' })
    expect(sent).toMatchObject([{ kind: 'approval', text: 'Approved.', attachments: [stackup] }])
  })

  test('are at most ten, of 25 MB each, and only those are uploaded', async () => {
    const { send, attached, uploads } = await start('staff')
    const files = Array.from({ length: 12 }, (_, at) => ({ ...file, id: `chosen ${at}`, name: `${at}.csv` }))
    const [first, second] = files
    if (!first || !second) throw new Error('There are no files.')
    Object.assign(second, { size: 25 * 1_048_576 + 1 })
    await send({ type: 'files.chosen', files, unreadable: ['lost.csv'] })
    expect(attached().map(({ name, state }) => [name, state])).toEqual([
      ['0.csv', 'uploading'],
      ['1.csv', 'failed'],
      ...Array.from({ length: 8 }, (_, at) => [`${at + 2}.csv`, 'uploading']),
    ])
    expect(uploads).toEqual([
      { type: 'files.wanted', files: [first, ...files.slice(2, 10)] },
      { type: 'files.dropped', keys: ['chosen 10', 'chosen 11'] },
    ])
    expect(attached()[1]).toMatchObject({ isFinal: true, failure: expect.stringContaining('25 MB') })
  })

  test('are not sent again if they are in a message whose response was lost', async () => {
    const { send, attached, update } = await start('customer')
    await send(choose, { type: 'attachment.stored', key, stored: stackup })
    await update([requestMessage({ side: 'customer', attachments: [stackup] }), assumptions])
    expect(attached()).toEqual([])
  })
})

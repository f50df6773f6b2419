/**
 * Which refund a repeated call sends: the server makes only one refund for each id, and ignores the content of any
 * later call with that id.
 */
import { expect, test } from 'vitest'
import { createActor, type EventFrom, fromPromise, waitFor } from 'xstate'

import { refundMachine, type SentRefund } from '../../../machines/staff/requests/refund.machine'

type RefundEvent = EventFrom<typeof refundMachine>

/** A form with a row and a reason. All its refunds fail. */
function opened() {
  const sent: SentRefund[] = []
  const machine = refundMachine.provide({
    actors: {
      send: fromPromise<void, SentRefund>(async ({ input }) => {
        sent.push(input)
        throw new Error('The connection was lost.')
      }),
    },
  })
  const actor = createActor(machine, { input: { requestId: 'r1' } }).start()
  actor.send({ type: 'refund.begun' })
  actor.send({ type: 'row.toggled', row: { kind: 'si', number: 1 } })
  actor.send({ type: 'reason.typed', text: 'The board changed.' })
  let ids = 0
  /** Makes changes and confirms the refund under a new id, as the view does. */
  const send = async (...changes: RefundEvent[]) => {
    for (const change of changes) actor.send(change)
    actor.send({ type: 'refund.requested' })
    actor.send({ type: 'refund.confirmed', newId: `new ${++ids}` })
    await waitFor(actor, (snapshot) => snapshot.matches('choosing'))
  }
  return { send, sent }
}

test('a refund that is sent again keeps its id', async () => {
  const { send, sent } = opened()
  await send()
  await send()
  expect(sent.map(({ id }) => id)).toEqual(['new 1', 'new 1'])
})

test.each<[string, RefundEvent, Partial<SentRefund>]>([
  [
    'rows',
    { type: 'row.toggled', row: { kind: 'pi', number: 1 } },
    {
      rows: [
        { kind: 'si', number: 1 },
        { kind: 'pi', number: 1 },
      ],
    },
  ],
  ['reason', { type: 'reason.typed', text: 'The net was removed.' }, { reason: 'The net was removed.' }],
  ['choice whether to cancel', { type: 'cancellation.toggled' }, { cancels: true }],
])('a refund with other values is another one: %s', async (_, change, expected) => {
  const { send, sent } = opened()
  await send()
  await send(change)
  expect(sent[1]).toMatchObject({ id: 'new 2', ...expected })
})

test('what a colleague has refunded or delivered in the meantime is no longer chosen', async () => {
  const { send, sent } = opened()
  await send({ type: 'row.toggled', row: { kind: 'pi', number: 1 } }, { type: 'cancellation.toggled' })
  await send({ type: 'request.changed', rows: [{ kind: 'pi', number: 1 }], mayCancel: false })
  expect(sent[1]).toMatchObject({ rows: [{ kind: 'pi', number: 1 }], cancels: false, reason: 'The board changed.' })
})

test('the question is withdrawn if nothing is left to do, and the reason is kept', () => {
  const actor = createActor(refundMachine, { input: { requestId: 'r1' } }).start()
  actor.send({ type: 'refund.begun' })
  actor.send({ type: 'row.toggled', row: { kind: 'si', number: 1 } })
  actor.send({ type: 'reason.typed', text: 'The board changed.' })
  actor.send({ type: 'refund.requested' })
  expect(actor.getSnapshot().value).toBe('asking')
  actor.send({ type: 'request.changed', rows: [], mayCancel: true })
  const { value, context } = actor.getSnapshot()
  expect([value, context.rows, context.reason]).toEqual(['choosing', [], 'The board changed.'])
})

/** Sends a refund of one row, which waits until `fail` is called. */
function sending() {
  const row = { kind: 'si', number: 1 } as const
  let fail = () => {}
  const machine = refundMachine.provide({
    actors: {
      send: fromPromise<void, SentRefund>(
        () => new Promise((_, reject) => (fail = () => reject(new Error('The connection was lost.')))),
      ),
    },
  })
  const actor = createActor(machine, { input: { requestId: 'r1' } }).start()
  actor.send({ type: 'refund.begun' })
  actor.send({ type: 'row.toggled', row })
  actor.send({ type: 'reason.typed', text: 'The board changed.' })
  actor.send({ type: 'refund.requested' })
  actor.send({ type: 'refund.confirmed', newId: 'new 1' })
  const failed = async () => {
    fail()
    return (await waitFor(actor, (snapshot) => snapshot.matches('choosing'))).context
  }
  return { actor, row, failed }
}

test('a refund whose response is lost stays as it was sent until it fails, and then nothing is left to send', async () => {
  const { actor, row, failed } = sending()
  actor.send({ type: 'request.changed', rows: [], mayCancel: false })
  expect(actor.getSnapshot().context.rows).toEqual([row])
  const { rows, failure, reason } = await failed()
  expect([rows, failure, reason]).toEqual([[], null, 'The board changed.'])
})

test('the failure of a refund is withdrawn if its rows turn out to be refunded, and only then', async () => {
  const { actor, row, failed } = sending()
  expect((await failed()).failure).toBe('The connection was lost.')
  actor.send({ type: 'request.changed', rows: [row], mayCancel: true })
  expect(actor.getSnapshot().context.failure).toBe('The connection was lost.')
  actor.send({ type: 'request.changed', rows: [], mayCancel: true })
  expect(actor.getSnapshot().context).toMatchObject({ rows: [], failure: null })
})

/**
 * Which delivery a repeated call sends: the server stores only one delivery for each id, and ignores the content of any
 * later call with that id.
 */
import { expect, test } from 'vitest'
import { type AnyEventObject, createActor, type EventFrom, fromCallback, fromPromise, waitFor } from 'xstate'

import {
  type ComputedReport,
  type DeliveryContent,
  deliveryMachine,
  type SentDelivery,
} from '../../../machines/staff/requests/delivery.machine'

type DeliveryEvent = EventFrom<typeof deliveryMachine>

const file = { id: 'c1', name: 'channel.s4p', size: 100, modified: 0 }
const other = { ...file, id: 'c2', name: 'supply.s2p' }

/** A form with a file and a reason. All its deliveries fail. */
function opened() {
  const sent: SentDelivery[] = []
  const machine = deliveryMachine.provide({
    actors: {
      readManifest: fromPromise(async () => '{}'),
      computeReport: fromPromise<ComputedReport | null, DeliveryContent & { manifest: string }>(async () => null),
      send: fromCallback<AnyEventObject, SentDelivery>(({ input, sendBack }) => {
        sent.push(input)
        sendBack({ type: 'delivery.refused', message: 'The connection was lost.' })
      }),
    },
  })
  const actor = createActor(machine, { input: { requestId: 'r1', ordered: { si: [], pi: [] } } }).start()
  const checked = () => waitFor(actor, (snapshot) => snapshot.matches({ open: 'checked' }))
  let ids = 0
  /** Makes changes, checks the delivery if that is necessary, and sends it under a new id, as the view does. */
  const send = async (...changes: DeliveryEvent[]) => {
    for (const change of changes) {
      actor.send(change)
      await waitFor(actor, (snapshot) => !snapshot.matches({ open: 'reading' }))
    }
    actor.send({ type: 'check.requested' })
    await checked()
    actor.send({ type: 'delivery.confirmed', replaces: 1, newId: `new ${++ids}` })
    await checked()
  }
  const begin: DeliveryEvent[] = [
    { type: 'delivery.begun' },
    { type: 'files.chosen', files: [file], unreadable: [] },
    { type: 'reason.typed', text: 'The stub was missing.' },
  ]
  return { begin: () => send(...begin), send, sent }
}

test('a delivery that is sent again keeps its id', async () => {
  const { begin, send, sent } = opened()
  await begin()
  await send()
  expect(sent.map(({ id }) => id)).toEqual(['new 1', 'new 1'])
})

test.each<[string, DeliveryEvent, Partial<SentDelivery>]>([
  ['reason', { type: 'reason.typed', text: 'Two stubs were missing.' }, { reason: 'Two stubs were missing.' }],
  ['files', { type: 'files.chosen', files: [other], unreadable: [] }, { files: [file, other] }],
  ['manifest', { type: 'manifest.typed', text: '{"rows":[]}' }, {}],
])('a delivery with other values is another one: %s', async (_, change, expected) => {
  const { begin, send, sent } = opened()
  await begin()
  await send(change)
  expect(sent[1]).toMatchObject({ id: 'new 2', ...expected })
})

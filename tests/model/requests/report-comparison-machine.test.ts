import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import type { Delivery, DeliverySummary } from '../../../machines/requests/report-comparison'
import {
  chosenDeliveryOf,
  isLoadingDelivery,
  otherDeliveryOf,
  reportComparisonMachine,
} from '../../../machines/requests/report-comparison.machine'
import { simulationRequest } from '../wizard/request-samples'
import { requestReport } from './report-samples'

/** Shows the report of delivery 2. Deliveries 1 and 3 belong to the same request; r2 is another request. */
async function start(chosenId: string | null) {
  const loaded: (string | null)[] = []
  const other: Delivery = { request: simulationRequest(), report: requestReport(), delivered: null }
  const deliveries = ['3', '1', 'r2'].map((id): DeliverySummary => ({ id, delivered: null, number: null }))
  const actor = createActor(
    reportComparisonMachine.provide({
      actors: {
        listDeliveries: fromPromise(async () => deliveries),
        loadDelivery: fromPromise<Delivery, { requestId: string; chosenId: string | null }>(async ({ input }) => {
          loaded.push(input.chosenId)
          return other
        }),
      },
    }),
    { input: { requestId: 'r1', projectId: 'p1', delivery: 2, chosenId } },
  ).start()
  const settled = () => waitFor(actor, (snapshot) => !isLoadingDelivery(snapshot))
  await settled()
  return { actor, loaded, settled }
}

test.each(['3', '1', 'r2', 'r99'])('the delivery %s of a link is compared', async (id) => {
  const { actor, loaded } = await start(id)
  expect(loaded).toEqual([id])
  expect(otherDeliveryOf(actor.getSnapshot())).not.toBeNull()
})

test('a delivery is not compared with itself, neither from a link nor by Back', async () => {
  const { actor, loaded, settled } = await start('2')
  expect(chosenDeliveryOf(actor.getSnapshot())).toBeNull()
  actor.send({ type: 'delivery.chosen', id: '2' })
  await settled()
  expect(loaded).toEqual([])
  actor.send({ type: 'delivery.chosen', id: '1' })
  await settled()
  expect(loaded).toEqual(['1'])
})

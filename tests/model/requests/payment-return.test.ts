import { describe, expect, test } from 'vitest'
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate'

import {
  isUnpaid,
  paymentReturnMachine,
  type SimulationRequest,
} from '../../../machines/requests/payment-return.machine'
import { covers } from '../../spec-coverage/covers'
import { simulationRequest } from '../wizard/request-samples'

describe('payment return', () => {
  const request = (status: SimulationRequest['status']) => simulationRequest({ status, paid: null })
  const start = (answers: (() => Promise<SimulationRequest>)[], hasLeft = false) => {
    const clock = new SimulatedClock()
    let calls = 0
    const dropped: string[] = []
    const actor = createActor(
      paymentReturnMachine.provide({
        actions: { dropSentDraft: (_, { id }) => void dropped.push(id) },
        actors: {
          loadRequest: fromPromise<SimulationRequest, { requestId: string }>(async () => {
            const answer = answers[Math.min(calls++, answers.length - 1)]
            return answer ? answer() : request('draft')
          }),
        },
      }),
      { input: { requestId: 'r1', hasLeft }, clock },
    ).start()
    const notAsking = () => waitFor(actor, (snapshot) => !snapshot.matches('asking'))
    return { actor, clock, notAsking, calls: () => calls, dropped }
  }

  test('polls until the payment is known', async () => {
    covers('decisions-payment-truth')
    const { clock, notAsking, calls, dropped } = start([
      async () => request('awaiting payment'),
      async () => request('paid'),
    ])
    const seen = async () => {
      const { value, context } = await notAsking()
      return [value, context.request?.status]
    }
    expect([await seen(), dropped]).toEqual([['waiting', 'awaiting payment'], []])
    clock.increment(2_000)
    expect(await seen()).toEqual(['paid', 'paid'])
    expect([calls(), dropped]).toEqual([2, [request('paid').id]])
  })

  test('is not awaited after the payment page was left, where it can still be paid', async () => {
    const { actor, notAsking, calls } = start([async () => request('awaiting payment')], true)
    expect((await notAsking()).value).toBe('unpaid')
    expect([calls(), isUnpaid(actor.getSnapshot())]).toEqual([1, true])
  })

  test('which counts even if it came just before the page was left', async () => {
    const { notAsking, dropped } = start([async () => request('paid')], true)
    expect([(await notAsking()).value, dropped]).toEqual(['paid', [request('paid').id]])
  })

  test('gives up after 30 requests, and starts again on demand', async () => {
    let asked = 0
    const { actor, clock, notAsking } = start([async () => ({ ...request('awaiting payment'), total: (asked += 1) })])
    for (let question = 1; question < 30; question += 1) {
      await notAsking()
      clock.increment(2_000)
    }
    expect(await notAsking()).toMatchObject({ value: 'undecided', context: { request: { total: 30 } } })
    expect(asked).toBe(30)
    actor.send({ type: 'status.asked' })
    expect(actor.getSnapshot().value).toBe('asking')
  })

  test('a failed request shows an error and can be repeated', async () => {
    const { actor, notAsking } = start([() => Promise.reject(new Error('')), async () => request('cancelled')])
    expect((await notAsking()).context.failure).toBe('The status of your request could not be loaded.')
    actor.send({ type: 'status.asked' })
    expect((await notAsking()).context).toMatchObject({ failure: null, request: { status: 'cancelled' } })
  })
})

import { expect, test } from 'vitest'
import { createActor, fromCallback, fromPromise, SimulatedClock } from 'xstate'

import {
  type Customer,
  customerMachine,
  customerOf,
  spendingByYear,
} from '../../../machines/staff/customers/customer.machine'
import { customer } from './samples'

const month = (name: string, paid: number, refunded = 0) => ({
  month: name,
  paid_cents: paid,
  refunded_cents: refunded,
})

test('months are summed by year', () => {
  const months = [month('2026-02', 5, 1), month('2026-01', 7, 2), month('2025-12', 11)]
  expect(spendingByYear(months)).toEqual([
    { year: '2026', paid_cents: 12, refunded_cents: 3, months: months.slice(0, 2) },
    { year: '2025', paid_cents: 11, refunded_cents: 0, months: months.slice(2) },
  ])
  expect(months).toEqual([month('2026-02', 5, 1), month('2026-01', 7, 2), month('2025-12', 11)])
  expect(spendingByYear([])).toEqual([])
})

/** Starts the machine with calls that the test answers itself, in any order. */
function start() {
  const clock = new SimulatedClock()
  const calls: { resolve: (found: Customer) => void; reject: (error: unknown) => void }[] = []
  const actor = createActor(
    customerMachine.provide({
      actors: {
        loadCustomer: fromPromise(() => new Promise((resolve, reject) => calls.push({ resolve, reject }))),
        followRequests: fromCallback(() => {}),
      },
    }),
    { input: { customerId: 'u1' }, clock },
  ).start()
  const settled = async () => {
    await Promise.resolve().then(() => {})
    await Promise.resolve()
  }
  return { actor, clock, calls, settled, shown: () => customerOf(actor.getSnapshot())?.summary.requests }
}

test('a change that is reported while the customer is loading is loaded, too, and a late answer is ignored', async () => {
  const { actor, calls, settled, shown } = start()
  actor.send({ type: 'customer.outdated' })
  calls[0]?.resolve(customer({ requests: 1 }))
  await settled()
  expect(calls).toHaveLength(2)
  actor.send({ type: 'customer.outdated' })
  calls[2]?.resolve(customer({ requests: 3 }))
  await settled()
  calls[1]?.resolve(customer({ requests: 2 }))
  await settled()
  expect(shown()).toBe(3)
  expect(calls).toHaveLength(3)
})

test('a failed update keeps the page and is repeated, but a customer who is gone is not shown any longer', async () => {
  const { actor, clock, calls, settled, shown } = start()
  calls[0]?.resolve(customer({ requests: 1 }))
  await settled()
  actor.send({ type: 'customer.outdated' })
  calls[1]?.reject(new Error('down'))
  await settled()
  expect(shown()).toBe(1)
  clock.increment(30_000)
  calls[2]?.reject(Object.assign(new Error('There is no such customer.'), { status: 404 }))
  await settled()
  expect(actor.getSnapshot().value).toBe('missing')
  expect(shown()).toBeUndefined()
})

import { expect, test } from 'vitest'
import { createActor, fromPromise, waitFor } from 'xstate'

import {
  type AccountingMonth,
  accountingMachine,
  monthsOf,
  saveFailureOf,
  savingMonthOf,
} from '../../../machines/staff/operation/accounting.machine'

const month = (name: string): AccountingMonth => ({
  month: name,
  invoices: 1,
  invoiced_cents: 100,
  invoiced_tax_cents: 0,
  credit_notes: 0,
  credited_cents: 0,
  credited_tax_cents: 0,
})

async function opened(months: AccountingMonth[]) {
  const saved: string[] = []
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = []
  const machine = accountingMachine.provide({
    actors: {
      loadMonths: fromPromise<AccountingMonth[], void>(async () => months),
      saveMonth: fromPromise<void, { month: string }>(({ input }) => {
        saved.push(input.month)
        return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
      }),
    },
  })
  const actor = createActor(machine).start()
  await waitFor(actor, (snapshot) => monthsOf(snapshot) !== null)
  return { actor, saved, answers }
}

test('one month is saved at a time, each with its own file', async () => {
  const { actor, saved, answers } = await opened([month('2026-11'), month('2026-10')])
  actor.send({ type: 'month.saved', month: '2026-10' })
  expect(savingMonthOf(actor.getSnapshot())).toBe('2026-10')
  actor.send({ type: 'month.saved', month: '2026-11' })
  answers[0]?.resolve()
  await waitFor(actor, (snapshot) => savingMonthOf(snapshot) === null)
  actor.send({ type: 'month.saved', month: '2026-11' })
  expect(saved).toEqual(['2026-10', '2026-11'])
})

test('a failure is shown until the next attempt', async () => {
  const { actor, answers } = await opened([month('2026-11')])
  actor.send({ type: 'month.saved', month: '2026-11' })
  answers[0]?.reject(new Error('You have made too many calls.'))
  const failed = await waitFor(actor, (snapshot) => savingMonthOf(snapshot) === null)
  expect(saveFailureOf(failed)).toBe('You have made too many calls.')
  actor.send({ type: 'month.saved', month: '2026-11' })
  expect(saveFailureOf(actor.getSnapshot())).toBeNull()
})

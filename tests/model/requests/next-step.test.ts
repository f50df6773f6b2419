import { expect, test } from 'vitest'

import { postponed, businessDaysAfter, businessDaysBetween } from '../../../machines/requests/due-date'
import { nextStep } from '../../../machines/requests/next-step'
import { deliveryText, TURNAROUND_DAYS } from '../../../machines/wizard/turnaround'
import { simulationRequest } from '../wizard/request-samples'

// Calendar: 2026-01-02 is a Friday.
test.each([
  ['2026-01-02T03:05:05Z', 10, '2026-01-16'],
  ['2026-01-03T12:00:00Z', 10, '2026-01-16'],
  ['2026-01-04T23:59:59Z', 10, '2026-01-16'],
  ['2026-01-05T00:00:00Z', 10, '2026-01-19'],
  ['2026-01-02T03:05:05Z', 1, '2026-01-05'],
  ['2026-02-27T08:00:00Z', 3, '2026-03-04'],
  ['2026-01-07T08:00:00Z', 0, '2026-01-07'],
])('from %s, %i business days end on %s', (moment, days, day) => {
  expect(businessDaysAfter(new Date(moment), days).toISOString()).toBe(`${day}T23:59:59.000Z`)
})

// 2026-01-05 is a Monday.
test.each([
  ['2026-01-05T09:00:00Z', '2026-01-05T17:00:00Z', 0],
  ['2026-01-05T23:00:00Z', '2026-01-06T01:00:00Z', 1],
  ['2026-01-05T09:00:00Z', '2026-01-08T09:00:00Z', 3],
  ['2026-01-09T09:00:00Z', '2026-01-11T23:59:59Z', 0],
  ['2026-01-09T09:00:00Z', '2026-01-12T00:00:00Z', 1],
  ['2026-01-05T09:00:00Z', '2026-01-19T09:00:00Z', 10],
])('from %s to %s are %i business days', (from, until, days) => {
  expect(businessDaysBetween(new Date(from), new Date(until))).toBe(days)
})

test('a delivery moves by the business days spent waiting for an answer', () => {
  const moved = (asked: string, answered: string) =>
    postponed(new Date('2026-01-16T23:59:59Z'), new Date(asked), new Date(answered)).toISOString()
  expect(moved('2026-01-05T09:00:00Z', '2026-01-05T17:00:00Z')).toBe('2026-01-16T23:59:59.000Z')
  expect(moved('2026-01-05T09:00:00Z', '2026-01-08T09:00:00Z')).toBe('2026-01-21T23:59:59.000Z')
})

test('the usual turnaround, in words', () => {
  expect(deliveryText(TURNAROUND_DAYS)).toBe('within 10 business days of payment')
  expect(deliveryText(1)).toBe('within 1 business day of payment')
})

const due = '2026-01-16T23:59:59.000Z'
const before = new Date('2026-01-16T23:00:00Z')

test.each([
  ['awaiting payment', 'Pay to start the simulation', null],
  ['paid', 'We are checking your files', due],
  ['in progress', 'We are running the simulation', due],
  ['delivered', 'The results are ready', null],
  ['cancelled', 'This request is canceled', null],
] as const)('a request that is %s says what happens next, and by when', (status, title, expected) => {
  expect(nextStep(simulationRequest({ status, due }), before)).toMatchObject({ title, due: expected, isLate: false })
})

test('while an answer is pending, it is the next step, and nothing is late', () => {
  const waiting = simulationRequest({ status: 'in progress', due, waiting: '2026-01-15T09:00:00.000Z' })
  expect(nextStep(waiting, new Date('2026-01-20T00:00:00Z'))).toMatchObject({
    title: 'Waiting for your answer',
    due: null,
    isLate: false,
  })
})

test('a late delivery says so', () => {
  const late = nextStep(simulationRequest({ status: 'in progress', due }), new Date('2026-01-17T00:00:00Z'))
  expect(late).toMatchObject({ title: 'The delivery is late', due, isLate: true })
})

test('only a request that was never paid says that nothing was charged', () => {
  const text = (paid: string | null) => nextStep(simulationRequest({ status: 'cancelled', paid }), before).text
  expect(text(null)).toContain('Nothing was charged')
  expect(text('2026-01-02T03:05:05.000Z')).not.toContain('Nothing was charged')
})

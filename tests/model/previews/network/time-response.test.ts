import { expect, test } from 'vitest'

import {
  responseAxis,
  responseText,
  summaryOfResponse,
  type TimeResponse,
  valuesOfResponse,
} from '../../../../machines/previews/network/time-response'

/** A step that arrives after 152 ps and settles at 0.94. */
const step: TimeResponse = {
  quantity: 'step',
  from: 1,
  to: 2,
  times: Float64Array.of(0, 100e-12, 200e-12),
  values: Float64Array.of(0, -0.01, 0.94),
  final: 0.94,
  edge: { arrival: 152e-12, rise: 38e-12 },
}

test.each<[string, TimeResponse]>([
  [
    'A step into port 1 reaches half of its final value at port 2 after 152 ps, rises from 10 to 90% in 38 ps, and settles at 0.940 of the incident step.',
    step,
  ],
  [
    'The response at port 3 to a step into port 1 is largest after 100 ps: -0.0120 of the incident step.',
    { ...step, to: 3, values: Float64Array.of(0, -0.012, 0.001), final: 0, edge: null },
  ],
  [
    'The response at port 1 to a step into port 1 is largest after 200 ps: 0.9400 of the incident step.',
    { ...step, to: 1 },
  ],
  [
    'The response at port 2 to an impulse into port 1 is largest after 100 ps: 24.10 per ns.',
    { ...step, quantity: 'impulse', values: Float64Array.of(0, 24.1e9, 1e9) },
  ],
])('%s', (words, response) => expect(summaryOfResponse(response)).toBe(words))

test('an impulse response is shown per nanosecond, a step response as it is', () => {
  const values = Float64Array.of(1e9, 2.5e9)
  expect(valuesOfResponse({ ...step, quantity: 'impulse', values })).toEqual(Float64Array.of(1, 2.5))
  expect(valuesOfResponse(step)).toBe(step.values)
  expect(responseText({ ...step, quantity: 'impulse' }, 2.5)).toBe('2.500 per ns')
  expect(responseText(step, 0.94)).toBe('0.9400')
})

test('the axis includes zero and a margin, even if nothing arrives', () => {
  expect(responseAxis(Float64Array.of(0.2, 1))).toEqual([-0.05, 1.05])
  expect(responseAxis(Float64Array.of(0, 0))).toEqual([-0.05, 0.05])
})

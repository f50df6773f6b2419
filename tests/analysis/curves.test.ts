import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { reflectionAt } from '../../machines/previews/network/smith-chart'
import { withoutFar, withoutNear } from '../../src/analysis/network/cascade'
import { integratedNoise, powerSum } from '../../src/analysis/eye/crosstalk'
import { parameterBetween, reflectionOf } from '../../src/analysis/network/network-lines'
import { lossOf } from '../../src/analysis/loss-view'
import { curvesOf, type WantedCurve } from '../../src/analysis/network/network-curves'
import { toScattering } from '../../src/analysis/network/network-parameters'
import { checkCurve } from '../../src/analysis/report/limit-line'
import type { WindowName } from '../../src/analysis/math/spectrum-window'
import { impedanceProfile, impulseResponse } from '../../src/analysis/time-domain'
import { uniformSpectrum } from '../../src/analysis/math/uniform-spectrum'
import { trace } from '../../src/formats/touchstone/network'
import { deviation, type Measured, measuredNetwork } from './measured-networks'

type Complex = [re: number, im: number]

/** Written by measure-curves-with-scikit-rf.py. */
const kept = JSON.parse(readFileSync(path.join(import.meta.dirname, 'reference/scikit-rf-curves.json'), 'utf8')) as {
  curves: { name: string; decibels: number[]; phase: number[]; unwrapped: number[]; delay: number[] }[]
  parts: {
    whole: string
    part: string
    references: number[]
    withoutNear: Measured['renormalized']
    withoutFar: Measured['renormalized']
  }[]
  reflections: { name: string; impedance: Complex[]; waves: number[] }[]
  times: { name: string; impulses: { to: number; window: WindowName; impulse: number[] }[]; impedance: number[] }[]
  losses: { name: string; pairs: [to: number, from: number, frequency: number, loss: number][] }[]
  crosstalk: {
    rate: number
    amplitude: number
    riseTime: number
    frequencies: number[]
    s: Complex[][]
    sum: number[]
    noise: number
  }[]
}

/** Compares values relative to the largest expected one. */
function expectClose(found: ArrayLike<number>, wanted: number[], tolerance: number, what: string): void {
  const largest = Math.max(...wanted.map(Math.abs), Number.MIN_VALUE)
  wanted.forEach((value, at) =>
    expect(Math.abs(found[at]! - value) / largest, `${what}, ${at}`).toBeLessThan(tolerance),
  )
}

test.each(Object.entries(kept))('at least twenty networks are compared: %s', (_, all) =>
  expect(all.length).toBeGreaterThanOrEqual(20),
)

describe('the curves of a plot match scikit-rf', () => {
  test.each(kept.curves)('$name', ({ name, decibels, phase, unwrapped, delay }) => {
    const network = measuredNetwork(name)
    const of = (quantity: WantedCurve['quantity']): WantedCurve => ({
      to: network.ports,
      from: 1,
      mode: 'single',
      quantity,
    })
    const wanted = [of('decibels'), of('phase'), of('unwrapped phase'), of('phase delay'), of('magnitude')]
    const [db, degrees, straight, delays, magnitude] = curvesOf(network, wanted, [])
    expectClose(db!, decibels, 1e-6, 'decibels')
    // -180 and 180 degrees are the same phase.
    phase.forEach((value, at) =>
      expect(Math.abs(Math.sin(((degrees![at]! - value) * Math.PI) / 360))).toBeLessThan(1e-8),
    )
    expectClose(straight!, unwrapped, 1e-6, 'unwrapped phase')
    // There is no phase delay at 0 Hz.
    if (network.frequencies[0] === 0) expect(delays![0]).toBeNaN()
    const first = network.frequencies[0] === 0 ? 1 : 0
    expectClose(delays!.subarray(first), delay.slice(first), 1e-6, 'phase delay')
    expectClose(
      magnitude!,
      decibels.map((value) => 10 ** (value / 20)),
      1e-6,
      'magnitude',
    )
  })
})

test.each(kept.parts)('$whole without $part at either end matches scikit-rf', ({ whole, part, ...wanted }) => {
  const [network, fixture] = [measuredNetwork(whole), measuredNetwork(part)]
  const rows = [0, network.frequencies.length - 1]
  const near = toScattering(withoutNear(network, fixture), wanted.references)
  expect(deviation(near, rows, wanted.withoutNear)).toBeLessThan(1e-6)
  const far = toScattering(withoutFar(network, fixture), wanted.references)
  expect(deviation(far, rows, wanted.withoutFar)).toBeLessThan(1e-6)
})

test.each(kept.reflections)(
  'impedance and standing waves at port 1 of $name match scikit-rf',
  ({ name, ...wanted }) => {
    const reflection = reflectionOf(measuredNetwork(name), [1])
    const found = wanted.waves.map((_, at) => reflectionAt(reflection, at))
    const largest = Math.max(...wanted.impedance.map(([re, im]) => Math.hypot(re, im)))
    wanted.impedance.forEach(([re, im], at) => {
      const { resistance, reactance } = found[at]!
      expect(Math.hypot(resistance - re, reactance - im) / largest).toBeLessThan(1e-6)
    })
    wanted.waves.forEach((waves, at) => expect(found[at]!.standingWaves / waves).toBeCloseTo(1, 6))
  },
)

describe('impulse responses and impedance profiles match scikit-rf', () => {
  test.each(kept.times)('$name', ({ name, impulses, impedance }) => {
    const network = measuredNetwork(name)
    for (const { to, window, impulse } of impulses) {
      const spectrum = uniformSpectrum(network.frequencies, trace(network, to, 1))
      const { values } = impulseResponse(spectrum, { window, riseTime: 0 }, 64)
      expectClose(
        values.filter((_, at) => at % 2 === 0),
        impulse,
        1e-6,
        `${window} to ${to}`,
      )
    }
    // Without a rise time, a profile starts four samples before time 0.
    const profile = impedanceProfile(network, 1, { window: 'hamming', riseTime: 0 })
    expect(profile.times[4]).toBe(0)
    impedance.forEach((ohms, at) => expect(Math.abs(profile.impedance[at]! / ohms - 1)).toBeLessThan(1e-3))
  })
})

test.each(kept.losses)('the worst losses between the ports of $name match scikit-rf', ({ name, pairs }) => {
  const network = measuredNetwork(name)
  const { frequencies } = network
  for (const [to, from, frequency, loss] of pairs) {
    const values = lossOf(parameterBetween(network, [to], [from]))
    const points = [frequencies[0]!, frequencies.at(-1)!].map((one) => [one, 0] as const)
    const worst = checkCurve(frequencies, values, { bound: 'at most', points })
    expect(worst.value).toBeCloseTo(loss, 6)
    expect(worst.frequency / frequency).toBeCloseTo(1, 9)
  }
})

test.each(kept.crosstalk)('the power sum of aggressors and its noise at $rate Bd match NumPy', ({ s, ...wanted }) => {
  const frequencies = Float64Array.from(wanted.frequencies)
  const traces = s.map((values) => ({
    re: Float64Array.from(values, ([re]) => re),
    im: Float64Array.from(values, ([, im]) => im),
  }))
  const sum = powerSum(traces, frequencies.length)
  expectClose(sum, wanted.sum, 1e-6, 'sum')
  expect(integratedNoise(frequencies, sum, wanted)! / wanted.noise).toBeCloseTo(1, 6)
})

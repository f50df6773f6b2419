import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { supplyPeaks } from '../../src/analysis/supply/supply-peaks'
import { supplyCapacitors } from '../../src/analysis/supply/supply-capacitors'
import { supplyView, type SupplyViewSettings, withCapacitors } from '../../src/analysis/supply/supply-view'
import { supplyImpedance } from '../../src/analysis/supply/supply-impedance'
import type { Network, Trace } from '../../src/formats/touchstone/network'
import { networkFrom } from './measured-networks'

type Complex = [re: number, im: number]

/** Written by measure-supplies-with-scikit-rf.py. */
const { frequencies, supplies } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'reference/scikit-rf-supplies.json'), 'utf8'),
) as {
  frequencies: number[]
  supplies: {
    references: number[]
    s: Complex[][][]
    impedance: Complex[]
    added: Record<string, number>
    mounting: number
    changed: Complex[]
  }[]
}

/** The largest relative difference from the expected impedance. */
const deviation = ({ re, im }: Trace, wanted: Complex[]) =>
  Math.max(...wanted.map(([real, other], at) => Math.hypot(re[at]! - real, im[at]! - other) / Math.hypot(real, other)))

test('the impedance of 20 supplies, as measured and with added capacitors, equals that of scikit-rf', () => {
  expect(supplies).toHaveLength(20)
  for (const { references, s, impedance, added, mounting, changed } of supplies) {
    const network = networkFrom({ references, frequencies, s })
    const found = supplyImpedance(network, 'shunt-through')
    expect(deviation(found, impedance)).toBeLessThan(1e-6)
    const parts = Object.entries(added).map(([id, count]) => ({
      capacitor: supplyCapacitors.find((one) => one.id === id)!,
      count,
    }))
    expect(deviation(withCapacitors(network.frequencies, found, parts, mounting), changed)).toBeLessThan(1e-6)
  }
})

/** `count` frequencies with equal ratios between neighbors. */
const ratios = (from: number, to: number, count: number) =>
  Float64Array.from({ length: count }, (_, at) => from * (to / from) ** (at / (count - 1)))

/** The impedance of circuits in parallel, from their admittances by angular frequency. */
function parallel(axis: Float64Array, ...admittances: ((w: number) => Complex)[]): Trace {
  const sums = Array.from(axis, (frequency) =>
    admittances
      .map((admittance) => admittance(2 * Math.PI * frequency))
      .reduce(([a, b], [c, d]): Complex => [a + c, b + d]),
  )
  const size = ([re, im]: Complex) => re * re + im * im
  return {
    re: Float64Array.from(sums, (sum) => sum[0] / size(sum)),
    im: Float64Array.from(sums, (sum) => -sum[1] / size(sum)),
  }
}
const series =
  (ohms: number, henries: number, farads = Number.POSITIVE_INFINITY) =>
  (w: number): Complex => {
    const reactance = w * henries - 1 / (w * farads)
    return [ohms / (ohms ** 2 + reactance ** 2), -reactance / (ohms ** 2 + reactance ** 2)]
  }

describe('the peaks of a supply', () => {
  test('a parallel circuit is recovered exactly, however coarse the frequencies', () => {
    const [ohms, henries, farads] = [0.25, 1.3e-9, 0.7e-6]
    for (const count of [13, 40, 401]) {
      const axis = ratios(1e5, 1e8, count)
      const impedance = parallel(axis, (w) => [1 / ohms, w * farads - 1 / (w * henries)])
      const [peak, ...others] = supplyPeaks(axis, impedance)
      expect(others).toEqual([])
      expect(peak!.circuit!.ohms / ohms).toBeCloseTo(1, 9)
      expect(peak!.circuit!.henries / henries).toBeCloseTo(1, 9)
      expect(peak!.circuit!.farads / farads).toBeCloseTo(1, 9)
      expect(peak!.circuit!.quality).toBeCloseTo(ohms * Math.sqrt(farads / henries), 9)
    }
  })

  test('each resonance between two parts has the inductance of one and the capacitance of the other', () => {
    // A regulator, ceramic capacitors and planes, whose resonances have quality factors above 10.
    const axis = ratios(1e4, 1e9, 2001)
    const impedance = parallel(axis, series(2e-4, 20e-9), series(1e-3, 0.5e-9, 20e-6), series(2e-3, 1e-11, 1e-9))
    const [low, high, ...others] = supplyPeaks(axis, impedance)
    expect(others).toEqual([])
    expect(low!.frequency / (1 / (2 * Math.PI * Math.sqrt(20.5e-9 * 20e-6)))).toBeCloseTo(1, 2)
    expect(low!.circuit!.henries / 20e-9).toBeCloseTo(1, 1)
    expect(low!.circuit!.farads / 20e-6).toBeCloseTo(1, 1)
    // L/C divided by the sum of both resistances.
    expect(low!.circuit!.ohms / (20e-9 / 20e-6 / 1.2e-3)).toBeCloseTo(1, 1)
    expect(high!.circuit!.henries / (1 / (1 / 0.5e-9 + 1 / 20e-9))).toBeCloseTo(1, 1)
    expect(high!.circuit!.farads / 1e-9).toBeCloseTo(1, 1)
  })

  test('neither ripples of a few percent nor the ends of the data are peaks', () => {
    const axis = ratios(1e4, 1e8, 200)
    const re = axis.map((_, at) => 0.01 * (1 + 0.02 * Math.sin(at)))
    re[0] = 1
    re[199] = 1
    expect(supplyPeaks(axis, { re, im: new Float64Array(200) })).toEqual([])
    expect(supplyPeaks(Float64Array.of(), { re: Float64Array.of(), im: Float64Array.of() })).toEqual([])
  })
})

/** A one-port with these impedances. */
const supply = (axis: Float64Array, ...ohms: number[]): Network => ({
  parameter: 'Z',
  ports: 1,
  references: [50],
  frequencies: axis,
  traces: [{ re: Float64Array.from(ohms), im: new Float64Array(ohms.length) }],
})

const settings: SupplyViewSettings = {
  method: 'shunt-through',
  flat: null,
  line: [],
  voltage: 0.9,
  ripple: 3,
  step: 2.7,
  from: 1e3,
  to: 1e7,
  added: {},
  mounting: 0.5e-9,
}

describe('a supply against its target', () => {
  const axis = Float64Array.of(1e3, 1e4, 1e5, 1e6, 1e8)

  test('the target follows from voltage, ripple and step, and violations are listed by frequency', () => {
    const view = supplyView(supply(axis, 0.005, 0.005, 0.015, 0.005, 0.5), settings)
    expect(view.method).toBe('reflection')
    expect(view.target).toBeCloseTo(0.01, 12)
    expect(view.range).toEqual({ from: 1e3, to: 1e7 })
    expect(view.changed).toBeNull()
    // Between the frequencies, the impedance is linear. It crosses 10 mΩ at 55 kHz, at 550 kHz, and again above 1 MHz.
    const { violations } = view.measured.check!
    expect(violations).toHaveLength(2)
    expect(violations[0]!.from).toBeCloseTo(55e3, 3)
    expect(violations[0]!.to).toBeCloseTo(550e3, 3)
    expect(violations[1]!.from).toBeCloseTo(2e6, -4)
    expect(violations[1]!.to).toBe(1e7)
    // The worst value is at the end of the range: 5 mΩ + 9 / 99 of 495 mΩ.
    expect(view.measured.check).toMatchObject({ frequency: 1e7 })
    expect(view.measured.check!.value).toBeCloseTo(0.05, 9)
  })

  test('a flat target takes precedence, and its range is limited to the data', () => {
    const network = supply(axis, 0.005, 0.005, 0.015, 0.005, 0.5)
    const view = supplyView(network, { ...settings, flat: 0.02, from: 1, to: 1e6 })
    expect(view.target).toBe(0.02)
    expect(view.range).toEqual({ from: 1e3, to: 1e6 })
    expect(view.measured.check).toMatchObject({ frequency: 1e5, violations: [] })
    expect(view.measured.check!.margin).toBeCloseTo(0.005, 12)
    const outside = supplyView(network, { ...settings, from: 1e9, to: 2e9 })
    expect(outside).toMatchObject({ range: null, measured: { check: null } })
  })

  test('a target line takes precedence, and is checked as far as there are data', () => {
    const network = supply(axis, 0.005, 0.005, 0.015, 0.005, 0.5)
    // 10 mΩ up to 100 kHz, then rising to 505 mΩ at 100 MHz, where the data end; the target line continues.
    const line: SupplyViewSettings['line'] = [
      [10, 0.01],
      [1e5, 0.01],
      [1e8, 0.505],
      [1e9, 0.505],
    ]
    const view = supplyView(network, { ...settings, flat: 0.001, line })
    expect(view.line).toEqual([
      [1e3, 0.01],
      [1e5, 0.01],
      [1e8, 0.505],
    ])
    expect(view.range).toEqual({ from: 1e3, to: 1e8 })
    // 15 mΩ at 100 kHz, where 10 mΩ is allowed.
    expect(view.measured.check).toMatchObject({ frequency: 1e5, limit: 0.01 })
    expect(view.measured.check!.margin).toBeCloseTo(-0.005, 12)
    // A line of one point. The impedance there is between 15 mΩ at 100 kHz and 5 mΩ at 1 MHz.
    const point = supplyView(network, { ...settings, line: [[5.5e5, 0.02]] })
    expect(point.measured.check).toMatchObject({ frequency: 5.5e5, limit: 0.02 })
    expect(point.measured.check!.value).toBeCloseTo(0.01, 12)
    const outside = supplyView(network, { ...settings, line: [[2e9, 1]] })
    expect(outside).toMatchObject({ range: null, line: [], measured: { check: null } })
  })

  test('added capacitors change the impedance, except at 0 Hz', () => {
    const view = supplyView(supply(Float64Array.of(0, 1e6), 0.1, 0.1), { ...settings, added: { '47u': 2, unknown: 3 } })
    expect(view.changed!.values[0]).toBeCloseTo(0.1, 12)
    // Two in parallel: 3.15 mΩ, and the reactance of 0.75 nH and 94 µF, 4.71 - 1.69 = 3.02 mΩ, in parallel with 100 mΩ.
    const reactance = 2 * Math.PI * 1e6 * 0.75e-9 - 1 / (2 * Math.PI * 1e6 * 94e-6)
    const square = 0.003_15 ** 2 + reactance ** 2
    const wanted = 1 / Math.hypot(10 + 0.003_15 / square, reactance / square)
    expect(view.changed!.values[1]).toBeCloseTo(wanted, 12)
  })
})

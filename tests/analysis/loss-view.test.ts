import { readFileSync } from 'node:fs'
import path from 'node:path'

import { describe, expect, test } from 'vitest'

import { integratedNoise } from '../../src/analysis/eye/crosstalk'
import { linesOf } from '../../src/analysis/network/network-lines'
import { lossBudgets, type LossLimit } from '../../src/analysis/loss-budgets'
import { lossView, skewOf } from '../../src/analysis/loss-view'
import type { Network } from '../../src/formats/touchstone/network'
import { measuredNetwork } from './measured-networks'

/** Written by measure-limits-with-scikit-rf.py. */
const { losses: measuredLosses } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'reference/scikit-rf-limits.json'), 'utf8'),
) as {
  losses: { name: string; insertion?: [frequency: number, loss: number]; return?: [frequency: number, loss: number] }[]
}

/** Written by measure-skews-with-scikit-rf.py. */
const pairs = JSON.parse(readFileSync(path.join(import.meta.dirname, 'reference/scikit-rf-skews.json'), 'utf8')) as {
  delays: [number, number]
  losses: [number, number]
  coupling: number
  skews: [frequency: number, skew: number][]
}[]

/** Two matched lines from ports 1 and 2 to ports 3 and 4, with delays in seconds and losses in nepers at 10 GHz. */
function coupledPair({ delays, losses, coupling }: Omit<(typeof pairs)[number], 'skews'>): Network {
  const frequencies = Float64Array.from({ length: 501 }, (_, at) => at * 20e6)
  const of = (value: (frequency: number) => [size: number, radians: number]) => {
    const values = Array.from(frequencies, value)
    return {
      re: Float64Array.from(values, ([size, radians]) => size * Math.cos(radians)),
      im: Float64Array.from(values, ([size, radians]) => size * Math.sin(radians)),
    }
  }
  const through = (line: 0 | 1) =>
    of((one) => [Math.exp(-losses[line] * Math.sqrt(one / 10e9)), -2 * Math.PI * one * delays[line]])
  const crossing = of((one) => [(coupling * one) / 10e9, Math.PI / 2 - Math.PI * one * (delays[0] + delays[1])])
  const none = of(() => [0, 0])
  const rows = [
    [none, none, through(0), crossing],
    [none, none, crossing, through(1)],
    [through(0), crossing, none, none],
    [crossing, through(1), none, none],
  ]
  return { parameter: 'S', ports: 4, references: [50, 50, 50, 50], frequencies, traces: rows.flat() }
}

/** An attenuator: its loss in dB rises linearly with frequency. Ports 1 and 2 reflect 10% and 20% of the voltage. */
function attenuator(frequencies: number[], decibelsPerHertz: number): Network {
  const axis = Float64Array.from(frequencies)
  const none = new Float64Array(axis.length)
  const through = { re: axis.map((frequency) => 10 ** ((-frequency * decibelsPerHertz) / 20)), im: none }
  const near = { re: axis.map(() => 0.1), im: none }
  const far = { re: none, im: axis.map(() => -0.2) }
  return { parameter: 'S', ports: 2, references: [50, 50], frequencies: axis, traces: [near, through, through, far] }
}

describe('the losses of a line', () => {
  test('the worst values of 20 networks are those of scikit-rf', () => {
    expect(measuredLosses.length).toBeGreaterThanOrEqual(20)
    let compared = 0
    for (const { name, insertion, return: reflected } of measuredLosses) {
      const network = measuredNetwork(name)
      const [first, last] = [network.frequencies[0]!, network.frequencies.at(-1)!]
      const own = (['insertion loss', 'return loss'] as const).map((quantity) => ({
        quantity,
        points: [[first, 0] as const, [last, 0] as const],
      }))
      if (network.ports < 2) continue
      const line = linesOf(network).findIndex(
        ({ near, far }) => near.length === 1 && near[0] === 1 && far[0] === network.ports,
      )
      if (line < 0) continue
      const [loss, near] = lossView(network, { line, budget: null, rate: 8e9, own }).checks
      if (insertion) {
        expect(loss!.check!.frequency / insertion[0]).toBeCloseTo(1, 9)
        expect(loss!.check!.value).toBeCloseTo(insertion[1], 6)
        compared += 1
      }
      if (reflected) expect(near!.check!.value).toBeCloseTo(reflected[1], 6)
    }
    expect(compared).toBeGreaterThanOrEqual(16)
  })

  test('each limit gives value, limit, margin and frequency', () => {
    const network = attenuator([1e9, 2e9, 4e9], 5e-9)
    const view = lossView(network, {
      line: 0,
      budget: 'usb31gen1',
      rate: 8e9,
      own: [
        {
          quantity: 'insertion loss',
          points: [
            [1e9, 4],
            [3e9, 16],
          ],
        },
        { quantity: 'return loss', points: [[2e9, 15]] },
      ],
    })
    expect(view.returns.near[0]).toBeCloseTo(20, 9)
    expect(view.returns.far[0]).toBeCloseTo(20 * Math.log10(5), 9)
    expect(view.checks.map(({ quantity, end, source }) => [quantity, end, source])).toEqual([
      ['insertion loss', null, expect.stringContaining('USB-IF')],
      ['insertion loss', null, null],
      ['return loss', 'near', null],
      ['return loss', 'far', null],
    ])
    const [budget, own, near, far] = view.checks.map(({ check }) => check!)
    // 12.5 dB of the permitted 20 dB, at 2.5 GHz.
    expect([budget!.value, budget!.limit, budget!.margin]).toEqual([
      expect.closeTo(12.5, 9),
      20,
      expect.closeTo(7.5, 9),
    ])
    // 5 dB at 1 GHz, where 4 dB is allowed. At 2 GHz, loss and limit are both 10 dB.
    expect(own).toMatchObject({ frequency: 1e9 })
    expect(own!.margin).toBeCloseTo(-1, 9)
    expect(own!.violations[0]!.to / 2e9).toBeCloseTo(1, 6)
    expect(near!.margin).toBeCloseTo(5, 9)
    expect(far!.margin).toBeCloseTo(20 * Math.log10(5) - 15, 9)
  })

  test.each([
    ['rounded by a file', [1e9, 3.999999e9], true],
    ['too short', [1e9, 3.9999e9], false],
  ])('a limit is checked along data whose last frequency is %s: %o, %s', (_, frequencies, isChecked) => {
    const points = [
      [1e9, 16],
      [4e9, 16],
    ] as const
    const own = [{ quantity: 'insertion loss' as const, points: [...points] }]
    const [view] = lossView(attenuator(frequencies, 5e-9), { line: 0, budget: null, rate: 8e9, own }).checks
    expect(view?.check !== null).toBe(isChecked)
  })

  test('the skew within 24 pairs is that of scikit-rf', () => {
    expect(pairs.length).toBeGreaterThanOrEqual(20)
    for (const { skews, ...pair } of pairs) {
      const network = coupledPair(pair)
      const found = skewOf(network, { near: [1, 2], far: [3, 4] })
      for (const [frequency, skew] of skews) {
        // Within a millionth of the skew, or a millionth of a picosecond.
        const at = network.frequencies.indexOf(frequency)
        expect(Math.abs(found[at]! - skew)).toBeLessThan(Math.max(1e-6 * skew, 1e-18))
      }
    }
  })

  test('lines without coupling have the skew of their delays, which a budget limits at one frequency', () => {
    const network = coupledPair({ delays: [1e-9, 1.012e-9], losses: [0.2, 0.2], coupling: 0 })
    const line = linesOf(network).findIndex(({ near }) => near.join() === '1,2')
    const view = lossView(network, { line, budget: 'sata', rate: 8e9, own: [] })
    const [loss, skew] = view.checks
    expect(loss).toMatchObject({ quantity: 'insertion loss', source: expect.stringContaining('SATA-IO') })
    expect(skew).toMatchObject({ quantity: 'skew', check: { frequency: 1.5e9, limit: 10e-12 } })
    expect(skew!.check!.value).toBeCloseTo(12e-12, 18)
    expect(skew!.check!.margin).toBeCloseTo(-2e-12, 18)
    // A single line has no skew.
    const single = linesOf(network).findIndex(({ near }) => near.join() === '1')
    expect(lossView(network, { line: single, budget: 'sata', rate: 8e9, own: [] }).checks).toHaveLength(1)
  })

  test('the limits of a backplane are those that the standard and other documents state', () => {
    const limits = lossBudgets.find(({ id }) => id === '10gkr')!.limits
    const [loss, reflected] = limits.map(({ points }) => points)
    const at = (points: LossLimit['points'], frequency: number) => {
      const index = points.findIndex(([one]) => one >= frequency)
      const [[low, first], [high, next]] = [points[index - 1]!, points[index]!]
      return first + ((frequency - low) / (high - low)) * (next - first)
    }
    // Intel, document 683805, section 5.5: 25 dB at 5.15625 GHz.
    expect(at(loss!, 5.15625e9)).toBeCloseTo(25.2, 0)
    // 12 dB below 275 MHz, 5 dB above 3 GHz.
    expect(at(reflected!, 200e6)).toBe(12)
    expect(at(reflected!, 5e9)).toBeCloseTo(5, 2)
    expect(at(reflected!, 1e9)).toBeCloseTo(12 - 6.75 * Math.log10(1000 / 275), 9)
    for (const { points } of lossBudgets.flatMap((one) => one.limits)) {
      for (const [index, [frequency]] of points.entries())
        expect(frequency).toBeGreaterThan(points[index - 1]?.[0] ?? 0)
    }
  })

  test('a limit beyond the data is not checked, and a network of one port has no line', () => {
    const network = attenuator([1e9, 2e9, 4e9], 5e-9)
    expect(lossView(network, { line: 0, budget: 'pcie5', rate: 8e9, own: [] }).checks).toMatchObject([{ check: null }])
    expect(lossView(network, { line: 0, budget: 'unknown', rate: 8e9, own: [] }).checks).toEqual([])
    const one: Network = { ...network, ports: 1, references: [50], traces: network.traces.slice(0, 1) }
    expect(() => lossView(one, { line: 0, budget: null, rate: 8e9, own: [] })).toThrow('at least two ports')
    expect(new Set(lossBudgets.map(({ id }) => id)).size).toBe(lossBudgets.length)
  })

  test('the crosstalk of all other lines is summed as power at the far end', () => {
    // Ports 1 and 2 are near ends, 3 and 4 far ends. At a far end, a tenth of the wave from the neighbor's near end
    // arrives, and a fiftieth of the wave from its far end.
    const axis = Float64Array.from({ length: 101 }, (_, at) => at * 2e8)
    const of = (value: number) => ({ re: axis.map(() => value), im: new Float64Array(axis.length) })
    const rows = [
      [0, 0.02, 0.9, 0.1],
      [0.02, 0, 0.1, 0.9],
      [0.9, 0.1, 0, 0.02],
      [0.1, 0.9, 0.02, 0],
    ]
    const traces = rows.flat().map(of)
    const network: Network = { parameter: 'S', ports: 4, references: [50, 50, 50, 50], frequencies: axis, traces }
    const line = linesOf(network).findIndex(({ near }) => near.join() === '1')
    const { crosstalk } = lossView(network, { line, budget: null, rate: 10e9, own: [] })
    expect(crosstalk!.aggressors).toBe(1)
    expect(crosstalk!.far[5]).toBeCloseTo(20, 9)
    expect(crosstalk!.near[5]).toBeCloseTo(20 * Math.log10(50), 9)
    // The noise is proportional to the root of the summed powers, whichever end it comes from.
    const one = integratedNoise(
      axis,
      axis.map(() => 1),
      { rate: 10e9, amplitude: 0.4, riseTime: 25e-12 },
    )!
    expect(crosstalk!.noise! / (one * Math.hypot(0.1, 0.02))).toBeCloseTo(1, 9)
    expect(lossView(network, { line, budget: null, rate: 53.125e9, own: [] }).crosstalk!.noise).toBeNull()
    // Of five ports, it is unknown which belong together.
    const five = { ports: 5, references: Array<number>(5).fill(50), traces: Array.from({ length: 25 }, () => of(0.1)) }
    expect(lossView({ ...network, ...five }, { line: 0, budget: null, rate: 10e9, own: [] }).crosstalk).toBeNull()
    // A single line has no neighbor.
    expect(lossView(attenuator([1e9, 2e9], 1e-9), { line: 0, budget: null, rate: 1e9, own: [] }).crosstalk).toBeNull()
  })
})

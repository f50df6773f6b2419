import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

import { type CrosstalkSource, integratedNoise, powerSum } from '../../src/analysis/eye/crosstalk'
import { groupDelay, phaseDelay } from '../../src/analysis/delays'
import { linesOf, parameterBetween, reflectionOf } from '../../src/analysis/network/network-lines'
import { mixedModeNetwork } from '../../src/analysis/network/mixed-mode-network'
import { mixedMode, type PortPair } from '../../src/formats/touchstone/mixed-mode'
import { trace } from '../../src/formats/touchstone/network'
import { deviation, type Measured, measured, measuredNetwork } from './measured-networks'

/** See measure-lines-with-scikit-rf.py. */
const { mixed, delays, noise } = JSON.parse(
  readFileSync(path.join(import.meta.dirname, 'reference/scikit-rf-lines.json'), 'utf8'),
) as {
  mixed: { name: string; pairs: PortPair[]; references: number[]; usual: boolean; s: Measured['renormalized'] }[]
  delays: { name: string; group: number[] }[]
  noise: (CrosstalkSource & { sum: 'constant' | 'square'; noise: number })[]
}

describe('mixed-mode parameters match those of scikit-rf', () => {
  test('at least twenty networks are compared', () =>
    expect(new Set(mixed.map(({ name }) => name)).size).toBeGreaterThanOrEqual(20))

  test.each(mixed)('$name, pairs $pairs, references $references', ({ name, pairs, references, usual, s }) => {
    const converted = mixedModeNetwork(measuredNetwork(name), pairs, usual ? undefined : references)
    expect(converted.references).toEqual(references)
    const { rows } = measured.find((one) => one.name === name)!
    expect(deviation(converted, rows, s)).toBeLessThan(1e-6)
  })

  test('equal references give the same result as the sums and differences of waves', () => {
    const network = measuredNetwork('coupled lines')
    const pairs: PortPair[] = [
      [1, 2],
      [3, 4],
    ]
    const [known, converted] = [mixedMode(network, pairs), mixedModeNetwork(network, pairs)]
    expect(converted.modes).toEqual(['D1,2', 'D3,4', 'C1,2', 'C3,4'])
    known.dd[2]!.re.forEach((value, at) => expect(trace(converted, 2, 1).re[at]).toBeCloseTo(value, 12))
    known.cd[2]!.im.forEach((value, at) => expect(trace(converted, 4, 1).im[at]).toBeCloseTo(value, 12))
  })

  test('missing and duplicate ports are rejected', () => {
    const network = measuredNetwork('coupled lines')
    expect(() => mixedModeNetwork(network, [[1, 1]])).toThrow('in at most one pair')
    expect(() => mixedModeNetwork(network, [[1, 5]])).toThrow('in at most one pair')
    expect(() => mixedModeNetwork(network, [[1, 2]], [100])).toThrow('requires 4 references')
  })
})

describe('delays', () => {
  test.each(delays)('the group delay of $name matches that of scikit-rf', ({ name, group }) => {
    const network = measuredNetwork(name)
    const found = groupDelay(network.frequencies, trace(network, network.ports, 1))
    const largest = Math.max(...group.map(Math.abs), 1e-15)
    group.forEach((wanted, at) => expect(Math.abs(found[at]! - wanted) / largest).toBeLessThan(1e-6))
  })

  test('an ideal line of 20 mm at half the speed of light delays all frequencies equally', () => {
    const network = measuredNetwork('ideal line')
    const s21 = trace(network, 2, 1)
    const time = 0.02 / 1.5e8
    groupDelay(network.frequencies, s21).forEach((delay) => expect(Math.abs(delay / time - 1)).toBeLessThan(1e-5))
    phaseDelay(network.frequencies, s21).forEach((delay) => expect(Math.abs(delay / time - 1)).toBeLessThan(1e-5))
  })

  test('a single frequency has no group delay, and 0 Hz has no phase delay', () => {
    const one = { re: Float64Array.of(1), im: Float64Array.of(0) }
    expect(groupDelay(Float64Array.of(1e9), one)[0]).toBeNaN()
    expect(phaseDelay(Float64Array.of(0), one)[0]).toBeNaN()
  })
})

describe('crosstalk', () => {
  const frequencies = Float64Array.from({ length: 2001 }, (_, at) => at * 15e6)

  test('powers of several aggressors are added', () => {
    const one = { re: Float64Array.of(0.3), im: Float64Array.of(0.4) }
    expect(powerSum([one, one], 1)[0]).toBeCloseTo(0.5, 12)
  })

  test.each(noise)('a power sum ($sum) at $rate Bd has the reference noise', ({ sum, noise: wanted, ...source }) => {
    const power = frequencies.map((frequency) => (sum === 'constant' ? 1e-4 : 1e-4 * (frequency / 1e10) ** 2))
    expect(Math.abs(integratedNoise(frequencies, power, source)! / wanted - 1)).toBeLessThan(1e-3)
  })

  test('the noise is null if the data end below half the rate', () => {
    const source = { rate: 100e9, amplitude: 0.6, riseTime: 9.6e-12 }
    expect(integratedNoise(frequencies, frequencies, source)).toBeNull()
  })
})

describe('lines', () => {
  test('are found by their transmission, differential ones first', () => {
    expect(linesOf(measuredNetwork('ladder'))).toEqual([{ near: [1], far: [2] }])
    expect(linesOf(measuredNetwork('coupled lines, uneven'))).toEqual([
      { near: [1, 2], far: [3, 4] },
      { near: [1], far: [3] },
      { near: [2], far: [4] },
    ])
    expect(linesOf(measuredNetwork('open'))).toEqual([])
  })

  test('have the same parameters as the network of modes, whatever the references', () => {
    const random = measuredNetwork('random values at 4 ports')
    for (const references of [
      [60, 60, 90, 90],
      [60, 70, 90, 90],
    ]) {
      const network = { ...random, references }
      const modes = mixedModeNetwork(network, [
        [2, 1],
        [3, 4],
      ])
      const indexOf = (end: number[]) => modes.modes.indexOf(`D${end.join(',')}`) + 1
      for (const [to, from] of [
        [
          [3, 4],
          [2, 1],
        ],
        [
          [2, 1],
          [2, 1],
        ],
      ] as const) {
        const found = parameterBetween(network, [...to], [...from])
        const wanted = trace(modes, indexOf([...to]), indexOf([...from]))
        found.re.forEach((value, at) => expect(value).toBeCloseTo(wanted.re[at]!, 12))
        found.im.forEach((value, at) => expect(value).toBeCloseTo(wanted.im[at]!, 12))
      }
      const single = mixedModeNetwork(network, [[3, 4]])
      const found = parameterBetween(network, [3, 4], [1])
      const wanted = trace(single, single.modes.indexOf('D3,4') + 1, single.modes.indexOf('S1') + 1)
      found.re.forEach((value, at) => expect(value).toBeCloseTo(wanted.re[at]!, 12))
    }
  })

  test('have the parameters between their ends', () => {
    const network = measuredNetwork('coupled lines')
    const known = mixedMode(network, [
      [1, 2],
      [3, 4],
    ])
    const found = parameterBetween(network, [3, 4], [1, 2])
    found.re.forEach((value, at) => expect(value).toBeCloseTo(known.dd[2]!.re[at]!, 12))
    expect(parameterBetween(network, [3], [1])).toEqual(trace(network, 3, 1))
    const reflection = reflectionOf(network, [3, 4])
    expect(reflection.reference).toBe(100)
    reflection.im.forEach((value, at) => expect(value).toBeCloseTo(known.dd[3]!.im[at]!, 12))
    expect(() => parameterBetween(network, [5], [1])).toThrow('it has 4')
    expect(() => parameterBetween(network, [1, 5], [2, 3])).toThrow('in at most one pair')
    expect(() => parameterBetween(network, [1, 2], [2, 3])).toThrow('in at most one pair')
  })
})

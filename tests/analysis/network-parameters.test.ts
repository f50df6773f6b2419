import { describe, expect, test } from 'vitest'

import type { Network, NetworkParameter } from '../../src/formats/touchstone/network'
import { inParameter, toScattering } from '../../src/analysis/network/network-parameters'
import { deviation, measured, networkFrom } from './measured-networks'

describe('converted parameters match scikit-rf', () => {
  test('at least twenty networks are compared', () => {
    expect(measured.length).toBeGreaterThanOrEqual(20)
    expect(measured.filter(({ z }) => z).length).toBeGreaterThanOrEqual(20)
    expect(measured.filter(({ y }) => y).length).toBeGreaterThanOrEqual(20)
  })

  test.each(measured)('$name', (one) => {
    const network = networkFrom(one)
    expect(deviation(toScattering(network, one.target), one.rows, one.renormalized)).toBeLessThan(1e-6)
    // Convert back to the file's reference resistances.
    expect(deviation(toScattering(toScattering(network, one.target), one.references), [0], [one.s[0]!])).toBeLessThan(
      1e-6,
    )
    if (one.z) {
      expect(deviation(inParameter(network, 'Z'), one.rows, one.z)).toBeLessThan(1e-6)
      expect(deviation(toScattering(inParameter(network, 'Z')), [0], [one.s[0]!])).toBeLessThan(1e-6)
    }
    if (one.y) {
      expect(deviation(inParameter(network, 'Y'), one.rows, one.y)).toBeLessThan(1e-6)
      expect(deviation(toScattering(inParameter(network, 'Y')), [0], [one.s[0]!])).toBeLessThan(1e-6)
    }
  })
})

describe('parameters with known values', () => {
  /** A network at one frequency, with real parameters in row-major order. */
  const real = (parameter: NetworkParameter, values: number[], references: number[]): Network => ({
    parameter,
    ports: references.length,
    references,
    frequencies: Float64Array.of(1e9),
    traces: values.map((value) => ({ re: Float64Array.of(value), im: Float64Array.of(0) })),
  })
  const valuesOf = ({ traces }: Network) => traces.map(({ re }) => re[0]!)

  test('a 100-ohm resistor to ground reflects a third at 50 ohms and nothing at 100 ohms', () => {
    const resistor = real('Z', [100], [50])
    expect(valuesOf(toScattering(resistor))[0]).toBeCloseTo(1 / 3, 12)
    expect(valuesOf(toScattering(resistor, [100]))[0]).toBeCloseTo(0, 12)
    expect(valuesOf(inParameter(resistor, 'Y'))[0]).toBeCloseTo(0.01, 12)
  })

  test('an open end reflects 1, and a short circuit reflects -1', () => {
    expect(valuesOf(toScattering(real('Y', [0], [50])))[0]).toBeCloseTo(1, 12)
    expect(valuesOf(toScattering(real('Z', [0], [50])))[0]).toBeCloseTo(-1, 12)
    expect(() => inParameter(real('S', [1], [50]), 'Z')).toThrow('These parameters do not exist for this network.')
  })

  test.each(['H', 'G'] as const)('the %s-parameters of an ideal 2:1 transformer are converted', (parameter) => {
    // V1 = 2 V2 and I2 = -2 I1, so 50 ohms at port 2 appear as 4 × 50 ohms at port 1.
    const values = parameter === 'H' ? [0, 2, -2, 0] : [0, -0.5, 0.5, 0]
    const [s11, s12, s21, s22] = valuesOf(toScattering(real(parameter, values, [50, 50])))
    expect([s11, s12, s21, s22].map((value) => Number(value!.toFixed(12)))).toEqual([0.6, 0.8, 0.8, -0.6])
    const matched = valuesOf(toScattering(real(parameter, values, [200, 50])))
    expect(matched.map((value) => Math.abs(Math.round(value * 1e9)) / 1e9)).toEqual([0, 1, 1, 0])
  })

  test('parameters that do not exist at a frequency are missing there, and refused if they exist nowhere', () => {
    // A series resistor of 25 ohms at one frequency and an ideal connection at the other.
    const frequencies = Float64Array.of(0, 1e9)
    const of = (...values: number[]) => ({ re: Float64Array.from(values), im: new Float64Array(2) })
    const traces = [of(0, 0.2), of(1, 0.8), of(1, 0.8), of(0, 0.2)]
    const network: Network = { parameter: 'S', ports: 2, references: [50, 50], frequencies, traces }
    const admittances = inParameter(network, 'Y')
    expect(admittances.parameter).toBe('Y')
    expect(admittances.traces.map(({ re }) => re[0])).toEqual([NaN, NaN, NaN, NaN])
    const [y11, y12] = admittances.traces.map(({ re }) => re[1]!)
    expect(y11).toBeCloseTo(1 / 25, 12)
    expect(y12).toBeCloseTo(-1 / 25, 12)
    expect(inParameter(network, 'S')).toBe(network)
    // A series part has no impedance parameters at all.
    expect(() => inParameter({ ...network, traces: [of(0, 0), of(1, 1), of(1, 1), of(0, 0)] }, 'Z')).toThrow(
      'These parameters do not exist for this network.',
    )
    expect(() => inParameter(network, 'H')).toThrow('S-parameters cannot be converted to H-parameters.')
  })

  test('hybrid parameters are refused unless there are two ports', () => {
    expect(() => toScattering(real('H', [1], [50]))).toThrow('H-parameters are defined for two ports only.')
  })
})

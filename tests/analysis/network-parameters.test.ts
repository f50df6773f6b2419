import { describe, expect, test } from 'vitest'

import type { Network, NetworkParameter } from '../../src/formats/touchstone/network'
import { toAdmittance, toImpedance, toScattering } from '../../src/analysis/network-parameters'
import { deviation, measured, networkFrom } from './measured-networks'

describe('converted parameters match scikit-rf', () => {
  test('at least twenty networks are compared', () => {
    expect(measured.length).toBeGreaterThanOrEqual(20)
    expect(measured.filter(({ z }) => z).length).toBeGreaterThanOrEqual(15)
    expect(measured.filter(({ y }) => y).length).toBeGreaterThanOrEqual(15)
  })

  test.each(measured)('$name', (one) => {
    const network = networkFrom(one)
    expect(deviation(toScattering(network, one.target), one.rows, one.renormalized)).toBeLessThan(1e-6)
    // Convert back to the reference resistances of the file.
    expect(deviation(toScattering(toScattering(network, one.target), one.references), [0], [one.s[0]!])).toBeLessThan(
      1e-6,
    )
    if (one.z) {
      expect(deviation(toImpedance(network), one.rows, one.z)).toBeLessThan(1e-6)
      expect(deviation(toScattering(toImpedance(network)), [0], [one.s[0]!])).toBeLessThan(1e-6)
    }
    if (one.y) {
      expect(deviation(toAdmittance(network), one.rows, one.y)).toBeLessThan(1e-6)
      expect(deviation(toScattering(toAdmittance(network)), [0], [one.s[0]!])).toBeLessThan(1e-6)
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
    expect(valuesOf(toAdmittance(resistor))[0]).toBeCloseTo(0.01, 12)
  })

  test('an open end reflects 1, and a short circuit reflects -1', () => {
    expect(valuesOf(toScattering(real('Y', [0], [50])))[0]).toBeCloseTo(1, 12)
    expect(valuesOf(toScattering(real('Z', [0], [50])))[0]).toBeCloseTo(-1, 12)
    expect(() => toImpedance(real('S', [1], [50]))).toThrow('These parameters do not exist for this network.')
  })

  test.each(['H', 'G'] as const)('the %s-parameters of an ideal 2:1 transformer are converted', (parameter) => {
    // V1 = 2 V2 and I2 = -2 I1, so 50 ohms at port 2 appear as 4 × 50 ohms at port 1.
    const values = parameter === 'H' ? [0, 2, -2, 0] : [0, -0.5, 0.5, 0]
    const [s11, s12, s21, s22] = valuesOf(toScattering(real(parameter, values, [50, 50])))
    expect([s11, s12, s21, s22].map((value) => Number(value!.toFixed(12)))).toEqual([0.6, 0.8, 0.8, -0.6])
    const matched = valuesOf(toScattering(real(parameter, values, [200, 50])))
    expect(matched.map((value) => Math.abs(Math.round(value * 1e9)) / 1e9)).toEqual([0, 1, 1, 0])
  })

  test('hybrid parameters are refused unless there are two ports', () => {
    expect(() => toScattering(real('H', [1], [50]))).toThrow('H-parameters are defined for two ports only.')
  })
})

import { expect, test } from 'vitest'

import { supplyImpedance, targetImpedance } from '../../src/analysis/supply/supply-impedance'
import type { Network } from '../../src/formats/touchstone/network'

/** A network at one frequency, with Z-parameters in row-major order. */
const impedances = (references: number[], values: [re: number, im: number][]): Network => ({
  parameter: 'Z',
  ports: references.length,
  references,
  frequencies: Float64Array.of(1e6),
  traces: values.map(([re, im]) => ({ re: Float64Array.of(re), im: Float64Array.of(im) })),
})

test('the impedance of a supply is computed from a reflection or a shunt-through measurement', () => {
  // 3 mΩ of resistance and 2 mΩ of inductive reactance. All Z-parameters of two ports at the same point are equal.
  const supply: [number, number] = [0.003, 0.002]
  for (const [network, method] of [
    [impedances([50], [supply]), 'reflection'],
    [impedances([50, 50], [supply, supply, supply, supply]), 'shunt-through'],
    [impedances([50, 75], [supply, supply, supply, supply]), 'shunt-through'],
  ] as const) {
    const { re, im } = supplyImpedance(network, method)
    expect(re[0]).toBeCloseTo(0.003, 9)
    expect(im[0]).toBeCloseTo(0.002, 9)
  }
  expect(() => supplyImpedance(impedances([50], [supply]), 'shunt-through')).toThrow('requires at least two ports')
})

test('the target impedance follows from voltage, ripple and current step', () => {
  expect(targetImpedance(0.8, 0.03, 12)).toBeCloseTo(0.002, 12)
})

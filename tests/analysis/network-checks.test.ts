import { describe, expect, test } from 'vitest'

import { checksOf, type QualityMetric } from '../../src/analysis/network/network-checks'
import { matrixAt } from '../../src/analysis/network/network-parameters'
import { isBelow, largestSingularValue } from '../../src/analysis/math/singular-values'
import { measured, networkFrom } from './measured-networks'

const check = (checks: QualityMetric[], name: QualityMetric['name']) => checks.find((one) => one.name === name)

describe('passivity, reciprocity and causality match scikit-rf', () => {
  test.each(measured)('$name', (one) => {
    const network = networkFrom(one)
    one.singular.forEach((wanted, at) => {
      const matrix = matrixAt(network, at)
      expect(largestSingularValue(matrix)).toBeCloseTo(wanted, 9)
      expect([isBelow(matrix, wanted * (1 + 1e-6)), isBelow(matrix, wanted * (1 - 1e-6))]).toEqual([true, false])
    })
    const checks = checksOf(network)
    const { metrics } = one
    expect(check(checks, 'causality')!.metric).toBeCloseTo(metrics.causality, 6)
    if (metrics.passivity !== undefined) expect(check(checks, 'passivity')!.metric).toBeCloseTo(metrics.passivity, 6)
    if (metrics.reciprocity === undefined) expect(check(checks, 'reciprocity')).toBeUndefined()
    else expect(check(checks, 'reciprocity')!.metric).toBeCloseTo(metrics.reciprocity, 6)

    const largest = Math.max(...one.singular)
    const passivity = check(checks, 'passivity')!
    expect(passivity.worst!.value).toBeCloseTo(largest, 9)
    expect(one.singular[one.frequencies.indexOf(passivity.worst!.frequency)]).toBeCloseTo(largest, 9)
    expect(passivity.violations).toBe(one.singular.filter((value) => value > 1.000_01).length)
  })
})

describe('checks with known results', () => {
  const frequencies = [1e9, 2e9, 3e9, 4e9]
  type Complex = [number, number]
  const turning = (degrees: number, size = 1): Complex => [
    size * Math.cos((degrees * Math.PI) / 180),
    size * Math.sin((degrees * Math.PI) / 180),
  ]
  const zero: Complex = [0, 0]

  test('a lossless line is passive, reciprocal and causal', () => {
    const s = frequencies.map((_, at) => [
      [zero, turning(-40 * at)],
      [turning(-40 * at), zero],
    ])
    const checks = checksOf(networkFrom({ references: [50, 50], frequencies, s }))
    // The limits are those of IEEE 370-2020.
    expect(checks.map(({ name, quality, limit, violations }) => [name, quality, limit, violations])).toEqual([
      ['passivity', 'good', 99.9, 0],
      ['reciprocity', 'good', 99.9, 0],
      ['causality', 'good', 80, 0],
    ])
    expect(check(checks, 'reciprocity')!.worst).toBeNull()
    expect(check(checks, 'causality')!.worst).toBeNull()
  })

  test('each check reports the worst frequency and parameter', () => {
    const s = frequencies.map((_, at) => [
      [zero, turning(-40 * at)],
      [turning(40 * at, at === 2 ? 1.05 : 1), zero],
    ])
    const checks = checksOf(networkFrom({ references: [50, 50], frequencies, s }))
    const passivity = check(checks, 'passivity')!
    expect(passivity.worst).toMatchObject({ frequency: 3e9, parameter: null })
    expect(passivity.worst!.value).toBeCloseTo(1.05, 12)
    expect(passivity).toMatchObject({ quality: 'inconclusive', violations: 1 })
    expect(check(checks, 'reciprocity')!.worst).toMatchObject({ frequency: 3e9, parameter: { to: 1, from: 2 } })
    expect(check(checks, 'causality')).toMatchObject({
      quality: 'poor',
      violations: 2,
      worst: { parameter: { to: 2, from: 1 } },
    })
  })

  test('a difference of 0.05 between both directions lowers the reciprocity to about 50%', () => {
    const s = frequencies.map(() => [
      [zero, turning(0, 0.5)],
      [turning(0, 0.55), zero],
    ])
    const checks = checksOf(networkFrom({ references: [50, 50], frequencies, s }))
    // IEEE 370-2020: each frequency is reduced by (0.05 - 1e-6) / 0.1.
    expect(check(checks, 'reciprocity')!.metric).toBeCloseTo(50.001, 6)
  })

  test('a one-port network has no reciprocity check', () => {
    const s = frequencies.map((_, at) => [[turning(-30 * at, 0.5)]])
    expect(checksOf(networkFrom({ references: [50], frequencies, s })).map(({ name }) => name)).toEqual([
      'passivity',
      'causality',
    ])
  })
})
